import type { DateMention, Found } from '../../../indexing/dates/date-mention.js'
import { addDays, type Day, type Span } from '../../../indexing/dates/day.js'
import { anyOf, GAP, START } from '../../../indexing/dates/pattern.js'
import { settled } from '../../../indexing/dates/settle.js'
import type { Tense } from '../../../indexing/dates/tense.js'

/** On which side of a date the time lies that is asked for; what ends with a date may also be told of that date. */
type Bound = 'since' | 'after' | 'before' | 'until'
type Bounds = Readonly<Record<Bound, string>>

const BOUNDS: Readonly<Record<string, Bounds>> = {
  en: { since: 'since', after: 'after', before: 'before', until: 'until|till|up to' },
  de: { since: 'seit|ab', after: 'nach', before: 'vor', until: 'bis' },
  es: { since: 'desde', after: 'despues de|tras', before: 'antes de', until: 'hasta' },
  fr: { since: 'depuis|des', after: 'apres', before: 'avant', until: `jusqu['’](?:en|au|a)` },
  it: { since: 'dal', after: 'dopo', before: 'prima di', until: 'fino a' },
  nl: { since: 'sinds|vanaf', after: 'na', before: 'voor', until: 'tot' },
  pt: { since: 'desde', after: 'depois de|apos', before: 'antes de', until: 'ate' },
}
const ARTICLES = `(?:(?:the|dem|der|el|la|le|il|de|o|a)${GAP})?`
/** "Two weeks before Christmas" is a time near that day, not all that lies before it. */
const NEAR =
  'days?|weeks?|months?|years?|night|evening|morning|eve|shortly|right|just|soon|not long|tage?|wochen?|monate?|jahre?|kurz|' +
  'dias?|semanas?|mes(?:es)?|anos?|poco|jours?|semaines?|mois|ans|juste|giorn[io]|settiman[ae]|dag(?:en)?|weken|maand(?:en)?'

const patternOf = (bounds: Bounds): RegExp => {
  const named = Object.entries(bounds).map(([bound, words]) => `(?<${bound}>${anyOf(words)})`)
  return new RegExp(`(?<!${START}${anyOf(NEAR)}${GAP})${START}(?:${named.join('|')})${GAP}${ARTICLES}`, 'gi')
}
const patterns = new Map(Object.entries(BOUNDS).map(([language, bounds]) => [language, patternOf(bounds)]))

/** Longer than any of these words with an article and with what may stand before. */
const REACH = 40

/** Which end of a time a date is, and where the word begins that says so. */
export type Bounded = { readonly bound: Bound; readonly at: number }

/**
 * Whether a date in a folded text is the end of an open time: by the word before it, or the first of those that were read
 * with it. In English and in the language named.
 */
export const boundOf = (text: string, { at, end, told }: Found, language: string): Bounded | undefined => {
  const start = Math.max(0, at - REACH)
  // In "vor zwei Wochen" the first word tells how long ago it was.
  const mayHold = told.some(({ kind }) => kind === 'month' || kind === 'season') || /\d{4}/.test(text.slice(at, end))
  for (const own of new Set([language, 'en']))
    for (const { groups = {}, index, 0: found } of text.slice(start, end).matchAll(patterns.get(own) ?? NEVER)) {
      const bound = SIDES.find((side) => groups[side] !== undefined)
      const [first, last] = [start + index, start + index + found.length]
      if (bound !== undefined && (last === at || (mayHold && first === at))) return { bound, at: first }
    }
  return undefined
}

const NEVER = /(?!)/g
const SIDES: readonly Bound[] = ['since', 'after', 'before', 'until']

const FIRST: Day = '1000-01-01'
const LAST: Day = '9999-12-30'

/** The open time that a date bounds; undefined where the date itself is not known, or nothing is left. */
export const openSpan = (
  told: DateMention,
  bound: Bound,
  { today, tense }: { readonly today: Day; readonly tense: Tense | undefined },
): Span | undefined => {
  const span = settled(told, { today, tense: tense ?? 'past', otherwise: 'past' })
  if (span === undefined) return undefined
  if (bound === 'before') return { from: FIRST, to: addDays(span.from, -1) }
  if (bound === 'until') return { from: FIRST, to: span.to }
  const from = bound === 'since' ? span.from : addDays(span.to, 1)
  return { from, to: from > today ? LAST : today }
}
