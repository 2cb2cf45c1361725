import { fencedLines } from './fences.js'

type Heading = { readonly level: number; readonly line: string }
/** The headings of a document that a place stands below, the outermost first. */
export type Headings = readonly Heading[]

const HEADING = /^ {0,3}(#{1,6})[ \t]+\S/
/** In UTF-16 units: a longer line is no heading. */
const LONGEST = 200

/** Whether lines are headings of Markdown (`## Install`), each of a part of the one before. Lines of code may look like some. */
export const areHeadings = (lines: readonly string[]): boolean => {
  const levels = lines.map((line) => levelOf(line) ?? 0)
  return levels.every((level, i) => level > (levels[i - 1] ?? 0))
}

const levelOf = (line: string): number | undefined =>
  line.length > LONGEST ? undefined : HEADING.exec(line)?.[1]?.length

/** What a text that begins with a heading stands below; of any other text all of them. */
export const above = (headings: Headings, text: string): Headings => {
  const level = levelOf(text.split('\n', 1)[0] ?? '')
  return level === undefined ? headings : headings.filter((heading) => heading.level < level)
}

/** What stands behind a line stands below these. */
export const below = (headings: Headings, line: string): Headings => {
  const level = levelOf(line)
  return level === undefined ? headings : [...above(headings, line), { level, line: line.trim() }]
}

/** What stands behind a text stands below these; what is fenced there is code. */
export const belowAll = (headings: Headings, text: string): Headings => {
  if (!text.includes('#')) return headings
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  return lines.reduce((before, line, i) => (fenced[i] ? before : below(before, line)), headings)
}
