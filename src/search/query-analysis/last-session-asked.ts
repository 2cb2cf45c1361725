import { isContent, tokensOf } from '../../text/content-words.js'
import { allWordsOf, knownOf, wholeWords } from '../../text/languages.js'
import { CLINGING, isStopWord, type Language } from '../../text/words.js'

/** A question for the last conversation is short. */
const LONGEST = 200

const known = [...knownOf('lastSession')].map(([language, { asks, words = '' }]) => ({
  isWhole: CLINGING.has(language),
  asks: new RegExp(CLINGING.has(language) ? `^(?:${asks})\\P{L}*$` : wholeWords(asks), 'u'),
  words: allWordsOf([words]),
  language: language as Language,
}))

/**
 * Whether a query asks for the last conversation as such. With any other word of content it asks for something that was said there, and is
 * searched.
 */
export const asksForLastSession = (query: string): boolean => {
  if (query.length > LONGEST) return false
  const asked = query.replaceAll('’', "'").toLowerCase()
  return known.some(
    ({ isWhole, asks, words, language }) =>
      asks.test(asked) &&
      (isWhole ||
        tokensOf(asked).every(
          (word) => words.has(word) || isStopWord(word, language) || (language === 'en' && !isContent(word)),
        )),
  )
}
