import type { DateMention, Groups, Phrase } from './date-mention.js'
import { addDays, type Day, dayFrom, monthOf, monthSpan, type Span, weekSpan, yearOf } from './day.js'
import { anyOf, GAP, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

/** Words for parts of a month or a year; each entry has the form of a `Vocabulary` entry. */
type Parts = {
  readonly start: string
  readonly middle: string
  readonly end: string
  /** The word between part and whole; optional in languages that omit it. */
  readonly of: string
  /** First and second, separated by commas. */
  readonly halves: string
  /** First to fourth, and last, separated by commas. */
  readonly weeks: string
  /** "Two days before yesterday", and after. */
  readonly before: string
  readonly after: string
}

const english: Parts = {
  start: 'start|beginning',
  middle: 'middle',
  end: 'end',
  of: 'of the|of this|of',
  halves: 'first half, second half|latter half',
  weeks: 'first week, second week, third week, fourth week, last week',
  before: 'before',
  after: 'after',
}

export const partsOf: Readonly<Record<string, Parts>> = {
  en: english,
  de: {
    start: 'anfang',
    middle: 'mitte',
    end: 'ende',
    of: 'des jahres|des|dieses|diesen|im|von|in',
    halves: 'ersten? hälfte|erstes halbjahr|ersten halbjahr, zweiten? hälfte|zweites halbjahr|zweiten halbjahr',
    weeks: 'ersten? woche, zweiten? woche, dritten? woche, vierten? woche, letzten? woche',
    before: 'vor',
    after: 'nach',
  },
  es: {
    start: 'principios?|inicios?|comienzos?',
    middle: 'mediados',
    end: 'finales|fines|final|fin',
    of: 'del año|del|de este|de',
    halves: 'primera mitad|primer semestre, segunda mitad|segundo semestre',
    weeks: 'primera semana, segunda semana, tercera semana, cuarta semana, última semana',
    before: 'antes de',
    after: 'después de',
  },
  fr: {
    start: 'début',
    middle: 'milieu',
    end: 'fin',
    of: `du|de la|de l['’]année|de ce|de`,
    halves: 'première moitié|premier semestre, seconde moitié|deuxième moitié|second semestre|deuxième semestre',
    weeks: 'première semaine, deuxième semaine|seconde semaine, troisième semaine, quatrième semaine, dernière semaine',
    before: 'avant',
    after: 'après',
  },
  it: {
    start: 'inizio',
    middle: 'metà',
    end: 'fine',
    of: `del|di questo|di|dell['’]anno|dell`,
    halves: 'prima metà|primo semestre, seconda metà|secondo semestre',
    weeks: 'prima settimana, seconda settimana, terza settimana, quarta settimana, ultima settimana',
    before: 'prima di',
    after: 'dopo',
  },
  nl: {
    start: 'begin',
    middle: 'midden',
    end: 'einde?',
    of: 'van de|van het|van deze|van dit|van|in',
    halves: 'eerste helft, tweede helft',
    weeks: 'eerste week, tweede week, derde week, vierde week, laatste week',
    before: 'voor',
    after: 'na',
  },
  pt: {
    start: 'início|começo',
    middle: 'meio|meados',
    end: 'fim|final',
    of: 'do ano|do|deste|de',
    halves: 'primeira metade|primeiro semestre, segunda metade|segundo semestre',
    weeks: 'primeira semana, segunda semana, terceira semana, quarta semana, última semana',
    before: 'antes de',
    after: 'depois de',
  },
}

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`

/**
 * Parts of a month or a year, and days counted from a named day. Applied before the phrases that read their components.
 */
export const partPhrases = (v: Vocabulary, words: Words, parts: Parts): readonly Phrase[] => {
  const part = `(?:(?<start>${anyOf(parts.start)})|(?<middle>${anyOf(parts.middle)})|(?<end>${anyOf(parts.end)}))`
  const of = `(?:${GAP}${anyOf(parts.of)})?`
  const unit = `(?:(?<week>${anyOf(v.units.week)})|(?<month>${anyOf(v.units.month, 'monats|mes')})|(?<whole>${anyOf(v.units.year)}))`
  const count = `(?<count>\\d{1,2}|${anyOf(...entriesOf(v.numbers))})`
  const day = `(?<day>${anyOf(...v.days.map(([name]) => name))})`
  const inMonth = `(?<month>${anyOf(...entriesOf(v.months))})(?:,?${GAP}${YEAR})?`
  const [half, week] = [parts.halves, parts.weeks].map((list) => `(?<part>${anyOf(...entriesOf(list))})`)
  const [before, after] = [parts.before, parts.after].map((each) => anyOf(each))
  return [
    {
      pattern: whole(`${count}${GAP}${anyOf(v.units.day)}${GAP}(?:(?<before>${before})|${after})${GAP}${day}`),
      read: (groups, today) => countedFrom(groups, words, today),
    },
    {
      pattern: whole(`${half}${of}${GAP}(?:${YEAR}|(?<whole>${anyOf(v.units.year)})(?!${GAP}\\d))`),
      read: ({ part: name = '', year }, today) => {
        const first = 6 * placeIn(parts.halves, name) + 1
        return [{ kind: 'span', ...monthSpan(year === undefined ? yearOf(today) : Number(year), first, 6), around: 0 }]
      },
    },
    {
      pattern: whole(`${half}${of}${GAP}${inMonth}`),
      read: (groups) => inNamed(groups, words, placeIn(parts.halves, groups.part ?? '') === 0 ? [1, 15] : [16, 31]),
    },
    {
      pattern: whole(`${week}${of}${GAP}${inMonth}`),
      read: (groups) => inNamed(groups, words, weekIn(placeIn(parts.weeks, groups.part ?? ''))),
    },
    { pattern: whole(`${part}${of}${GAP}${unit}(?!${GAP}\\d)`), read: partOf },
  ]
}

const placeIn = (list: string, name: string): number =>
  Math.max(
    0,
    entriesOf(list).findIndex((each) => new RegExp(`^${anyOf(each)}$`, 'i').test(name)),
  )

const LAST_WEEK: readonly [number, number] = [25, 31]
const weekIn = (place: number): readonly [number, number] => (place > 3 ? LAST_WEEK : [7 * place + 1, 7 * place + 7])

/** A day after the end of the month becomes its last day. */
const inNamed = ({ month: name = '', year }: Groups, words: Words, [day, lastDay]: readonly [number, number]) => {
  const month = words.month(name)
  if (month === undefined) return []
  const told: DateMention = {
    kind: 'month',
    month,
    day,
    lastDay,
    year: year === undefined ? null : Number(year),
    firm: true,
  }
  return [told]
}

const countedFrom = ({ count = '', day = '', before }: Groups, words: Words, today: Day): readonly DateMention[] => {
  const [distance, many] = [words.day(day), words.count(count)?.[0]]
  if (distance === undefined || many === undefined) return []
  return [{ kind: 'day', day: addDays(today, distance + (before === undefined ? many : -many)) }]
}

/** Thirds of the current month, year or week. */
const partOf = ({ start, middle, week, month }: Groups, today: Day): readonly DateMention[] => {
  const third = start !== undefined ? 0 : middle !== undefined ? 1 : 2
  const span =
    week !== undefined ? ofWeek(third, today) : month !== undefined ? ofMonth(third, today) : ofYear(third, today)
  return [{ kind: 'span', ...span, around: 0 }]
}

const ofWeek = (third: number, today: Day): Span => {
  const { from } = weekSpan(today)
  const [first, last] = [[0, 1] as const, [2, 3] as const, [4, 6] as const][third] ?? [0, 6]
  return { from: addDays(from, first), to: addDays(from, last) }
}

const ofMonth = (third: number, today: Day): Span => {
  const month = monthSpan(yearOf(today), monthOf(today))
  const day = (date: number): Day => dayFrom(yearOf(today), monthOf(today), date) ?? month.to
  return { from: day(10 * third + 1), to: third === 2 ? month.to : day(10 * third + 10) }
}

const ofYear = (third: number, today: Day): Span =>
  monthSpan(yearOf(today), [1, 5, 10][third] ?? 1, third === 1 ? 4 : 3)
