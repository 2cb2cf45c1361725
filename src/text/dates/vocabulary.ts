import { z } from 'zod'
import { readTable } from '../../config/package-info.js'
import type { dateWords } from '../date-words.js'
import { withoutMarks } from '../fold.js'
import { anyAlternative, knownOf } from '../languages.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import type { Counted, Day } from './day.js'

const notAscii = /[^\p{ASCII}]/gu
const wideDigit = /[\uff10-\uff19]/g

/** The text without accents, so that "marz" matches "März"; full-width digits become ASCII. Case is kept. */
const folded = (text: string): string =>
  // The marks that stand alone go first: decomposing heaps of them takes time that grows with their square.
  withoutMarks(text.replace(/\p{Mn}+/gu, '')).replace(wideDigit, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - 0xfee0),
  )

/** The same for composed text, letter by letter, so that offsets do not change. */
export const foldedInPlace = (text: string): string =>
  text.replace(notAscii, (letter) => {
    const plain = folded(letter)
    return plain.length === letter.length ? plain : letter
  })

/** White space between two words of an expression; bounded, so that long runs do not backtrack. */
const GAP = String.raw`\s{1,3}`
/** Letters and digits of scripts with spaces, for a character class. Listed: Unicode classes compile far slower. */
const SIGNS = String.raw`\w\u00c0-\u06ff\u1e00-\u1fff`
const START = `(?<![${SIGNS}])`
const END = `(?![${SIGNS}])`

/** The alternatives with accents folded. */
const group = (alternatives: string): string => `(?:${folded(alternatives)})`

/** A pattern that finds every complete occurrence of an expression. */
const whole = (source: string): RegExp => new RegExp(`${START}${source}${END}`, 'gi')

export type Vocabulary = z.infer<typeof dateWords>

/** The entries of a list; each is part of a pattern. */
const entriesOf = (list = ''): readonly string[] => list.split(', ').filter((entry) => entry !== '')

export const FEW = [2, 5] as const

type Meaning<T> = (word: string | undefined) => T | undefined

const meaning = <T>(entries: readonly (readonly [words: string | undefined, meant: T])[]): Meaning<T> => {
  const known = entries
    .filter(([words = '']) => words !== '')
    .map(([words = '', meant]) => ({ whole: new RegExp(`^(?:${folded(words)})$`, 'i'), meant }))
  return (word) => (word === undefined ? undefined : known.find(({ whole }) => whole.test(word))?.meant)
}

const numbered = (list: string | undefined, first = 0) =>
  (list?.split(', ') ?? []).map((words, index) => [words, index + first] as const)

/** In the northern hemisphere: spring, summer, autumn, winter. */
const SEASON_MONTHS = [3, 6, 9, 12]

const unitsIn = ({ units, seasons }: Vocabulary): readonly (readonly [string, Counted])[] => [
  [units.day, 'day'],
  [units.week, 'week'],
  [units.weekend, 'weekend'],
  [units.month, 'month'],
  [units.year, 'year'],
  ...seasons.map((words, index) => [words, { month: SEASON_MONTHS[index] ?? 1, months: 3 }] as const),
]

