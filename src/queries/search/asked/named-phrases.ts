import { dayFrom } from '../../../indexing/dates/day.js'
import type { Groups, Mention, Phrase } from './mention.js'
import { anyOf, END, GAP, SIGNS, whole } from './pattern.js'
import { entriesOf, type Vocabulary } from './vocabulary.js'
import type { Words } from './words-of.js'

const YEAR = String.raw`(?<year>(?:19|20)\d\d)${END}`
/** A month may be followed by its day at once. */
const NO_LETTER = `(?!\\d{3}|(?!\\d)[${SIGNS}])`
/** What follows a number that is a clock time or an amount, no day of a month. */
const NO_DAY = String.raw`(?![${SIGNS}%]|[.:,]\d|\s?(?:[ap]\.?m|o.clock|h|uhr)${END})`

/** Months, seasons and feasts by name, with day and year where they are given. */
export const namedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const link = v.link === undefined ? '' : `(?:${anyOf(v.link)}${GAP})?`
  const year = `(?:,?${GAP}${link}${YEAR})?`
  const before = String.raw`(?:(?<![\d.:,/-])(?<day>\d{1,2})(?:st|nd|rd|th|er|[.ºª])?(?:${GAP})?${link})?`
  const after = String.raw`(?:,?\s{0,2}(?<after>\d{1,2})(?:st|nd|rd|th)?${NO_DAY})?`
  return [
    {
      pattern: whole(
        `(?:${near(v.near)})?${before}(?<month>${anyOf(...entriesOf(v.months))})${NO_LETTER}${after}${year}`,
      ),
      read: (groups) => monthIn(groups, words),
    },
    {
      pattern: whole(`(?:${near(v.nearSeason)})?(?<season>${anyOf(...v.seasons)})${END}${year}`),
      read: (groups) => seasonIn(groups, words),
    },
    {
      pattern: whole(`(?<feast>${anyOf(...v.feasts.map(([name]) => name))})${END}${year}`),
      read: ({ feast = '', year: written }) => {
        const found = words.feast(feast)
        return found ? [{ kind: 'season', ...found, year: yearIn(written) }] : []
      },
    },
  ]
}

const near = (prepositions: string | undefined): string => `(?<near>${anyOf(prepositions)})(?:${GAP}|(?<=['’]))`

const yearIn = (written: string | undefined): number | null => (written === undefined ? null : Number(written))

const monthIn = (groups: Groups, words: Words): readonly Mention[] => {
  const { month: name = '', near: preposition, year } = groups
  const number = groups.day ?? groups.after
  const evident = preposition !== undefined || number !== undefined || year !== undefined
  const month = words.month(name)
  if (month === undefined || (!evident && words.doubtful(name))) return []
  // A leap year has every day that any year has.
  const day = number !== undefined && dayFrom(2000, month, Number(number)) ? Number(number) : null
  return [{ kind: 'month', month, day, year: yearIn(year) }]
}

const seasonIn = ({ season = '', near: preposition, year }: Groups, words: Words): readonly Mention[] => {
  const first = words.season(season)
  if (first === undefined) return []
  if (preposition === undefined && year === undefined && words.doubtful(season)) return []
  return [0, 1, 2].map((ahead) => ({
    kind: 'season',
    month: ((first + ahead - 1) % 12) + 1,
    day: null,
    year: yearIn(year),
  }))
}
