import { isAssistantRole } from '../text/assistant.js'
import { anyAlternative, knownOf } from '../text/languages.js'
import { fencedLines } from './fences.js'
import { isAnswerKey, isHeading, isRole, looksLikeHandle, looksLikeName } from './speakers.js'
import { cutAt, type Form } from './turn.js'

type Label = { readonly label: string; readonly rest: string; readonly isHeading?: boolean }

const CLOCK = String.raw`(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?[\])]?\s{1,3}(?:-\s)?)?`
const LINE = new RegExp(
  String.raw`^\s{0,40}${CLOCK}(?:#{1,4}\s{1,2})?(\*\*|__)?(\p{L}[\p{L}\p{M}\p{N} .'’_#-]{0,39})(\*\*|__)?(?:\s?[\[(][\d:. apmAPM]{1,12}[\])])?\s?([:：])(\*\*|__)?(?=(.?))(.*)$`,
  'u',
)
/** Markdown headings as roles: "### User" alone on its line. */
const ROLE_HEADING = /^#{1,4} {1,2}(\p{L}{2,20})\s{0,3}$/u
/** From this share of labelled lines on, a name that occurs once is a speaker too, if the first line is labelled. */
const DENSE = 0.5

/** What stands above a message in a conversation copied from an assistant's page, in the language of the page. */
const pages = [...knownOf('copied').values()]
const OWN = new RegExp(String.raw`^(?:${anyAlternative(pages.map(({ own }) => own))})\s?:\s*$`)
const OTHERS = new RegExp(
  String.raw`^(\p{Lu}[\p{L}\d. ]{1,20}) (?:${anyAlternative(pages.map(({ others }) => others))})\s?:\s*$`,
  'u',
)

const copied = (line: string): Label | undefined => {
  const label = OWN.test(line) ? 'User' : OTHERS.exec(line)?.[1]
  return label !== undefined && isRole(label) ? { label, rest: '' } : undefined
}

/** `#Person1#: …`, as sets of dialogues have it. */
const NUMBERED = /^\s{0,40}#(Person)\s?(\d{1,2})#\s?:(.*)$/

const numbered = (line: string): Label | undefined => {
  const [, person = '', number = '', rest = ''] = NUMBERED.exec(line) ?? []
  return person === '' ? undefined : { label: `${person} ${number}`, rest: rest.trimStart() }
}

const labelOf = (line: string): Label | undefined => {
  const found = copied(line) ?? numbered(line)
  if (found !== undefined) return found
  const heading = ROLE_HEADING.exec(line)?.[1]
  if (heading !== undefined) return isRole(heading) ? { label: heading, rest: '', isHeading: true } : undefined
  const match = LINE.exec(line)
  const label = match?.[2]?.trim()
  if (!match || label === undefined || label.split(/\s+/).length > 4) return undefined
  const tight = match[6] !== '' && !/\s/.test(match[6] ?? '')
  const needsSpace = match[4] === ':' && match[1] === undefined && !isRole(label) && !/^\p{Lo}/u.test(label)
  if (tight && (needsSpace || match[6] === '/' || /^\d/.test(match[6] ?? ''))) return undefined
  return { label, rest: (match[7] ?? '').trimStart() }
}

