import { dayFrom } from '../../../indexing/dates/day.js'
import { askedDay, askedSpan } from './asked-date.js'
import type { Groups, Mention, Phrase } from './mention.js'
import { END, SIGNS, whole } from './pattern.js'

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const START_OF_NUMBER = `(?<![${SIGNS}.,:/-])`
const END_OF_NUMBER = String.raw`(?!\d|[.,:/-]\d)`

const dated = (year: string | undefined, month: string | undefined, day: string | undefined): readonly Mention[] => {
  const full = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const found = dayFrom(full, Number(month), Number(day))
  return found === undefined ? [] : [{ kind: 'date', asked: askedDay(found) }]
}
const dayFirst = ({ first, second, year }: Groups) => dated(year, second, first)
const monthFirst = ({ first, second, year }: Groups) => dated(year, first, second)

const monthOfYear = ({ year, month }: Groups): readonly Mention[] =>
  Number(month) >= 1 && Number(month) <= 12
    ? [{ kind: 'month', month: Number(month), day: null, year: Number(year) }]
    : []

const common: readonly Phrase[] = [
  {
    pattern: new RegExp(
      String.raw`${START_OF_NUMBER}${YEAR}(?:([-/])(?<month>\d\d?)\2(?<day>\d\d?)|\.(?<m>\d\d)\.(?<d>\d\d))(?!\d|[./-]\d)`,
      'gi',
    ),
    read: ({ year, month, day, m, d }) => dated(year, month ?? m, day ?? d),
  },
  {
    pattern: new RegExp(String.raw`${START_OF_NUMBER}${YEAR}[-/](?<month>\d\d)${END_OF_NUMBER}`, 'gi'),
    read: monthOfYear,
  },
  {
    pattern: new RegExp(String.raw`${START_OF_NUMBER}(?<month>\d\d?)/${YEAR}${END_OF_NUMBER}`, 'gi'),
    read: monthOfYear,
  },
]
const dotted: Phrase = {
  pattern: new RegExp(
    String.raw`${START_OF_NUMBER}(?<first>\d\d?)([.-]) ?(?<second>\d\d?)\2 ?${YEAR}${END_OF_NUMBER}`,
    'gi',
  ),
  read: (groups) => firstOf(dayFirst(groups), monthFirst(groups)),
}
/** Two digits for the year only where nobody writes versions so: behind strokes, or in languages of dotted dates. */
const slashed = String.raw`${START_OF_NUMBER}(?<first>\d\d?)/(?<second>\d\d?)/(?<year>(?:(?:19|20)\d\d|[0-4]\d))${END_OF_NUMBER}`
const shortDotted = String.raw`${START_OF_NUMBER}(?<first>\d\d?)\.(?<second>\d\d?)\.(?<year>[0-4]\d)${END_OF_NUMBER}`

const firstOf = (one: readonly Mention[], other: readonly Mention[]) => (one.length > 0 ? one : other)

/** In English 05/07/2024 is 5 July to some and 7 May to others, so that both are asked for. */
export const englishNumbers: readonly Phrase[] = [
  ...common,
  dotted,
  {
    pattern: new RegExp(slashed, 'gi'),
    read: (groups) => [...monthFirst(groups), ...dayFirst(groups)],
  },
]

/** Where the day is written first, in all forms. */
export const dayFirstNumbers: readonly Phrase[] = [
  ...common,
  dotted,
  { pattern: new RegExp(slashed, 'gi'), read: (groups) => firstOf(dayFirst(groups), monthFirst(groups)) },
  { pattern: new RegExp(shortDotted, 'gi'), read: dayFirst },
]

const NOT_YEARS =
  'people|users|items|times|words|steps|calories|dollars|euros?|pounds|bucks|usd|eur|km|miles|meters|metres|feet|kg|lbs|ml|mg|px|mb|gb'

/** Read last, so that the year of a full date is not taken out of it. */
export const bareYears: readonly Phrase[] = [
  {
    pattern: whole(String.raw`(?<decade>(?:19|20)\d)0['’]?s`),
    read: ({ decade }) => [{ kind: 'date', asked: askedSpan({ from: `${decade}0-01-01`, to: `${decade}9-12-31` }) }],
  },
  {
    pattern: new RegExp(
      String.raw`(?<![${SIGNS}.,:/$€£#]|\d )${YEAR}(?![${SIGNS}%€]|[.,:/]\d|-\d\d?(?!\d)| ?(?:${NOT_YEARS})${END})`,
      'gi',
    ),
    read: ({ year }) => [{ kind: 'year', year: Number(year) }],
  },
]
