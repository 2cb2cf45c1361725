import { fencedLines } from '../turns/fences.js'

/** A stretch of a turn: words that may be cut between sentences, or a code block or table that should stay whole. */
export type Block = { readonly text: string; readonly whole: boolean }

const ROW = /^\s{0,12}\|.{0,10000}\||^[^|\n]{1,400}\|[^|\n]{0,400}\|/

const tableLines = (lines: readonly string[]): readonly boolean[] => {
  const rows = lines.map((line) => ROW.test(line))
  return rows.map((row, index) => row && (rows[index - 1] === true || rows[index + 1] === true))
}

/** Cuts a text into blocks; joined again they give the text back. */
export const blocksOf = (text: string): readonly Block[] => {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const table = tableLines(lines)
  const blocks: { readonly lines: string[]; readonly whole: boolean }[] = []
  for (const [index, line] of lines.entries()) {
    const whole = fenced[index] === true || table[index] === true
    const last = blocks.at(-1)
    const kept = index < lines.length - 1 ? `${line}\n` : line
    if (last && last.whole === whole) last.lines.push(kept)
    else blocks.push({ lines: [kept], whole })
  }
  return blocks.map(({ lines: own, whole }) => ({ text: own.join(''), whole }))
}