/** Compiles the look-up of single words in one language. */
const wordsIn = (v: Vocabulary) => {
  const inFull = meaning(numbered(v.months))
  const month = meaning([...numbered(v.months, 1), ...numbered(v.short, 1)])
  const spelt = meaning<readonly [number, number]>([
    [v.few, FEW],
    ...numbered(v.numbers, 1).map(([words, number]) => [words, [number, number]] as const),
  ])
  return {
    month: (word: string) => month(word.replace(/\.$/, '')),
    /** An abbreviated month. */
    isShort: (word: string) => inFull(word) === undefined,
    weekday: meaning([...numbered(v.weekdays), ...numbered(v.shortWeekdays)]),
    season: meaning(v.seasons.map((words, index) => [words, SEASON_MONTHS[index] ?? 1] as const)),
    feast: meaning(v.feasts.map(([words, month, day]) => [words, { month, day }] as const)),
    day: meaning(v.days),
    counted: meaning(unitsIn(v)),
    step: meaning([...v.before, ...v.after]),
    unnumbered: v.unnumbered,
    count: (word = ''): readonly [number, number] | undefined =>
      /^\d+$/.test(word) ? [Number(word), Number(word)] : spelt(word),
    /** A month, a season or a weekday that has another meaning. */
    doubtful: meaning([[v.doubtful, true]]),
    doubtfulWeekday: meaning([[v.doubtfulWeekdays, true]]),
    isWeekdayFirm: v.on === undefined,
    /** Words that open a span with "and" between its ends. */
    opens: meaning([[v.between, true]]),
    quarter: meaning(numbered(v.ordinals, 1)),
    isQuarter: meaning([[v.quarter, true]]),
    /** "Next" before a weekday in the next week. */
    nextWeek: meaning([[v.ofNextWeek, true]]),
    half: meaning(numbered(v.parts?.halves)),
    weekOfMonth: meaning(numbered(v.parts?.weeks)),
    nth: meaning(numbered(v.nth?.names)),
  }
}
export type Words = ReturnType<typeof wordsIn>

/** The alternatives of each entry, by its name: `units.day`. Lists are alternatives, too. */
const fragmentsIn = (value: unknown, name = ''): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[name, entriesOf(value).join('|')]]
  if (Array.isArray(value)) return [[name, value.map((entry) => (Array.isArray(entry) ? entry[0] : entry)).join('|')]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, own]) => fragmentsIn(own, name === '' ? key : `${name}.${key}`))
}

const all = [...knownOf('dates').values()]

const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const names = all.flatMap(({ months, short }) => [months, short].map((list) => list?.split(', ')[month] || undefined))
  return new RegExp(`^${group(anyAlternative(names))}$`, 'i')
})

/** 1 to 12 by a name or its abbreviation in any language; 0 for another word. */
export const monthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((names) => names.test(folded(name ?? ''))) + 1

const inAny = (part: 'amounts' | 'clock' | 'decadeEnd' | 'link' | 'ordinal') =>
  anyAlternative(all.map((own) => own[part]))

const form = z.tuple([z.string(), z.string()])
/** The ways to write dates: what each is, and its pattern with fragments of a language; in order. */
export const FORMS = readTable(
  'text/date-forms.json',
  z.strictObject({
    /**
     * The same in any language. `rareYear`: behind a comma, or at an end and no time of day: "15 March 1400", not "3 May 1200
     * guests". `monthName`: a short name may end in a full stop before a number; by `noLetter` a day may follow without a space.
     */
    parts: z.record(z.string(), z.string()),
    /** Spans of years and quarters: read before a single year is. */
    spans: z.array(form),
    /** The first three as programs write them: `Wed Feb 11 18:02:10 2026`, `20260211T180210` in calendars. */
    anyDigits: z.array(form),
    /** Month or day first. A score or a fraction is no day: "18/20 points". */
    englishDigits: z.array(form),
    /** The day first. A year of two digits behind full stops is one only here: in English it may be a number of a version. */
    otherDigits: z.array(form),
    /** Whole expressions come before what they consist of: "from today" is not today. */
    words: z.array(form),
    /** Read last, so that the year of a full date is not read separately. */
    years: z.array(form),
    /**
     * What makes two dates one: `to` or `and` between the ends of a span, which is opened before its first date or by a part of
     * it (`opens`); `beside` between a weekday and its date: "Friday, the 3rd of May".
     */
    ties: z.record(z.enum(['to', 'and', 'opened', 'opens', 'beside']), z.string()),
    /** A day with its year, beside which a time of day may stand. */
    moments: z.array(z.string()),
    /** Minutes to the east of Greenwich, by the names of time zones. */
    zones: z.record(z.string(), z.number()),
  }),
)

