import type { Steps } from '../../concurrency/steps.js'
import { readTurns } from '../../import/read-turns.js'
import type { Turn } from '../../import/turn.js'
import { redacting } from '../../text/secrets/redact.js'
import { freshAmong, omittedBefore, type Part, type Read, speakersOf } from './fresh-turns.js'

/** Reads a text by its lines. */
export function* readLines(lines: readonly string[], { from, leftOut }: Part): Steps<Read> {
  const mark = from > 0 ? markFor(lines) : undefined
  const marked = mark === undefined ? lines : lines.toSpliced(from, 0, mark)
  const { text, count } = yield* redacting(marked.join('\n'))
  const all = readTurns(text)
  yield
  const { before, turns } = mark === undefined ? { before: undefined, turns: all } : turnsBehind(all, mark)
  const kept = mark === undefined ? text : text.slice(text.indexOf(mark) + mark.length + 1)
  const above = mark === undefined ? 0 : lineCount(text) - lineCount(kept)
  const slices = slicesOf(kept.split('\n'), turns, above) ?? [kept]
  // The redaction of a secret of several lines moves the lines behind it.
  const isMoved = lineCount(text) !== marked.length || slices.length !== turns.length
  const isKnown = isMoved ? () => false : knownAmong(slices, { from, leftOut })
  const fresh = freshAmong(turns, isKnown)
  const between = omittedBefore(fresh, (place) => turns[place])
  const omitted = before === undefined || fresh[0] !== 0 ? between : new Map([[0, before], ...between])
  return {
    turns: fresh.flatMap((place) => turns[place] ?? []),
    omitted,
    said: (isMoved ? slices : fresh.flatMap((place) => slices[place] ?? [])).map((content) => ({
      role: null,
      name: null,
      content,
    })),
    speakers: speakersOf(all),
    redactions: count,
  }
}

/** Whether all filled lines of a slice are left out. */
const knownAmong = (slices: readonly string[], { from, leftOut }: Part): ((place: number) => boolean) => {
  let at = from
  const known = slices.map((slice) => {
    const lines = slice.split('\n').map((line, i) => line.trim() === '' || leftOut.has(at + i))
    at += lines.length
    return leftOut.size > 0 && lines.every((isLeftOut) => isLeftOut)
  })
  return (place) => known[place] ?? false
}

/** A marker line: a private-use character that the text does not contain. */
const markFor = (lines: readonly string[]): string | undefined => {
  const used = new Set(lines.join(''))
  for (let code = 0xe000; code <= 0xf8ff; code++) {
    const mark = String.fromCharCode(code)
    if (!used.has(mark)) return mark
  }
  return undefined
}

/** Splits the turns at the marker. A turn that contains it is cut: its first part is the turn before. */
const turnsBehind = (
  turns: readonly Turn[],
  mark: string,
): { readonly turns: readonly Turn[]; readonly before?: Turn } => {
  const at = turns.findIndex(({ text }) => text.includes(mark))
  const cut = turns[at]
  // The redaction of a secret of several lines may have removed the marker.
  if (cut === undefined) return { turns }
  const place = cut.text.indexOf(mark)
  const rest = cut.text.slice(place + mark.length + 1)
  return {
    before: { ...cut, text: cut.text.slice(0, place) },
    turns: [...(rest.trim() === '' ? [] : [{ ...cut, text: rest }]), ...turns.slice(at + 1)],
  }
}

const lineCount = (text: string): number => text.split('\n').length

/**
 * The source lines of each turn, with the blank lines before the next; their concatenation is the text, of which `before` lines
 * are left out. Undefined for a transcript format that is not line-based.
 */
const slicesOf = (lines: readonly string[], turns: readonly Turn[], before: number): readonly string[] | undefined => {
  const given = turns.flatMap(({ line }) => (line === undefined ? [] : [Math.max(0, line - before)]))
  const starts = turns.length > 0 && given.length === turns.length ? given : startsOf(lines, turns)
  return starts?.map((start, i) => lines.slice(i === 0 ? 0 : start, starts[i + 1] ?? lines.length).join('\n'))
}

/** With which line each turn begins that is made of whole lines. */
const startsOf = (lines: readonly string[], turns: readonly Turn[]): readonly number[] | undefined => {
  const starts: number[] = []
  let at = 0
  for (const { text } of turns) {
    const own = text.split('\n')
    const first = own[0]?.trim() ?? ''
    // Lines before the first record belong to the first turn.
    if (starts.length === 0)
      at = Math.max(
        0,
        lines.findIndex((line) => line.trimEnd().endsWith(first)),
      )
    while (first !== '' && lines[at]?.trim() === '') at++
    if (lines[at]?.trimEnd().endsWith(first) !== true) return undefined
    starts.push(at)
    at += own.length
  }
  return at > lines.length ? undefined : starts
}
