import { germanNounAt } from './german/unlisted.js'
import { ARTICLES, UNNAMED, VERBS } from './names.js'
import { NOT_ONE, NOT_ONE_OWNED } from './not-one.js'
import type { Noun } from './noun.js'
import type { Token } from './tokens.js'
import { VAGUE, words } from './vocabulary.js'

/** How the attributes of nouns begin that stand in no list. */
export const UNLISTED = 'unlisted:'

const SMALL = words('of in at on for to from with by as and or but not no than then so very too also just only')
const FRESH = words('new newest')
const LONGEST = 3

const isNounWord = ({ word, raw, proper }: Token): boolean =>
  !proper &&
  /^[a-z]{3,}(?:-[a-z]+)*$/.test(raw) &&
  !SMALL.has(word) &&
  !ARTICLES.has(word) &&
  !UNNAMED.has(word) &&
  !VERBS.has(word) &&
  !TOLD.has(word) &&
  !NOT_ONE.has(word) &&
  !VAGUE.has(word)

/** "employees", "sales" are several. */
const isOne = (word: string): boolean => !word.endsWith('s') || /(?:ss|us|is)$/.test(word)

/** Verbs that tell what the noun before them is, or has become. */
const TOLD = words(
  'is was remains has became becomes changed rose fell dropped went moved increased decreased stands sits',
)

/** What makes a noun the only one: where it stands. Its noun is not read at all where nothing does. */
type Stand = 'of' | 'owned' | 'amount'

const STANDS: ReadonlyMap<string, Stand> = new Map([
  ...['the', 'as'].map((word) => [word, 'of'] as const),
  ...["'s", 'my', 'our', 'its', 'his', 'her', 'their'].map((word) => [word, 'owned'] as const),
  ...['a', 'an'].map((word) => [word, 'amount'] as const),
])

const hasDigit = (token: Token | undefined): boolean => token !== undefined && /\d/.test(token.word)

const isClosed = (
  stand: Stand,
  tokens: readonly Token[],
  { end, fresh }: { readonly end: number; readonly fresh: boolean },
): boolean => {
  const after = tokens[end]?.word
  if (stand === 'of') return after === 'of'
  if (stand === 'amount')
    return (after === 'of' && hasDigit(tokens[end + 1])) || (fresh && (after === ':' || after === ','))
  return after === undefined || after === ':' || after === 'to' || after === 'from' || TOLD.has(after)
}

/**
 * "The N of X", "X's N", "my N": the only one, whatever it is called, unless it is of those of which there are several; and "an N of 5".
 * Null where no such noun begins.
 */
export const unlistedAt = (tokens: readonly Token[], at: number, modifiers: ReadonlySet<string>): Noun | null => {
  const stand = STANDS.get(tokens[at - 1]?.word ?? '')
  if (stand === undefined) return withCode(germanNounAt(tokens, at, modifiers))
  const from = behind(modifiers, tokens, at)
  let end = from
  for (let token = tokens[end]; token !== undefined && isNounWord(token) && end - from < LONGEST; token = tokens[end])
    end++
  const last = tokens[end - 1]
  const fresh = isFresh(tokens, at, from)
  if (end === from || last === undefined || !isClosed(stand, tokens, { end, fresh }) || !isOne(last.word)) return null
  const name = tokens.slice(from, end).map(({ word }) => word)
  // "Supported", "available": of several.
  if (name.length > 1 && name.some((word) => /(?:ed|[ai]ble)$/.test(word))) return null
  if (stand === 'owned' && name.some((word) => NOT_ONE_OWNED.has(word))) return null
  return { code: `${UNLISTED}${name.join(' ')}`, length: end - at, fresh }
}

const withCode = (noun: Noun | null): Noun | null =>
  noun === null ? null : { ...noun, code: `${UNLISTED}${noun.code}` }

const behind = (modifiers: ReadonlySet<string>, tokens: readonly Token[], at: number): number => {
  let from = at
  while (modifiers.has(tokens[from]?.word ?? '')) from++
  return from
}

const isFresh = (tokens: readonly Token[], at: number, from: number): boolean =>
  tokens.slice(at, from).some(({ word }) => FRESH.has(word))
