import { QUOTES, type Token } from './tokens.js'

/** Quotation marks around a name or a word go; those around more mean that somebody else is speaking. */
export const withoutQuotes = (tokens: readonly Token[]): readonly Token[] | null => {
  const places = tokens.flatMap(({ word }, i) => (QUOTES.has(word) ? [i] : []))
  const kept = tokens.filter(({ word }) => !QUOTES.has(word) && word !== "'" && word !== '*' && word !== '_')
  if (places.length === 0) return withSingle(tokens, kept)
  const [first = 0, last = 0, ...more] = places
  if (more.length > 0 || places.length !== 2 || last - first > 6) return null
  // What stands between them is a name, whatever its words are.
  return last - first === 2
    ? kept
    : kept.map((token) => (isBetween(token, tokens[first], tokens[last]) ? { ...token, proper: true } : token))
}

/** "'Closer to you'": a few words between single marks, the first of them behind a space. */
const withSingle = (tokens: readonly Token[], kept: readonly Token[]): readonly Token[] | null => {
  const [first, last, ...more] = tokens.flatMap(({ word }, i) => (word === "'" ? [i] : []))
  // "'Every day counts'" ends as a genitive does.
  if (first !== undefined && last === undefined && kept.at(-1)?.word === "'s")
    return kept
      .slice(0, -1)
      .map((token) => (token.start > (tokens[first]?.start ?? 0) ? { ...token, proper: true } : token))
  if (first === undefined || last === undefined || more.length > 0) return kept
  if (last - first > LONGEST_QUOTED) return null
  return kept.map((token) => (isBetween(token, tokens[first], tokens[last]) ? { ...token, proper: true } : token))
}
const LONGEST_QUOTED = 8

const isBetween = ({ start }: Token, from: Token | undefined, to: Token | undefined): boolean =>
  from !== undefined && to !== undefined && start > from.start && start < to.start
