import { anyAlternative, knownOf } from '../text/languages.js'
import { statementLines } from '../text/sentences.js'
import { fencedLines } from './fences.js'
import { above, areHeadings, below, type Headings } from './headings.js'
import { looksLikeName } from './speakers.js'
import { isBlank, type Turn } from './turn.js'

/** `at`: the line with which it begins. */
type Paragraph = { readonly at: number; readonly lines: readonly string[]; readonly isCode: boolean }
type Part = { readonly at: number; readonly text: string; readonly headings: Headings }

const ITEM = /^\s{0,12}(?:[-*+•–]\s{1,4}|\d{1,3}[.)]\s{1,4})\S/
const BULLET = /^\s{0,12}[-*+•–]\s{1,4}(?=\S)/

/** Items of a list without other text, each with its indented continuation lines; undefined if the lines are no such list. */
const listItems = (lines: readonly string[]): readonly string[] | undefined => {
  if (!lines.every((line) => ITEM.test(line) || /^\s/.test(line)) || !ITEM.test(lines[0] ?? '')) return undefined
  const items: string[][] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.replace(BULLET, '')])
    else items.at(-1)?.push(line)
  }
  return items.length > 1 ? items.map((item) => item.join('\n')) : undefined
}

/** A line that greets whoever a letter is for. */
const GREETING = new RegExp(
  String.raw`^(?:${anyAlternative(knownOf('salutations').values())})(?!\p{L})[^.?\n]{0,60}$`,
  'iu',
)
/** At most so many lines of so many characters stand below a letter. */
const CLOSING = { lines: 4, characters: 40 }

/** The parts of a text, of which the greeting and the closing of a letter belong to what they stand beside. */
const withoutFrame = (parts: readonly Part[]): readonly Part[] => {
  const [greeting, opening, ...rest] = parts
  if (greeting === undefined || opening === undefined || !GREETING.test(greeting.text)) return parts
  const body = [together(greeting, opening), ...rest]
  const [before, last] = body.slice(-2)
  if (before === undefined || last === undefined || !isClosing(last.text)) return body
  return [...body.slice(0, -2), together(before, last)]
}

const together = (first: Part, second: Part): Part => ({ ...first, text: `${first.text}\n\n${second.text}` })

const isClosing = (text: string): boolean => {
  const lines = text.split('\n').map((line) => line.trim())
  const isShort = lines.every((line) => line.length <= CLOSING.characters && !/[.?!:]$/.test(line))
  return lines.length <= CLOSING.lines && isShort && looksLikeName(lines.at(-1) ?? '')
}

/** What blank lines separate; code fences stay whole. */
const paragraphsOf = (lines: readonly string[]): readonly Paragraph[] => {
  const fenced = fencedLines(lines)
  const paragraphs: { readonly at: number; readonly lines: string[]; isCode: boolean }[] = []
  let isFresh = true
  for (const [at, line] of lines.entries()) {
    const isCode = fenced[at] === true
    if (line.trim() === '' && !isCode) {
      isFresh = true
      continue
    }
    // The mark of a reader stands alone: what is behind it is read as if nothing stood before it.
    const isMark = isBlank(line) && !isCode
    if (isFresh || isMark) paragraphs.push({ at, lines: [], isCode: false })
    const last = paragraphs.at(-1)
    last?.lines.push(line)
    if (last && isCode) last.isCode = true
    isFresh = isMark
  }
  return paragraphs
}

const partsOf = ({ at, lines, isCode }: Paragraph, headings: Headings): readonly Part[] => {
  const texts = isCode ? undefined : (listItems(lines) ?? statementLines(lines))
  let line = at
  return (texts ?? [lines.join('\n')]).map((text) => {
    const part = { at: line, text, headings: above(headings, text) }
    line += text.split('\n').length
    return part
  })
}

/** A turn a paragraph, item or statement. A heading is part of all below it, and a turn only if nothing is there. */
function* sectionParts(paragraphs: readonly Paragraph[]): Generator<Part> {
  let headings: Headings = []
  /** Headings that nothing stands below yet. */
  let bare: Part | undefined
  for (const paragraph of paragraphs) {
    const { at, lines, isCode } = paragraph
    if (!isCode && areHeadings(lines)) {
      const text = lines.join('\n')
      const outer = above(headings, text)
      // Another section begins, and the one before is empty.
      if (bare !== undefined && outer.length < headings.length) {
        yield bare
        bare = undefined
      }
      bare = extended(bare, { at, text, headings: outer })
    } else {
      const [first, ...others] = partsOf(paragraph, headings)
      if (first !== undefined) yield { ...first, at: bare?.at ?? at }
      yield* others
      bare = undefined
    }
    if (!isCode) headings = lines.reduce(below, headings)
  }
  if (bare !== undefined) yield bare
}

const extended = (bare: Part | undefined, heading: Part): Part =>
  bare === undefined ? heading : { ...bare, text: `${bare.text}\n${heading.text}` }

/** Turns of a text without speakers. */
export const proseTurns = (text: string): readonly Turn[] =>
  withoutFrame([...sectionParts(paragraphsOf(text.split('\n')))]).map(({ at, text: own, headings }) => ({
    speaker: null,
    text: own,
    line: at,
    ...(headings.length > 0 ? { headings } : {}),
  }))
