import { knownOf } from './languages.js'

/** A word, a number or a sign of a text. */
export type Token = {
  /** As written, composed. */
  readonly text: string
  /** In lower case. */
  readonly key: string
}

/** Words with their apostrophes, signs of scripts without spaces, numbers with their marks, and every other sign by itself. */
const token =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]|[\p{L}\p{M}]+(?:'\p{L}+)*|\p{N}+(?:[.,:]\p{N}+)*|[^\s]/gu
/** Marks that end a phrase: what they stand before does not cling to them. A question mark says something. */
const phraseEnd = /[.,;!…。]+(?=\s|$)/gu

export const tokensOf = (text: string): readonly Token[] =>
  (text.normalize('NFC').replaceAll('’', "'").replace(phraseEnd, ' ').match(token) ?? []).map((each) => ({
    text: each,
    key: each.toLowerCase(),
  }))

/** The one place in which two texts differ, and what stands around it in both. */
export type OnePlace = {
  readonly before: readonly Token[]
  readonly values: readonly [readonly Token[], readonly Token[]]
  readonly after: readonly Token[]
}

/** In tokens: two texts that differ in more are about different things. */
const LONGEST_VALUE = 5

/** Null where two texts differ in more than one place, in nothing, or where one only adds to the other. */
export const onePlace = (a: readonly Token[], b: readonly Token[]): OnePlace | null => {
  const shorter = Math.min(a.length, b.length)
  let first = 0
  while (first < shorter && a[first]?.key === b[first]?.key) first++
  let last = 0
  while (last < shorter - first && a.at(-1 - last)?.key === b.at(-1 - last)?.key) last++
  const values = [a.slice(first, a.length - last), b.slice(first, b.length - last)] as const
  if (values.some(({ length }) => length === 0 || length > LONGEST_VALUE)) return null
  return { before: a.slice(0, first), values, after: a.slice(a.length - last) }
}

const nameOf = (language: string, form: Intl.DateTimeFormatOptions, date: number): readonly string[] =>
  tokensOf(new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(date)).map(({ key }) => key)

/** Names of weekdays and months, and the words of which they are made, in the languages in which statements are compared. */
export const CALENDAR: ReadonlySet<string> = new Set(
  [...knownOf('contradictions').keys()]
    .flatMap((language) => [
      ...Array.from({ length: 7 }, (_, day) => nameOf(language, { weekday: 'long' }, Date.UTC(2024, 0, day + 1))),
      ...Array.from({ length: 12 }, (_, month) => nameOf(language, { month: 'long' }, Date.UTC(2024, month))),
    ])
    .flat(),
)