const LETTER = /^\p{Lu}$/u
const SENTENCE = /[.?!…。？！]["'”’)]{0,2}\s*$/

/**
 * Whether single letters stand for speakers (`M: …`, `W: …`): two of them from the first line on, or more that all come
 * again, and most of what stands behind them are sentences. Sizes, units and the choices of a question are none.
 */
const areSpokenBy = (labels: readonly (Label | undefined)[], filled: number): boolean => {
  const found = labels.filter((label) => label !== undefined)
  const letters = new Set(found.map(({ label }) => label))
  const again = [...letters].every((letter) => found.filter(({ label }) => label === letter).length > 1)
  const sentences = found.filter(({ rest }) => SENTENCE.test(rest) && /\s/.test(rest.trim()))
  return (
    labels[0] !== undefined &&
    found.every(({ label }) => LETTER.test(label)) &&
    (letters.size === 2 || (letters.size > 2 && again)) &&
    found.length / filled >= DENSE &&
    sentences.length / found.length > DENSE
  )
}

/** The labels that count as speakers; empty if the text is no dialogue. */
const speakersAmong = (labels: readonly (Label | undefined)[], filled: number): ReadonlySet<string> => {
  const found = labels.filter((label) => label !== undefined).map(({ label }) => label)
  if (areSpokenBy(labels, filled)) return new Set(found)
  const count = new Map<string, number>()
  for (const label of found) count.set(label, (count.get(label) ?? 0) + 1)
  const all = [...count.keys()]
  const share = found.length / filled
  const roles = all.some(isRole)
  const answers = (count.has('Q') && count.has('A')) || (count.has('Question') && count.has('Answer'))
  const few = all.length <= Math.max(6, found.length / 3)
  const first = labels[0]?.label
  const named = first !== undefined && looksLikeName(first)
  // Distinct field names of a record.
  if (!roles && !answers && all.length === found.length && all.some(isHeading)) return new Set()
  const dense = found.length > 1 && (share === 1 || (named && !roles && share >= DENSE))
  return new Set(
    all.filter((label) => {
      if (isRole(label) || (answers && isAnswerKey(label))) return true
      const times = count.get(label) ?? 0
      if (looksLikeName(label)) return times > 1 || dense || label === first
      return times > 1 && share === 1 && few && looksLikeHandle(label)
    }),
  )
}

/** Headings name speakers if the text begins with one, or both sides have one: "### Client" alone is a chapter. */
const withoutChapters = (labels: readonly (Label | undefined)[], first: number): readonly (Label | undefined)[] => {
  const headings = labels.flatMap((found) => (found?.isHeading ? [found.label] : []))
  const ofAssistant = headings.filter(isAssistantRole).length
  const bothSpeak = ofAssistant > 0 && ofAssistant < headings.length
  return labels[first]?.isHeading || bothSpeak ? labels : labels.map((found) => (found?.isHeading ? undefined : found))
}

type Line = { readonly speaker: string; readonly first: string }

/** The lines that begin the words of a speaker, by their places; undefined where the text is no dialogue. */
const openings = (lines: readonly string[]): ReadonlyMap<number, Line> | undefined => {
  const fenced = fencedLines(lines)
  const labels = withoutChapters(
    lines.map((line, index) => (fenced[index] || line.trim() === '' ? undefined : labelOf(line))),
    lines.findIndex((line) => line.trim() !== ''),
  )
  const filledAt = lines.flatMap((line, index) => (line.trim() === '' || fenced[index] ? [] : [index]))
  const speakers = speakersAmong(labels.slice(filledAt[0] ?? 0), filledAt.length)
  if (speakers.size === 0) return undefined
  return new Map(
    labels.flatMap((found, index): [number, Line][] =>
      found && speakers.has(found.label) ? [[index, { speaker: found.label, first: found.rest }]] : [],
    ),
  )
}

/** `Speaker: text` lines, also with Markdown marks, a clock time or a full-width colon; continuation lines follow. */
export const labelled: Form = (text) => {
  const lines = text.split('\n')
  const opened = openings(lines)
  return opened && cutAt(lines, (_, index) => opened.get(index))
}

/** The words of a speaker, and with which line they begin. */
type Spoken = { readonly speaker: string; readonly text: string; readonly at: number }

/** The turns of a dialogue that begins with a speaker; undefined for other texts. */
export const spokenTurns = (lines: readonly string[]): readonly Spoken[] | undefined => {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (labelOf(lines[first] ?? '') === undefined) return undefined
  const opened = openings(lines)
  if (!opened?.has(first)) return undefined
  const starts = [...opened]
  return starts.map(([at, { speaker, first: opening }], i) => ({
    speaker,
    at,
    text: [opening, ...lines.slice(at + 1, starts[i + 1]?.[0])].join('\n'),
  }))
}
