import { knownOf } from '../languages.js'
import { away, awayBetween, type Counted, weekdayOf } from './counted.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { addDays, type Day } from './day.js'
import { folded } from './pattern.js'

const { days: DAYS = [], steps: STEPS = [] } = knownOf('unspacedDates').get('ko') ?? {}
const UNITS: readonly (readonly [begins: string, what: Counted])[] = [
  ['일', 'day'],
  ['주', 'week'],
  ['달', 'month'],
  ['개', 'month'],
  ['년', 'year'],
]
const COUNTS = '한두세네'
const WEEKDAYS = ['월', '화', '수', '목', '금', '토', '일']
const SEASONS = ['봄', '여름', '가을', '겨울']

const calendar = ({ year, month = '', day }: Groups): readonly DateMention[] => {
  const number = Number(month)
  if (number < 1 || number > 12) return []
  const date = day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : null
  return [{ kind: 'month', month: number, day: date, lastDay: null, year: year ? Number(year) : null, firm: true }]
}

/** "3일 전", "두 달 전"; "몇", several, is 2 to 5. */
const before: Phrase['read'] = ({ count = '', unit = '' }, today) => {
  const written = COUNTS.indexOf(count.normalize('NFC')) + 1
  const exact = /^\d/.test(count) ? Number(count) : written
  const [low, high] = exact > 0 ? [exact, exact] : [2, 5]
  const what = UNITS.find(([begins]) => unit.normalize('NFC').startsWith(begins))?.[1] ?? 'day'
  return awayBetween(what, [-low, -high], today)
}

const stepped =
  (what: Counted, steps: number): Phrase['read'] =>
  ({ weekday }, today: Day) => {
    const wanted = WEEKDAYS.indexOf(weekday?.normalize('NFC') ?? '')
    return wanted < 0 ? away(what, steps, today) : [{ kind: 'day', day: weekdayOf(wanted, steps, today) }]
  }

const seasonOf = ({ season = '', year }: Groups): readonly DateMention[] => [
  {
    kind: 'season',
    month: 3 + 3 * SEASONS.indexOf(season.normalize('NFC')),
    months: 3,
    day: null,
    year: year ? Number(year) : null,
    firm: false,
  },
]

const ANY_YEAR = String.raw`(?<!\d)(?<year>[12]\d{3})\s?년`
const YEAR = String.raw`(?<!\d)(?<year>(?:19|20)\d\d)\s?년`

const ALL: readonly (readonly [source: string, read: Phrase['read']])[] = [
  [String.raw`(?:${ANY_YEAR}\s?)?(?<!\d)(?<month>\d{1,2})\s?월(?!요)(?:\s?(?<day>\d{1,2})\s?일(?!요))?`, calendar],
  [String.raw`(?<!\d)(?<count>\d{1,3}|몇|한|두|세|네)\s?(?<unit>일|주일|주|달|개월|년)\s?전`, before],
  ...STEPS.map(([words, what, steps]): readonly [string, Phrase['read']] => [
    what === 'week' ? String.raw`(?:${words})(?!말)(?:\s?(?<weekday>${WEEKDAYS.join('|')})요일)?` : `(?:${words})`,
    stepped(what, steps),
  ]),
  ...DAYS.map(([words, days]): readonly [string, Phrase['read']] => [
    String.raw`(?<!\p{Script=Hangul})(?:${words})`,
    (_, today) => [{ kind: 'day', day: addDays(today, days) }],
  ]),
  [String.raw`(?:${YEAR}\s?)?(?<season>${SEASONS.join('|')})(?=에|의|\s|$)`, seasonOf],
  [String.raw`${YEAR}(?!\s?전)`, ({ year }) => [{ kind: 'year', year: Number(year), firm: true }]],
]

/** Dates in Korean, whose particles follow without a space. A text that is read may have its syllables whole or in parts. */
export const hangulPhrases: readonly Phrase[] = ALL.flatMap(([source, read]) =>
  [source, folded(source)].map((each) => ({ pattern: new RegExp(each, 'gu'), read })),
)