/** What stands for itself in any language. */
const fixed: readonly (readonly [string, string])[] = [
  ...Object.entries(FORMS.parts),
  ['gap', GAP],
  ['start', START],
  ['end', END],
  ['signs', SIGNS],
  ['amounts', group(inAny('amounts'))],
  ['amount', `(?:${group(inAny('clock'))}|${group(inAny('amounts'))})`],
  ['decadeEnd', group(inAny('decadeEnd'))],
  // Behind the number of a day, and between it, its month and its year.
  ['mark', `(?:${group(inAny('ordinal'))}|[.ºª])`],
  ['anyLink', group(inAny('link'))],
]

const REFERENCE = /\{(\??)([a-z][A-Za-z.]*)\}/g

/** Fills in `{months}` and the like; undefined where one is unknown. `{?link}` may be: it then matches nothing. */
const fillerOf = (known: ReadonlyMap<string, string>) => {
  const fill = (template: string): string | undefined => {
    let isWhole = true
    const filled = template.replace(REFERENCE, (_, optional: string, name: string) => {
      const pattern = known.get(name)
      const found = pattern === undefined ? undefined : fill(pattern)
      if (found === undefined && optional === '') isWhole = false
      return found ?? '(?!)'
    })
    return isWhole ? filled : undefined
  }
  return fill
}

const fillAny = fillerOf(new Map(fixed))
/** A pattern of any language. */
export const filledIn = (template: string): string => fillAny(template) ?? '(?!)'

/** What stands for itself in any language is the same in each. */
const knownIn = (v: Vocabulary): ReadonlyMap<string, string> => {
  const own = [...fragmentsIn(v).filter(([, words]) => words !== ''), ...computed(v)]
  return new Map([...own.map(([name, words]) => [name, group(words)] as const), ...fixed])
}

const computed = (v: Vocabulary): readonly (readonly [string, string])[] => [
  ['of', anyAlternative([v.link, v.parts?.of, v.nth?.of]) || '(?!)'],
  ['anyWeekday', anyAlternative([...entriesOf(v.weekdays), ...entriesOf(v.shortWeekdays)])],
  ['anyUnit', anyAlternative([...Object.values(v.units), ...v.seasons])],
]

/** The patterns that connect two dates, with the words of any of these languages. */
export const tiesIn = (...vocabularies: readonly Vocabulary[]) => {
  const tied = ['to', 'and', 'between', 'articles'] as const
  const words = tied.map((name) => [name, group(anyAlternative(vocabularies.map((v) => v[name])))] as const)
  const fill = fillerOf(new Map([...words, ...fixed]))
  const tie = (pattern: string): RegExp => new RegExp(fill(pattern) ?? '(?!)', 'i')
  return {
    to: tie(FORMS.ties.to),
    and: tie(FORMS.ties.and),
    opened: tie(FORMS.ties.opened),
    opens: tie(FORMS.ties.opens),
    beside: tie(FORMS.ties.beside),
  }
}

/** What is meant by a form of dates that matches. */
export type Read = (groups: Groups, today: Day, words: Words) => readonly DateMention[] | null

/** Compiles the forms that a language has. Those in digits may stand beside letters. */
export const phrasesIn = (v: Vocabulary, readings: Readonly<Record<string, Read>>) => {
  const fill = fillerOf(knownIn(v))
  const words = wordsIn(v)
  return (forms: readonly z.infer<typeof form>[], isInDigits = false): readonly Phrase[] =>
    forms.flatMap(([kind, template]) => {
      const filled = fill(template)
      const read = readings[kind]
      if (read === undefined) throw new Error(`what a date of the form ${kind} means is unknown`)
      if (filled === undefined) return []
      const pattern = isInDigits ? new RegExp(filled, 'gi') : whole(filled)
      return [{ pattern, read: (groups: Groups, today: Day) => read(groups, today, words) }]
    })
}
