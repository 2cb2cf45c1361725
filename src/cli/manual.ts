import { type AddHelpTextContext, type Command, Help } from 'commander'

/** A paragraph, or a list under a heading: of commands to paste, or of terms. Each may have words that explain it. */
export type Chapter =
  | string
  | { readonly heading: string; readonly of: 'commands' | 'terms'; readonly entries: readonly Entry[] }
export type Entry = readonly [term: string, says?: string]

const COLUMNS_WITHOUT_TERMINAL = 80
/** Columns narrower than this are hard to read: the lines may become wider than the terminal instead. */
const LEAST_COLUMNS = 20
const GAP = 2

const layout = new Help()
layout.minWidthToWrap = 1

/** Wraps the help of this command, and of subcommands that are added later, to the width of the terminal. */
export const withManual = (command: Command, chapters: readonly Chapter[]): Command =>
  command
    .configureHelp({ minWidthToWrap: LEAST_COLUMNS })
    .addHelpText('after', ({ error, command }: AddHelpTextContext) => {
      const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput()
      const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? COLUMNS_WITHOUT_TERMINAL
      return `\n${manualOf(chapters, width)}\n`
    })

/** The chapters, separated by empty lines and wrapped to `width` columns; longer words are not broken. */
export const manualOf = (chapters: readonly Chapter[], width: number): string =>
  chapters.map((chapter) => linesOf(chapter, Math.max(LEAST_COLUMNS, width)).join('\n')).join('\n\n')

const linesOf = (chapter: Chapter, width: number): readonly string[] => {
  if (typeof chapter === 'string') return wrapped(chapter, width)
  const { heading, of, entries } = chapter
  const column = Math.max(...entries.filter(([, says]) => says !== undefined).map(([term]) => term.length), 0) + 2 * GAP
  const isWide = width - column < 2 * LEAST_COLUMNS
  return [
    ...wrapped(heading, width),
    ...entries.flatMap(([term, says]) => {
      const head = of === 'commands' ? pasted(term, width - GAP) : wrapped(term, width - GAP)
      if (says === undefined) return indented(head, GAP)
      if (isWide) return [...indented(head, GAP), ...indented(wrapped(says, width - 3 * GAP), 3 * GAP)]
      const [first = '', ...rest] = wrapped(says, width - column)
      return [`${' '.repeat(GAP)}${term}`.padEnd(column) + first, ...indented(rest, column)]
    }),
  ]
}

const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`)

/** A long command is continued with a backslash, so that it can be pasted. */
const pasted = (command: string, width: number): readonly string[] => {
  const lines = command.length <= width ? [command] : wrapped(command, width - 2 * GAP)
  return lines.map((line, at) => `${at === 0 ? '' : '  '}${line}${at < lines.length - 1 ? ' \\' : ''}`)
}

const wrapped = (text: string, width: number): readonly string[] => layout.boxWrap(text, width).split('\n')
