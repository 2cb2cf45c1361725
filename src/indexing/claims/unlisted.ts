import { ARTICLES, UNNAMED, VERBS } from './names.js'
import type { Token } from './tokens.js'
import { VAGUE, words } from './vocabulary.js'

/** How the attributes of nouns begin that stand in no list. */
export const UNLISTED = 'unlisted:'

/**
 * Of these there may be several, or they say nothing that lasts: relatives and companions, what happens, what is thought or
 * felt, parts and examples.
 */
const NOT_ONE = words(
  `sister brother son daughter child kid cousin uncle aunt niece nephew friend colleague coworker neighbour neighbor member fan follower ally
  rival enemy opponent competitor client customer partner investor shareholder supplier employee worker student pupil player guest speaker
  participant actor actress star character creation brainchild hero heroine winner loser victim witness suspect language hobby interest pet skill award prize
  medal book song album film movie show episode series work painting poem product service feature tool office branch plant subsidiary brand
  shop border river lake mountain neighbourhood export import dish drink food ingredient flavour snack problem issue bug question answer
  reason cause effect goal aim idea topic theme subject point part piece half rest side end beginning start middle top bottom edge front back
  thing stuff kind sort type example instance case fact story news moment highlight memory dream fear love joy pride hope wish plan thought
  opinion view feeling sense feel look smell taste sound way road path key secret trick symbol sign result score outcome consequence benefit
  advantage disadvantage downside upside risk danger cost beauty power strength weakness lack absence presence best worst first last next
  second third day week month year night morning evening time weekend number lot bit couple group list set series line row page section
  chapter step stage event match game meeting visit trip birthday party citizenship nationality passport ethnicity colleague visitor source
  name word title message mistake fault change difference comparison alternative option choice candidate suggestion proposal request order
  purchase gift present picture photo image video post comment review report note summary history past future truth lie joke rumour rumor
  meaning definition translation spelling pronunciation trouble worry complaint symptom illness injury cure treatment therapy medicine pill`,
)
const SMALL = words('of in at on for to from with by as and or but not no than then so very too also just only')
const LONGEST = 3

const isNounWord = ({ word, raw, proper }: Token): boolean =>
  !proper &&
  /^[a-z]{3,}(?:-[a-z]+)*$/.test(raw) &&
  !SMALL.has(word) &&
  !ARTICLES.has(word) &&
  !UNNAMED.has(word) &&
  !VERBS.has(word) &&
  !NOT_ONE.has(word) &&
  !VAGUE.has(word)

/** "employees", "sales" are several. */
const isOne = (word: string): boolean => !word.endsWith('s') || /(?:ss|us|is)$/.test(word)

/**
 * "The N of X": with its article it is the only one, whatever it is called, unless it is of those of which there are several. Null where no
 * such noun begins.
 */
export const unlistedAt = (
  tokens: readonly Token[],
  at: number,
): { readonly code: string; readonly length: number; readonly fresh: boolean } | null => {
  if (tokens[at - 1]?.word !== 'the') return null
  let end = at
  for (let token = tokens[end]; token !== undefined && isNounWord(token) && end - at < LONGEST; token = tokens[end])
    end++
  const last = tokens[end - 1]
  if (end === at || last === undefined || tokens[end]?.word !== 'of' || !isOne(last.word)) return null
  const name = tokens.slice(at, end).map(({ word }) => word)
  return { code: `${UNLISTED}${name.join(' ')}`, length: end - at, fresh: false }
}
