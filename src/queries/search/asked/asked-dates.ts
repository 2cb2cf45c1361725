import type { Day } from '../../../indexing/dates/day.js'
import { type AskedDate, askedYear } from './asked-date.js'
import { folded } from './fold.js'
import { hanPhrases } from './han-phrases.js'
import { dutch } from './languages/dutch.js'
import { english } from './languages/english.js'
import { french } from './languages/french.js'
import { german } from './languages/german.js'
import { italian } from './languages/italian.js'
import { portuguese } from './languages/portuguese.js'
import { russian } from './languages/russian.js'
import { spanish } from './languages/spanish.js'
import { ukrainian } from './languages/ukrainian.js'
import { type Mention, type Phrase, type Reading, readPhrases } from './mention.js'
import { namedPhrases } from './named-phrases.js'
import { bareYears, dayFirstNumbers, englishNumbers } from './numeric-dates.js'
import { isParsed, readParsed } from './other-languages.js'
import { relativePhrases } from './relative-phrases.js'
import type { Vocabulary } from './vocabulary.js'
import { wordsIn } from './words-of.js'

/** More dates than these are no help to a query. */
const LIMIT = 12

const phrasesOf = (vocabulary: Vocabulary): readonly Phrase[] => {
  const words = wordsIn(vocabulary)
  return [...relativePhrases(vocabulary, words), ...namedPhrases(vocabulary, words)]
}

const englishPhrases = phrasesOf(english)
/** In a text of another language the abbreviations mean other things: "sept" is seven. */
const englishInFull = phrasesOf({ ...english, months: english.months.replace(/\|\w+/g, '') })
const cyrillic = { ru: phrasesOf(russian), uk: phrasesOf(ukrainian) }
const phrases: ReadonlyMap<string, readonly Phrase[]> = new Map([
  ['de', phrasesOf(german)],
  ['es', phrasesOf(spanish)],
  ['fr', phrasesOf(french)],
  ['it', phrasesOf(italian)],
  ['nl', phrasesOf(dutch)],
  ['pt', phrasesOf(portuguese)],
  ['ru', cyrillic.ru],
  ['uk', cyrillic.uk],
])

/** Something that every English date holds: most queries hold none of it, and are not looked at any further. */
const hint =
  /\d|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|christmas|xmas|halloween|thanksgiving|valentine|new year|independence|today|tonight|tomorrow|yesterday|last|previous|this|next|coming|past|ago|back|day|week|month|year|[\u0080-\uffff]/i
const cyrillicLetter = /\p{Script=Cyrillic}/u
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** By what languages a query is read besides English: the one it is known to be in, and those its script speaks of. */
const readingsOf = (text: string, language: string): readonly Phrase[] => {
  const own = phrases.get(language) ?? []
  const slavic = own !== cyrillic.ru && own !== cyrillic.uk && cyrillicLetter.test(text)
  return [...own, ...(slavic ? [...cyrillic.ru, ...cyrillic.uk] : []), ...(hanOrKana.test(text) ? hanPhrases : [])]
}

/**
 * The dates that a query asks for, relative ones resolved against `today`: days, months, seasons, feasts, years, spans.
 * English always; another language where `language` (ISO 639-1) names it, or its script does. At most 12.
 */
export const askedDates = (query: string, today: Day, language = 'en'): readonly AskedDate[] => {
  if (language === 'en' && !hint.test(query)) return []
  const parsed: Reading = isParsed(language) ? readParsed(query, language, today) : { mentions: [], rest: query }
  const text = folded(parsed.rest)
  const [numbers, inEnglish] = language === 'en' ? [englishNumbers, englishPhrases] : [dayFirstNumbers, englishInFull]
  const { mentions } = readPhrases(text, [...numbers, ...readingsOf(text, language), ...inEnglish, ...bareYears], today)
  return settled([...parsed.mentions, ...mentions])
}

/**
 * Months count before seasons and feasts, and these before bare years; a year that stands apart is that of the months.
 * Whatever is a date by itself stands beside them.
 */
const settled = (mentions: readonly Mention[]): readonly AskedDate[] => {
  const years = mentions.flatMap((mention) => (mention.kind === 'year' ? [mention.year] : []))
  const named = mentions.some(({ kind }) => kind === 'month') ? 'month' : 'season'
  const written = mentions.flatMap((mention) => (mention.kind === named ? [mention] : []))
  // "In June and July 2023" means both of that year.
  const other = years[0] ?? written.find((mention) => mention.year !== null)?.year ?? null
  const months = written.map(({ month, day, year }) => ({ month, day, year: year ?? other }))
  const dates = mentions.flatMap((mention) => (mention.kind === 'date' ? [mention.asked] : []))
  const all = [...dates, ...(months.length > 0 ? months : years.map(askedYear))]
  return [...new Map(all.map((asked) => [JSON.stringify(asked), asked])).values()].slice(0, LIMIT)
}
