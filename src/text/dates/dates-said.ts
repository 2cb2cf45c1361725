import { composed } from '../fold.js'
import { anyAlternative, knownOf } from '../languages.js'
import { type DatesAt, type DateMention as Mentioned, resolved } from './date-mention.js'
import type { Day, Span } from './day.js'
import { findDates as findMentions } from './find-dates.js'
import { SENTENCE_END, type Tense, tenseAt } from './tense.js'
import { foldedInPlace } from './vocabulary.js'

/** A date expression as written and the days it means, both ends included. */
export type DateMention = { readonly text: string } & Span

const LIMIT = 8
/** Longer lines are read in stretches of this length, so that the cost stays linear. */
const STRETCH = 600
/** At most this much of a text is searched for dates. */
const READ = 100_000

/** Recurring days are not dates. */
const RECURRING = new RegExp(
  String.raw`(?<!\p{L})(?:${anyAlternative([...knownOf('dates').values()].map(({ recurring }) => recurring))})\s(?:\p{L}+\s){0,2}$`,
  'iu',
)
/** Words allowed between a month and its year: "in June of last year". */
const CLOSE = /^[\s,]*(?:\p{L}{1,4}['’]?[\s,]*){0,2}$/u

type Text = { readonly text: string; readonly today: Day; readonly language: string }

/** Assigns a year to the month next to it, or to the month in the sentence that the year opens. */
const withYear = (found: readonly DatesAt[], text: string): readonly DatesAt[] => {
  const used = new Set<DatesAt>()
  const dated = found.map((each, index) => {
    const [told] = each.told
    if (each.told.length > 1 || (told?.kind !== 'month' && told?.kind !== 'season') || told.year !== null) return each
    const year = besides(found, index, text).find((other) => other.told[0]?.kind === 'year' && !used.has(other))
    const [of] = year?.told ?? []
    if (!year || of?.kind !== 'year') return each
    used.add(year)
    const [at, end] = CLOSE.test(text.slice(Math.min(each.end, year.end), Math.max(each.at, year.at)))
      ? [Math.min(each.at, year.at), Math.max(each.end, year.end)]
      : [each.at, each.end]
    return { at, end, told: [{ ...told, year: of.year, firm: true }] }
  })
  return dated.filter((each) => !used.has(each))
}

/** The mentions next to one: before it in the same sentence, or close after it. */
const besides = (found: readonly DatesAt[], index: number, text: string): readonly DatesAt[] => {
  const [before, each, after] = [found[index - 1], found[index], found[index + 1]]
  if (each === undefined) return []
  return [
    ...(before && text.slice(before.end, each.at).search(SENTENCE_END) < 0 ? [before] : []),
    ...(after && CLOSE.test(text.slice(each.end, after.at)) ? [after] : []),
  ]
}

/** Whether a mention is a date in a statement: not a bare month name, and not "in two weeks" in the past tense. */
const counts = (told: Mentioned, tense: Tense | undefined): boolean => {
  switch (told.kind) {
    case 'month':
    case 'year':
      return told.firm
    case 'season':
      return told.year !== null || told.day !== null || (told.firm && tense !== undefined)
    case 'span':
      return told.vague !== true && !(told.ahead !== undefined && tense === 'past')
    default:
      return true
  }
}

const eraOf = (part: 'dates' | 'unspacedDates') =>
  `(?:${[...knownOf(part).values()].flatMap(({ era = [] }) => era).join('|')})`
/** The year may be a part of the mention. */
const ERA_AFTER_YEAR = new RegExp(String.raw`^\s?${eraOf('dates')}(?![\p{L}\d])`, 'u')
const YEAR_BEFORE_ERA = /^,?\s(?:\p{L}{1,4}\s)?\d{1,4}(?=\s?\p{L})/u
const ERA_BEFORE_YEAR = new RegExp(String.raw`${eraOf('unspacedDates')}\s?\d{1,4}\s?[年년]\s?$`, 'u')
/** Such a year is one of our era, and the letters behind it are others: "3 May 2024 BC Hydro". */
const OUR_YEARS = /(?:19|20)\d\d$/
/** Longer than a year and its era. */
const ERA_REACH = 40

/** "15 March 44 BC": days have no year before 1000. */
const isOfOtherEra = ({ at, end }: DatesAt, text: string): boolean => {
  const written = text.slice(at, end)
  const after = text.slice(end, end + ERA_REACH)
  const [year = ''] = YEAR_BEFORE_ERA.exec(after) ?? []
  const isNamed = year !== '' || (/\d$/.test(written) && !OUR_YEARS.test(written))
  if (isNamed && ERA_AFTER_YEAR.test(after.slice(year.length))) return true
  return ERA_BEFORE_YEAR.test(text.slice(Math.max(0, at - ERA_REACH), at))
}

const meant = (mention: DatesAt, { text, today, language }: Text): readonly Span[] => {
  const { at, end, told } = mention
  if (isOfOtherEra(mention, text)) return []
  if (RECURRING.test(text.slice(Math.max(0, at - 30), at))) return []
  const tense = tenseAt(text, [at, end], language)
  return told
    .filter((each) => counts(each, tense))
    .flatMap((each) => resolved(each, { today, tense, otherwise: 'future' }) ?? [])
}

const datesIn = (stretch: Text): readonly DateMention[] => {
  const found = findMentions(foldedInPlace(stretch.text), stretch.today, stretch.language)
  return withYear(found, stretch.text).flatMap((each) =>
    meant(each, stretch).map(({ from, to }) => ({ text: stretch.text.slice(each.at, each.end), from, to })),
  )
}

const stretches = (text: string): readonly string[] =>
  composed(text.slice(0, READ))
    .split('\n')
    .flatMap((line) => (line.length <= STRETCH ? [line] : (line.match(/.{1,600}(?:\s|$)|.{1,600}/gsu) ?? [])))

/**
 * At most 8 date expressions in text order: days, weeks (from Monday), weekends, months, quarters, seasons, years.
 * `today` and the tense around resolve relative ones. `language`: ISO 639-1; English is read in every text.
 */
export const findDates = (text: string, today: Day, language = 'en'): readonly DateMention[] => {
  const found: DateMention[] = []
  for (const stretch of stretches(text)) {
    found.push(...datesIn({ text: stretch, today, language }))
    if (found.length >= LIMIT) break
  }
  return found.slice(0, LIMIT)
}
