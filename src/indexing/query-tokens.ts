import { searchTokens } from './tokens.js'

const hiragana = /\p{Script=Hiragana}/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/**
 * What a query is looked up by: its tokens. In Japanese a pair across the border of Han and Hiragana says how a word is
 * inflected or which particle follows, not which word it is; a Han character between such borders is a word of its own,
 * and indexed as one.
 */
export const askedTokens = (query: string): readonly string[] => {
  const tokens = searchTokens(query)
  if (!hiragana.test(query)) return tokens
  return [...tokens.filter((token) => !mixedPair.test(token)), ...(query.match(loneCharacter) ?? [])]
}
