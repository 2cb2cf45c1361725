import { knownOf } from '../languages.js'
import { away, awayBetween, type DateMention, type Phrase } from './date-mention.js'
import { addDays, type Counted, weekdayOf } from './day.js'
import { foldedInPlace } from './vocabulary.js'

/** One way to write dates; its words are folded as texts are. */
const form = (source: string, read: Phrase['read']): Phrase => ({
  pattern: new RegExp(foldedInPlace(source), 'gu'),
  read,
})

const NUMERALS = '一二三四五六七八九十'

/** A number up to 99 in digits of either script, or one of the words that count in Korean; 0 for "several". */
const numberOf = (written = ''): number => {
  if (/^\d/.test(written)) return Number(written)
  const values = [...written].map((sign) =>
    /[两兩]/.test(sign) ? 2 : Math.max(NUMERALS.indexOf(sign), '한두세네'.indexOf(sign)) + 1,
  )
  return values.reduce((sum, value) => (value === 10 ? Math.max(1, sum) * value : sum + value), 0)
}

const calendar: Phrase['read'] = ({ year, month, day }): readonly DateMention[] => {
  const [number, date] = [numberOf(month), numberOf(day)]
  if (number < 1 || number > 12) return []
  return [
    {
      kind: 'month',
      month: number,
      day: date >= 1 && date <= 31 ? date : null,
      lastDay: null,
      year: year === undefined ? null : Number(year),
      firm: true,
    },
  ]
}

/** "3日前", "두 달 전"; several are 2 to 5. */
const before: Phrase['read'] = ({ count, day, week, month }, today) => {
  const number = numberOf(count)
  const [low, high] = number > 0 ? [number, number] : [2, 5]
  const unit = day !== undefined ? 'day' : week !== undefined ? 'week' : month !== undefined ? 'month' : 'year'
  return awayBetween(unit, [-low, -high], today)
}

const WEEKDAYS = ['一二三四五六日', '月火水木金土天', '월화수목금토일'] as const
/** 0 is Monday. */
const weekdayIn = (written = ''): number => Math.max(...WEEKDAYS.map((names) => names.indexOf(written)))

const stepped =
  (what: Counted, steps: number): Phrase['read'] =>
  ({ weekday, other }, today) => {
    const named = weekday ?? other
    if (named === undefined) return away(what, steps, today)
    return [{ kind: 'day', day: weekdayOf(weekdayIn(named), steps, today) }]
  }

const SEASONS = [...'春夏秋冬', '봄', '여름', '가을', '겨울']
const season: Phrase['read'] = ({ season: name = '', year }) => [
  {
    kind: 'season',
    month: 3 + 3 * (SEASONS.indexOf(name) % 4),
    months: 3,
    day: null,
    year: year === undefined ? null : Number(year),
    firm: false,
  },
]
const firmYear: Phrase['read'] = ({ year }) => [{ kind: 'year', year: Number(year), firm: true }]

const known = knownOf('unspacedDates')
/** The steps of some languages; days of the week may follow a week. */
const stepForms = (languages: readonly string[], inWeek: string): readonly Phrase[] =>
  languages
    .flatMap((language) => known.get(language)?.steps ?? [])
    .map(([words, what, steps]) => form(`(?:${words})${what === 'week' ? inWeek : ''}`, stepped(what, steps)))
const dayForms = (languages: readonly string[], notBehind: string): readonly Phrase[] =>
  languages
    .flatMap((language) => known.get(language)?.days ?? [])
    .map(([words, days]) =>
      form(`${notBehind}(?:${words})`, (_, today) => [{ kind: 'day', day: addDays(today, days) }]),
    )

const ANY_YEAR = String.raw`(?<!\d)(?<year>[12]\d{3})\s?`
const YEAR = String.raw`(?<!\d)(?<year>(?:19|20)\d\d)\s?`
/** Japanese and Chinese are written in one script, and read together. */
const HAN = ['ja', 'zh']

/** Dates in Chinese and Japanese. */
export const hanPhrases: readonly Phrase[] = [
  form(
    String.raw`(?:${ANY_YEAR}年\s?)?(?<!\d)(?<month>\d{1,2}|[${NUMERALS}]{1,2})\s?月(?:\s?(?<day>\d{1,2}|[${NUMERALS}]{1,3})\s?[日号號])?(?!前|曜)`,
    calendar,
  ),
  form(
    String.raw`(?<count>\d{1,3}|[${NUMERALS}两兩]{1,3}|[数數几幾])\s?(?:个|個|[ヶケかカ箇]|つ)?(?:(?<day>天|日)|(?<week>周间?|週間?|星期|礼拜|禮拜)|(?<month>月)|年)(?:之前|以前|前)`,
    before,
  ),
  ...stepForms(HAN, '(?:の?(?<weekday>[月火水木金土日])曜|(?<other>[一二三四五六日天]))?'),
  form(
    String.raw`(?<!(?:[每毎隔][周週]?个?|[\d${NUMERALS}两兩几幾]个?))(?:(?:周|週|星期|礼拜|禮拜)(?<other>[一二三四五六日天])(?!起|班)|(?<weekday>[月火水木金土日])曜日?)(?!ごと|毎)`,
    ({ weekday, other }) => [{ kind: 'weekday', weekday: weekdayIn(weekday ?? other), this: false, firm: true }],
  ),
  ...dayForms(HAN, ''),
  form('(?:(?<year>(?:19|20)\\d\\d)年の?)?(?<season>[春夏秋冬])(?:天|季|休み|に|の)', season),
  form(`${YEAR}年(?!前)`, firmYear),
  form('クリスマス|圣诞|聖誕', () => [{ kind: 'season', month: 12, months: 1, day: null, year: null, firm: false }]),
]

/** Dates in Korean, whose particles follow without a space. */
export const hangulPhrases: readonly Phrase[] = [
  form(
    String.raw`(?:${ANY_YEAR}년\s?)?(?<!\d)(?<month>\d{1,2})\s?월(?!요)(?:\s?(?<day>\d{1,2})\s?일(?!요))?`,
    calendar,
  ),
  form(
    String.raw`(?<!\d)(?<count>\d{1,3}|몇|한|두|세|네)\s?(?:(?<day>일)|(?<week>주일?)|(?<month>달|개월)|년)\s?전`,
    before,
  ),
  ...stepForms(['ko'], String.raw`(?!말)(?:\s?(?<weekday>[월화수목금토일])요일)?`),
  ...dayForms(['ko'], String.raw`(?<!\p{Script=Hangul})`),
  form(String.raw`(?:${YEAR}년\s?)?(?<season>봄|여름|가을|겨울)(?=에|의|\s|$)`, season),
  form(String.raw`${YEAR}년(?!\s?전)`, firmYear),
]
