import { knownOf } from '../languages.js'
import { away, awayBetween, type Counted, weekdayOf } from './counted.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { addDays, type Day } from './day.js'
import { folded } from './pattern.js'

const UNITS: readonly (readonly [RegExp, Counted])[] = [
  [/^(?:天|日)/, 'day'],
  [/周|週|星期|礼拜|禮拜/, 'week'],
  [/月/, 'month'],
  [/年/, 'year'],
]
const DIGITS = '〇一二三四五六七八九十'

/** Numbers up to 99 in digits of either script, as a range; the word for "several" is 2 to 5. */
const countOf = (written: string): readonly [number, number] => {
  if (/[数數几幾]/.test(written)) return [2, 5]
  const number = numberOf(written)
  return [number, number]
}
const numberOf = (written: string): number => {
  if (/^\d/.test(written)) return Number(written)
  const [tens = '', ones = ''] = written.includes('十') ? written.split('十') : ['', written]
  const ten = written.includes('十') ? (tens === '' ? 1 : digitOf(tens)) : 0
  return ten * 10 + (ones === '' ? 0 : digitOf(ones))
}
const digitOf = (digit: string): number => (/[两兩]/.test(digit) ? 2 : Math.max(DIGITS.indexOf(digit), 0))

const longestFirst = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(folded)
    .join('|')
/** Chinese and Japanese write dates alike and without spaces, so they share one list of words. */
const known = ['zh', 'ja'].flatMap((language) => knownOf('unspacedDates').get(language) ?? [])
const meanings = <T>(entries: readonly (readonly [words: string, meant: T])[]): ReadonlyMap<string, T> =>
  new Map(entries.flatMap(([words, meant]) => words.split('|').map((word) => [folded(word), meant])))
const days = meanings(known.flatMap((words) => words.days))
const steps = meanings(
  known.flatMap((words) => words.steps.map(([names, unit, distance]) => [names, [unit, distance] as const] as const)),
)

const N = String.raw`(?:\d{1,3}|[一二三四五六七八九十两兩]{1,3}|[数數几幾])`
const SEASON = '春夏秋冬'

const calendar = ({ year, month, day }: Groups): readonly DateMention[] => {
  const number = numberOf(month ?? '')
  if (number < 1 || number > 12) return []
  const date = day === undefined ? null : numberOf(day)
  return [
    {
      kind: 'month',
      month: number,
      day: date !== null && date <= 31 ? date : null,
      lastDay: null,
      year: year ? Number(year) : null,
      firm: true,
    },
  ]
}

const stepped = ({ step = '', weekday }: Groups, today: Day): readonly DateMention[] => {
  const [unit, distance] = steps.get(step) ?? ['day', 0]
  if (unit !== 'week' || weekday === undefined) return away(unit, distance, today)
  return [{ kind: 'day', day: weekdayOf(dayOfWeek(weekday), distance, today) }]
}

/** 0 is Monday. */
const dayOfWeek = (name: string): number => (/[日天]/.test(name) ? 6 : '一二三四五六月火水木金土'.indexOf(name) % 6)

const seasonOf = ({ season = '', year }: Groups): readonly DateMention[] => [
  {
    kind: 'season',
    month: 3 + 3 * SEASON.indexOf(season),
    months: 3,
    day: null,
    year: year ? Number(year) : null,
    firm: false,
  },
]

/** Dates in Chinese and Japanese. */
export const hanPhrases: readonly Phrase[] = [
  {
    pattern:
      /(?:(?<!\d)(?<year>[12]\d{3})\s?年\s?)?(?<!\d)(?<month>\d{1,2}|[一二三四五六七八九十]{1,2})\s?月(?:\s?(?<day>\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号號])?(?!前|曜)/gu,
    read: calendar,
  },
  {
    pattern: new RegExp(
      `(?<count>${N})\\s?(?:个|個|[ヶケかカ箇]|つ)?(?<unit>天|日|周间?|週間?|星期|礼拜|禮拜|月|年)(?:之前|以前|前)`,
      'gu',
    ),
    read: ({ count = '', unit = '' }, today) => {
      const [low, high] = countOf(count)
      const what = UNITS.find(([written]) => written.test(unit))?.[1] ?? 'day'
      return awayBetween(what, [-low, -high], today)
    },
  },
  {
    pattern: new RegExp(
      `(?<step>${longestFirst([...steps.keys()])})(?:の?(?<weekday>[月火水木金土日])曜|(?<!末)(?<other>[一二三四五六日天]))?`,
      'gu',
    ),
    read: ({ step, weekday, other }, today) => stepped({ step, weekday: weekday ?? other }, today),
  },
  {
    pattern:
      /(?<!(?:[每毎隔][周週]?个?|[\d一二三四五六七八九十两兩几幾]个?))(?:(?:周|週|星期|礼拜|禮拜)(?<other>[一二三四五六日天])(?!起|班)|(?<weekday>[月火水木金土日])曜日?)(?!ごと|毎)/gu,
    read: ({ weekday, other = '' }) => [
      { kind: 'weekday', weekday: dayOfWeek(weekday ?? other), this: false, firm: true },
    ],
  },
  {
    pattern: new RegExp(`(?<word>${longestFirst([...days.keys()])})`, 'gu'),
    read: ({ word = '' }, today) => [{ kind: 'day', day: addDays(today, days.get(word) ?? 0) }],
  },
  {
    pattern: /(?:(?<year>(?:19|20)\d\d)年の?)?(?<season>[春夏秋冬])(?:天|季|休み|に|の)/gu,
    read: seasonOf,
  },
  {
    pattern: /(?<!\d)(?<year>(?:19|20)\d\d)\s?年(?!前)/gu,
    read: ({ year }) => [{ kind: 'year', year: Number(year), firm: true }],
  },
  {
    pattern: /クリスマス|圣诞|聖誕/gu,
    read: () => [{ kind: 'season', month: 12, months: 1, day: null, year: null, firm: false }],
  },
]
