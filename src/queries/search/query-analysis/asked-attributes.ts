import { LANGUAGES } from '../../../indexing/stop-words.js'
import { knownOf } from '../../../text/languages.js'
import { lexemesOf, queryWords } from '../term-statistics.js'

const KNOWN = LANGUAGES.flatMap((language) =>
  (knownOf('attributes').get(language) ?? []).map(({ asks, words }) => ({
    language,
    asks: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${asks})(?![\p{L}\p{N}])`, 'u'),
    lexemes: [...new Set(words.split(' ').flatMap((word) => lexemesOf(word, [language])))],
  })),
)

/** An attribute that a query asks for. */
export type AskedAttribute = Pick<(typeof KNOWN)[number], 'language' | 'lexemes'> & {
  /** The word of the query that stands for it; none where the question asks for it in small words alone. */
  readonly asking: readonly string[]
}

/** A question tells what it is about at its beginning. */
const READ = 300

/** The attributes of one value that a query asks for; words are read in any of the languages whose words are known. */
export const askedAttributes = (query: string): readonly AskedAttribute[] => {
  const asked = query.slice(0, READ).replaceAll('’', "'").toLowerCase()
  return KNOWN.flatMap(({ asks, ...attribute }) => {
    const [match] = asks.exec(asked) ?? []
    return match === undefined ? [] : [{ ...attribute, asking: queryWords(match, attribute.language).slice(-1) }]
  })
}

/** How near to the word of the query that stands for an attribute the words count that tell it. */
const NEARNESS = 0.7

/** The words that tell what a query asks for, each beside a word of the query that stands for it. */
export const attributeTerms = (asked: readonly AskedAttribute[]) =>
  asked.flatMap(({ asking, lexemes, language }) =>
    asking.flatMap((word) => lexemes.map((lexeme) => ({ word, lexeme, language, cosine: NEARNESS }))),
  )
