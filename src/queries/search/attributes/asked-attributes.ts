import { lexemesOf, queryWords } from '../term-statistics.js'
import { withoutQuestions } from '../without-questions.js'
import { ENGLISH_ATTRIBUTES } from './english.js'
import { GERMAN_ATTRIBUTES } from './german.js'

const TABLES = [
  ['en', ENGLISH_ATTRIBUTES, 1],
  ['de', GERMAN_ATTRIBUTES, 1],
] as const

/**
 * Attributes that have one value at a time: a home, an employer, a price. Three lines each, in lower case:
 *
 *   asks    how questions ask for it, a pattern of whole words; of what it matches the last words that a search looks up
 *           stand for the attribute, as many as the table says
 *   words   words that tell it
 *   tells   how statements tell it, a pattern; what it matches may be the beginning of a word where it has four letters or more.
 *           Written `counts` where such a statement holds a number.
 */
const attributesIn = ([language, table, most]: (typeof TABLES)[number]) =>
  table
    .trim()
    .split('\n\n')
    .map((block) => {
      const [asks = '', words = '', told = ''] = block.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))
      return {
        ...{ language, most },
        asks: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${asks})(?![\p{L}\p{N}])`, 'u'),
        words: new Set(words.split(' ')),
        lexemes: [...new Set(words.split(' ').flatMap((word) => lexemesOf(word, [language])))],
        tells: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${told})(?:(?<=\p{L}{4})|(?![\p{L}\p{N}]))`, 'u'),
        needsNumber: block.includes('\ncounts '),
      }
    })

const KNOWN = TABLES.flatMap(attributesIn)

/** An attribute that a query asks for. */
export type AskedAttribute = Pick<
  (typeof KNOWN)[number],
  'language' | 'words' | 'lexemes' | 'tells' | 'needsNumber'
> & {
  /** The words of the query that stand for it; none where the question asks for it in small words alone. */
  readonly asking: readonly string[]
}

/** Questions and statements tell what they are about at their beginning. */
const READ = 300

/** The attributes of one value that a query asks for; words are read in any of the languages whose words are known. */
export const askedAttributes = (query: string): readonly AskedAttribute[] => {
  const asked = readOf(query)
  return KNOWN.flatMap(({ asks, most, ...attribute }) => {
    const [match] = asks.exec(asked) ?? []
    return match === undefined ? [] : [{ ...attribute, asking: queryWords(match, attribute.language).slice(-most) }]
  })
}

const readOf = (text: string): string => text.slice(0, READ).replaceAll('’', "'").toLowerCase()

const UNCERTAIN =
  /(?<![\p{L}\p{N}])(?:would|could|might|maybe|perhaps|if|whether|wants? to|wish|hope|hopes|plans? to|planning|thinking (?:of|about)|used to|will|dream\p{L}*|würde\p{L}*|könnte\p{L}*|vielleicht|wenn|falls|ob|möchte\p{L}*|hoffe|hofft|plane|planen|früher|damals|will|wollen|soll|sollen|träum\p{L}*)(?![\p{L}\p{N}])/u

const OTHERS =
  /(?<![\p{L}\p{N}])(?<!(?:to|for|from|with|by|an|für|von|mit|bei) )(?:my|our|his|her|their|your|\p{L}+'s|meine?[rnms]?|unsere?[rnms]?|seine?[rnms]?|ihre?[rnms]?|dein\p{L}*) (?:\p{L}+ )?((?:grand|step|half|ex-)?(?:mother|mum|mom|father|dad|sister|brother|son|daughter|child|kids?|children|parents?|cousin|uncle|aunt|nephew|niece|friend|neighbou?r|colleague|roommate|flatmate|wife|husband|partner|girlfriend|boyfriend|boss|(?:schwieger|groß|stief)?(?:mutter|vater|eltern|sohn|tochter)|schwester|bruder|kind|kinder|oma|opa|cousine|onkel|tante|neffe|nichte|freund|freundin|nachbar|nachbarin|kollege|kollegin|mitbewohner|mitbewohnerin|frau|mann|chef|chefin))(?![\p{L}\p{N}])/u

/** Whether a text tells an attribute of whom the query asks for, and not of somebody's relative, a wish or a guess. */
export const tells = ({ attribute, query }: { attribute: AskedAttribute; query: string }, text: string): boolean => {
  const said = readOf(withoutQuestions(text.slice(0, READ)))
  if (!attribute.tells.test(said) || (attribute.needsNumber && !/\p{N}/u.test(said)) || UNCERTAIN.test(said))
    return false
  const [, other] = OTHERS.exec(said) ?? []
  return other === undefined || attribute.words.has(other) || readOf(query).includes(other)
}

/** How near to the word of the query that stands for an attribute the words count that tell it. */
const NEARNESS = 0.7

/** The words that tell what a query asks for, each beside a word of the query that stands for it. */
export const attributeTerms = (asked: readonly AskedAttribute[]) =>
  asked.flatMap(({ asking, lexemes, language }) =>
    asking.flatMap((word) => lexemes.map((lexeme) => ({ word, lexeme, language, cosine: NEARNESS }))),
  )
