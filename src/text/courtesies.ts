import { tokensOf } from './content-words.js'
import { anyAlternative, knownOf } from './languages.js'

const COURTESY = new RegExp(
  String.raw`^[\s\p{P}]*(?:${anyAlternative(knownOf('courtesies').values())})(?![\p{L}\p{N}])|^[\s\p{P}]*(?:${anyAlternative(
    ['zh', 'ja', 'ko', 'ar', 'hi'].map((language) => knownOf('courtesies').get(language)),
  )})`,
  'iu',
)

/** A longer sentence says something besides. */
const MOST_WORDS = 12
const LONGEST = 100

/** Whether a sentence is a wish, thanks or an offer, and nothing else: "Enjoy your meal!". What holds a digit says something. */
export const isCourtesy = (sentence: string): boolean =>
  sentence.length <= LONGEST &&
  COURTESY.test(sentence.replaceAll('’', "'")) &&
  !/\p{N}/u.test(sentence) &&
  tokensOf(sentence).length <= MOST_WORDS
