import type { DateMention, Phrase } from './date-mention.js'
import { monthSpan, yearSpan } from './day.js'
import { anyOf, END, GAP, SIGNS, toBetween, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

const CENTURY = '(?:1[5-9]|20)'
const YEAR = String.raw`${CENTURY}\d\d`
const DECADE_END = "(?:['’]?s|er(?:n|[ -]?jahren?)?)"
const NOT_YEARS =
  'people|users|items|times|words|steps|calories|dollars|euros?|pounds|bucks|usd|eur|km|miles|meters|metres|feet|kg|lbs|ml|mg|px|mb|gb|leute|menschen|personen|personnes|personas|pessoas|persone|mensen|kronen|schritte|pasos|passi|pas|stappen|seiten|pages|reais|pesos|kilom\\w+'
const BEFORE = `(?<![${SIGNS}.,:/$€£#+-]|\\d )`
const AFTER = `(?![${SIGNS}%€]|[.,:/]\\d|-\\d| ?(?:${NOT_YEARS})${END})`

const years = (first: string, last: string): readonly DateMention[] => {
  const [from, to] = [Number(first), Number(last)]
  return from < to ? [{ kind: 'span', from: yearSpan(from).from, to: yearSpan(to).to, around: 0 }] : []
}

/** Spans of years, and quarters. Applied before the phrases that read a single year. */
export const yearSpanPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const ordinal = `(?:q(?<number>[1-4])|(?<ordinal>${anyOf(...entriesOf(v.ordinals))})${GAP}${anyOf(v.quarter)})`
  const link = `(?:${anyOf(v.link, 'of|in|von|des jahres|de|du|do|del|dell.anno|van|de l.année')}${GAP})?`
  return [
    {
      pattern: new RegExp(`${BEFORE}(?<first>${YEAR})${toBetween(v.to)}(?<last>${YEAR})${AFTER}`, 'gi'),
      read: ({ first = '', last = '' }) => years(first, last),
    },
    {
      pattern: whole(`${anyOf(v.between)}${GAP}(?<first>${YEAR})${GAP}${anyOf(v.and)}${GAP}(?<last>${YEAR})${AFTER}`),
      read: ({ first = '', last = '' }) => years(first, last),
    },
    {
      pattern: whole(`${ordinal}(?:,?${GAP}${link}|[-/ ])(?<year>${YEAR})`),
      read: ({ number, ordinal: word = '', year }) => quarter(Number(number ?? words.quarter(word)), Number(year)),
    },
    {
      pattern: whole(`(?<year>${YEAR})[ /-]?q(?<number>[1-4])`),
      read: ({ number, year }) => quarter(Number(number), Number(year)),
    },
    {
      pattern: whole(`(?:${anyOf(v.near, v.beforeYear)})${GAP}(?:the |dem |le |el |o |il |het )?${ordinal}`),
      read: ({ number, ordinal: word = '' }) => {
        const month = 3 * Number(number ?? words.quarter(word)) - 2
        return [{ kind: 'season', month, months: 3, day: null, year: null, firm: true }]
      },
    },
  ]
}

const quarter = (number: number, year: number): readonly DateMention[] => [
  { kind: 'span', ...monthSpan(year, 3 * number - 2, 3), around: 0 },
]

const decade = (written: string): readonly DateMention[] => {
  const first = written.length > 2 ? Number(written) : 1900 + Number(written)
  return [{ kind: 'span', from: yearSpan(first).from, to: yearSpan(first + 9).to, around: 0 }]
}

/** Years and decades. Applied last, so that the year of a full date is not read separately. */
export const yearPhrases = (v: Vocabulary): readonly Phrase[] => [
  {
    pattern: whole(`(?<decade>${CENTURY}\\d0)${DECADE_END}`),
    read: ({ decade: written = '' }) => decade(written),
  },
  {
    pattern: whole(`${anyOf(v.beforeDecade)}${GAP}['’]?(?<decade>[2-9]0)${DECADE_END}`),
    read: ({ decade: written = '' }) => decade(written),
  },
  {
    pattern: whole(`${anyOf(v.decadeOf)}${GAP}['’]?(?<decade>[2-9]0|${CENTURY}\\d0)`),
    read: ({ decade: written = '' }) => decade(written),
  },
  {
    pattern: whole(`(?<before>${anyOf(v.beforeYear)})(?:${GAP}|-|(?<=['’]))(?<year>${YEAR})${AFTER}`),
    read: ({ year }) => [{ kind: 'year', year: Number(year), firm: true }],
  },
  {
    pattern: new RegExp(`${BEFORE}(?<year>(?:19|20)\\d\\d)${AFTER}`, 'gi'),
    read: ({ year }) => [{ kind: 'year', year: Number(year), firm: false }],
  },
]
