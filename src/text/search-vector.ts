import { lexemeOf, searchTokens } from './terms.js'
import type { Language } from './words.js'

/** Most indexed text per vector, in bytes of UTF-8: well below the size limit of a tsvector. */
export const SEARCH_TEXT_BYTES = 64 * 1024
/** The longest lexeme that Postgres indexes, in bytes of UTF-8. */
const LEXEME_BYTES = 2046
/** Whether a text can hold it in its vector. */
export const isIndexed = (lexeme: string): boolean => Buffer.byteLength(lexeme) <= LEXEME_BYTES
/** The most positions of one lexeme that a tsvector keeps. */
const POSITIONS = 255

/** The last position of a tsvector; Postgres puts there what stands behind it. */
const LAST_POSITION = 16_383

/** What a memory is found by. */
export type OwnWords = {
  /** Its lexemes and their positions as Postgres writes a tsvector; those of the subject's name come first, with label A. */
  readonly own_words: string
  /** How many positions the text has, and the name. */
  readonly text_len: number
  readonly name_len: number
}

/**
 * The lexemes of a memory: `'ana':1A 'garden':2 'violin':3,6`. Stop words and words too long to be indexed are left out;
 * at most 64 kB of words of each text.
 */
export const ownWords = (subject: string, text: string, language: Language): OwnWords => {
  const name = positionsIn(subject, language)
  const own = positionsIn(text, language)
  const name_len = lengthOf(name)
  return {
    own_words: [...written(name, 0, 'A'), ...written(own, name_len, '')].join(' '),
    text_len: lengthOf(own),
    name_len,
  }
}

/** The lexemes of a text. */
export const lexemesIn = (text: string, language: Language): ReadonlySet<string> =>
  new Set(positionsIn(text, language).keys())

type Positions = ReadonlyMap<string, readonly number[]>

const lengthOf = (positions: Positions): number =>
  [...positions.values()].reduce((length, places) => length + places.length, 0)

const written = (positions: Positions, after: number, label: 'A' | ''): readonly string[] =>
  [...positions].map(([lexeme, places]) => {
    const at = places.map((place) => `${Math.min(after + place, LAST_POSITION)}${label}`)
    return `${quoted(lexeme)}:${at.join()}`
  })

const positionsIn = (text: string, language: Language): Positions => {
  const positions = new Map<string, number[]>()
  let size = 0
  let position = 0
  for (const token of [...searchTokens(text), ...ideographs(text)]) {
    const bytes = Buffer.byteLength(token)
    if (bytes > LEXEME_BYTES) continue
    size += bytes + 1
    if (size > SEARCH_TEXT_BYTES) break
    const lexeme = lexemeOf(token, language)
    if (lexeme === null || lexeme === '') continue
    position++
    const places = positions.get(lexeme)
    if (!places) positions.set(lexeme, [position])
    else if (places.length < POSITIONS && position <= LAST_POSITION) places.push(position)
  }
  return positions
}

/** Single Han characters besides their pairs, because one character may be a word and a query. */
const ideographs = (text: string): readonly string[] => text.match(/\p{Script=Han}/gu) ?? []

/** A lexeme quoted for a tsvector or a tsquery. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The positions of each lexeme (quoted), of a tsvector as Postgres prints it; labels are left out. */
export const placesIn = (words: string): ReadonlyMap<string, readonly number[]> =>
  new Map(
    Array.from(words.matchAll(/('(?:[^']|'')*'):(\S*)/g), ([, lexeme = '', places = '']) => [
      lexeme,
      places.split(',').map((place) => Number.parseInt(place, 10)),
    ]),
  )

/** Calls `visit` for each lexeme, with how many positions it has in the text and how many in the subject's name. */
export const eachLexeme = (words: string, visit: (lexeme: string, inText: number, inName: number) => void): void => {
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    let [next, positions, named] = [end, 1, 0]
    for (let code = words.charCodeAt(next); next < words.length && code !== SPACE; code = words.charCodeAt(++next)) {
      if (code === COMMA) positions++
      else if (code === OF_THE_NAME) named++
    }
    visit(words.slice(at, end), positions - named, named)
    at = next + 1
  }
}

const SPACE = 0x20
const COMMA = 0x2c
/** The label of its positions. */
const OF_THE_NAME = 0x41

/** The index after the closing quote of the lexeme at `start`; a quote inside is written twice. */
const endOfLexeme = (words: string, start: number): number => {
  let end = words.indexOf("'", start + 1)
  while (end >= 0 && words[end + 1] === "'") end = words.indexOf("'", end + 2)
  return end < 0 ? words.length : end + 1
}
