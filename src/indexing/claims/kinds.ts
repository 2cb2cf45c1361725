import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What works, machines, animals and people are, in front of a name: "the novel X", "the TV show X". */
export const KINDS = words(
  `novel book film movie picture opera symphony ballet musical play song single album record painting sculpture statue poem show series sitcom soap
  podcast magazine newspaper journal server host machine laptop printer router switch database cluster program app application website site service
  tool library framework package plugin game ship boat yacht ferry vessel submarine locomotive dog cat horse pony parrot rabbit hamster goat cow
  tortoise lion elephant river stream lake mountain peak hill volcano island bridge tower castle museum theatre theater cinema hotel restaurant
  pub bar bakery shop store brewery winery vineyard charity singer actor actress author writer painter composer band duo trio quartet orchestra choir footballer striker goalkeeper
  midfielder defender cyclist swimmer boxer sprinter pianist violinist cellist poet journalist scientist engineer politician senator robot satellite probe telescope`,
)
/** "The TV show", "the rock band". */
const BEFORE_KIND = words(
  'tv rock pop jazz feature short cargo container sailing guide web mobile board computer video',
)

const SMALL_NAME = /^[a-z][a-z\d]*(?:[-_.][a-z\d]+)+$/
/** "Server orion-01", "website shop.example": a name in small letters. */
export const isSmallName = (token: Token | undefined): boolean => SMALL_NAME.test(token?.raw ?? '')

/** Behind an article and what kind of thing it is, where a name begins. */
export const kindEnd = (tokens: readonly Token[], at: number, to: number): number => {
  const kind = BEFORE_KIND.has(tokens[at]?.word ?? '') ? at + 1 : at
  if (!KINDS.has(tokens[kind]?.word ?? '')) return at
  const name = /^(?:called|named|titled)$/.test(tokens[kind + 1]?.word ?? '') ? kind + 2 : kind + 1
  const first = tokens[name]
  // "Server orion-01", "der Server orion-01": with a capital only where a name in small letters makes out which.
  if (tokens[kind]?.proper === true && !isSmallName(first)) return at
  const named = first?.proper === true || SMALL_NAME.test(first?.word ?? '')
  return name < to && named && /\p{L}/u.test(first?.word ?? '') ? name : at
}

/** What has a name in small letters behind it: "the repository fluxgate". */
const NAMED_SMALL = words(
  'repository repo cluster namespace branch package module library crate gem bucket queue topic',
)
/** Behind such a word these tell what it has, and are no name. */
const NO_SMALL_NAME =
  /(?:er|or|ing|tion|ment|s|ity|ance)$|^(?:plan|team|room|card|lead|host|size|name|node|group|index|list|manager|desk|limit|update|price)$/u

/** Whether a range says what kind of thing a name in small letters is of, and the name. */
export const hasSmallName = (tokens: readonly Token[], from: number, to: number): boolean =>
  to - from === 3 &&
  tokens[from]?.word === 'the' &&
  NAMED_SMALL.has(tokens[from + 1]?.word ?? '') &&
  /^[a-z][a-z\d-]{3,}$/.test(tokens[from + 2]?.raw ?? '') &&
  !NO_SMALL_NAME.test(tokens[from + 2]?.word ?? '')
