import type { Clause } from './clause.js'
import { tells } from './hints.js'
import { type Reading, readingOf } from './meaning.js'
import { ARTICLES } from './names.js'
import type { Noun } from './noun.js'
import { type Found, fits } from './pattern.js'
import { codeOf, nounAt, type Reader, type Relation } from './relation.js'
import { endsFrom } from './tail.js'
import type { Token } from './tokens.js'
import { UNLISTED } from './unlisted.js'
import type { Voice } from './voices.js'

export type Speech = {
  readonly voice: Voice
  /** '' for a speaker without a name. */
  readonly speaker: string
}

/** What a clause says, and about whom. */
export type Read = { readonly reading: Reading; readonly subject: readonly Token[] }

const LAST = 10_000
/** Ways that fit much. */
const RARE: ReadonlySet<string> = new Set(['possessed', 'doneBy', 'byWhom', 'exchanged'])

/** "Die Trainerin von X heißt Y" names the coach, and not herself. */
const isOfWhom = (tokens: readonly Token[], [from, to]: readonly [number, number]): boolean =>
  [tokens[from], tokens[from - 1]].some((token) => ARTICLES.has(token?.word ?? '')) &&
  tokens.slice(from + 1, to).some(({ word }) => /^(?:von|vom|des|der)$/.test(word))

/** Which noun begins at a token, looked for where a way asks for one. */
const nounsIn = (reader: Reader, tokens: readonly Token[]): ((at: number) => Noun | null) => {
  const nouns: (Noun | null | undefined)[] = []
  return (at) => {
    const known = nouns[at]
    if (known !== undefined) return known
    const noun = nounAt(reader, tokens, at)
    nouns[at] = noun
    return noun
  }
}

/** What the way says that fits a clause best; null where none fits. */
export const best = (clause: Clause, { voice, speaker }: Speech): Read | null => {
  const { tokens } = clause
  if (!tells(tokens, voice.hints)) return null
  const nounIn = nounsIn(voice.reader, tokens)
  let read: (Read & { readonly order: number }) | null = null
  const take = (relation: Relation, found: Found, end: number): void => {
    const noun = found.N === undefined ? null : nounIn(found.N[0])
    // What stands in no list is read where nothing else fits.
    const order =
      relation.order +
      (noun?.code.startsWith(UNLISTED) === true || RARE.has(relation.code) ? LAST : 0) +
      ((relation.code || noun?.code) === 'name' && isOfWhom(tokens, found.S ?? [0, 0]) ? LAST : 0)
    if (read !== null && read.order <= order) return
    const reading = readingOf({
      clause,
      relation,
      found,
      end,
      noun,
      speaker,
      codeOf: (word) => codeOf(voice.reader, word),
    })
    if (reading !== null && reading.claims.length > 0)
      read = { reading, subject: tokens.slice(...(found.S ?? [0, 0])), order }
  }
  const text = {
    tokens,
    nounAt: (at: number) => nounIn(at)?.length ?? 0,
    endsFrom: (at: number) => endsFrom(tokens, at),
  }
  fits(text, voice.reader.patterns, take)
  return read
}
