import type { z } from 'zod'
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
export const GAP = String.raw`\s{1,3}`
/**
 * Letters and digits of scripts that use spaces, for a character class. Listed, because Unicode classes take many times
 * as long to compile.
 */
export const SIGNS = String.raw`\w\u00c0-\u06ff\u1e00-\u1fff`
export const START = `(?<![${SIGNS}])`
const END = `(?![${SIGNS}])`

/** A group of the alternatives with accents folded; empty where there are none. */
export const anyOf = (...words: readonly (string | undefined)[]): string => {
  const given = words.filter((word) => word !== undefined)
  return given.length === 0 ? '(?!)' : `(?:${folded(given.join('|'))})`
}

/** A pattern that finds every complete occurrence of an expression. */
const whole = (source: string): RegExp => new RegExp(`${START}${source}${END}`, 'gi')

export type Vocabulary = z.infer<typeof dateWords>

/** The entries of a list; each is part of a pattern. */
const entriesOf = (list = ''): readonly string[] => list.split(', ').filter((entry) => entry !== '')

export const FEW = [2, 5] as const

/** The meaning of a written word, or undefined. */
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

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  anyOf(...all.flatMap(({ months, short }) => [months, short].map((list) => list?.split(', ')[month] || undefined))),
).map((names) => new RegExp(`^${names}$`, 'i'))

/** 1 to 12 by a name or its abbreviation in any language; 0 for another word. */
export const monthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((names) => names.test(folded(name ?? ''))) + 1

const inAny = (part: 'amounts' | 'clock' | 'decadeEnd' | 'link' | 'ordinal') =>
  anyAlternative(all.map((own) => own[part]))
const group = (alternatives: string): string => `(?:${folded(alternatives)})`
const AMOUNT = `(?:${group(inAny('clock'))}|${group(inAny('amounts'))})`

/** Behind the number of a day, and between it, its month and its year, in any language. */
export const ORDINAL = `(?:${group(inAny('ordinal'))}|[.ºª])`
export const LINK = group(inAny('link'))

/** What stands for itself in any language. */
const fixed: readonly (readonly [string, string])[] = [
  ['gap', GAP],
  ['end', END],
  ['year', String.raw`(?<year>(?:19|20)\d\d)`],
  ['amounts', group(inAny('amounts'))],
  ['decadeEnd', group(inAny('decadeEnd'))],
  ['mark', ORDINAL],
  /** Behind a number without a mark of order: an end, or the time of day. */
  ['ends', String.raw`(?=\s*(?:[.,;!?)]|$)|\s{?numbered.ends}\s)`],
  /** A number before these is no day of a month. */
  ['noDay', String.raw`(?![${SIGNS}]|[.:,]\d|\s?(?:%|${AMOUNT}${END}))`],
]

const REFERENCE = /\{(\??)([a-z][A-Za-z.]*)\}/g

/**
 * Fills in the words of a language for `{months}` and the like. Undefined where the language has none of them; `{?link}` may be
 * missing, and matches nothing then.
 */
const fillerOf = (v: Vocabulary): ((template: string) => string | undefined) => {
  const own = new Map([...fragmentsIn(v).filter(([, words]) => words !== ''), ...computed(v)])
  for (const [name, words] of own) own.set(name, group(words))
  for (const [name, pattern] of fixed) own.set(name, pattern)
  const fill = (template: string): string | undefined => {
    let isWhole = true
    const filled = template.replace(REFERENCE, (_, optional: string, name: string) => {
      const found = own.get(name)
      if (found === undefined && optional === '') isWhole = false
      return found === undefined ? '(?!)' : (fill(found) ?? '(?!)')
    })
    return isWhole ? filled : undefined
  }
  return fill
}

const computed = (v: Vocabulary): readonly (readonly [string, string])[] => [
  ['of', anyAlternative([v.link, v.parts?.of, v.nth?.of]) || '(?!)'],
  ['anyWeekday', anyAlternative([...entriesOf(v.weekdays), ...entriesOf(v.shortWeekdays)])],
  ['anyUnit', anyAlternative([...Object.values(v.units), ...v.seasons])],
]

/** One way to write dates: a pattern of whole words with the fragments of a language, and what it means. */
export type Form = readonly [
  template: string,
  read: (groups: Groups, today: Day, words: Words) => readonly DateMention[] | null,
]

/** Compiles the forms that a language has. */
export const phrasesIn = (v: Vocabulary): ((forms: readonly Form[]) => readonly Phrase[]) => {
  const fill = fillerOf(v)
  const words = wordsIn(v)
  return (forms) =>
    forms.flatMap(([template, read]) => {
      const filled = fill(template)
      return filled === undefined
        ? []
        : [{ pattern: whole(filled), read: (groups: Groups, today: Day) => read(groups, today, words) }]
    })
}
