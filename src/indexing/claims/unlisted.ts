import { germanNounAt } from './german/unlisted.js'
import { ARTICLES, UNNAMED, VERBS } from './names.js'
import { FIRST_OF_MANY, NOT_ONE, NOT_ONE_OWNED, OF_A_KIND, ONE_OF_A_KIND } from './not-one.js'
import type { Noun } from './noun.js'
import type { Token } from './tokens.js'
import { EVENTS, VAGUE, words } from './vocabulary.js'

/** How the attributes of nouns begin that stand in no list. */
export const UNLISTED = 'unlisted:'

const SMALL = words('of in at on for to from with by as and or but not no than then so very too also just only')
const FRESH = words('new newest')
const LONGEST = 3

const isNounWord = ({ word, raw, proper }: Token): boolean =>
  (/^(?:[A-Z]{2,5}|T-shirt|Wi-Fi)$/.test(raw) || (!proper && /^(?:[a-z]-)?[a-zà-ÿ]{3,}(?:-[a-z]+)*$/.test(raw))) &&
  !SMALL.has(word) &&
  !ARTICLES.has(word) &&
  !UNNAMED.has(word) &&
  !VERBS.has(word) &&
  !TOLD.has(word) &&
  !FIRST_OF_MANY.has(word) &&
  !VAGUE.has(word)

/** Whether there may be several of what a row of words names, by the last of them. */
const isMany = (name: readonly string[], stand: Stand): boolean => {
  const head = name.at(-1) ?? ''
  if (name.length > 1 && ONE_OF_A_KIND.has(head) && !name.some((word) => word.endsWith('est'))) return false
  return (
    NOT_ONE.has(head) ||
    ((stand === 'owned' || stand === 'coded') &&
      (NOT_ONE_OWNED.has(head) || name.some((word) => /^favou?rite$/.test(word))))
  )
}

export const isDoer = (code: string): boolean => DOER.test(code.split(/[ :]/).at(-1) ?? '')

/** Whether a noun of no list names what is one of a kind, so that any word may be its value. */
export const isOfAKind = (code: string): boolean =>
  OF_A_KIND.has(code.split(/[ :]/).at(-1) ?? '') ||
  code.startsWith(`${UNLISTED}usual `) ||
  / of the (?:day|week|month|year|season|moment|quarter|term)$/u.test(code)

/** "employees", "sales" are several. */
const isOne = (word: string): boolean => !word.endsWith('s') || /(?:ss|us|is)$/.test(word)

/** Verbs that tell what the noun before them is, or has become. */
const TOLD = words(
  'is was remains has became becomes changed rose fell dropped went moved increased decreased stands sits lasts measures weighs',
)

/** What makes a noun the only one: where it stands. Its noun is not read at all where nothing does. */
type Stand = 'of' | 'as' | 'is' | 'owned' | 'amount' | 'coded'

const STANDS: ReadonlyMap<string, Stand> = new Map([
  ['the', 'of'],
  ['as', 'as'],
  ['is', 'is'],
  ...['has', 'uses', 'occupies'].map((word) => [word, 'coded'] as const),
  ...["'s", 'my', 'our', 'its', 'his', 'her', 'their'].map((word) => [word, 'owned'] as const),
  ...['a', 'an'].map((word) => [word, 'amount'] as const),
])

const HELD_IN = /^(?:for|at|in|on|behind)$/
const HELD = /^(?:has|have|keeps|keep|holds|maintains|runs|operates)$/
/** What a place or a group has one of. */
const TOLD_OF_PLACES =
  /^(?:day|time|code|rate|limit|level|price|fee|format|point|policy|setting|mode|type|standard|frequency|interval|capacity|size|temperature|language|name|number|colour|color|deadline|budget|contact|line|system|provider|cost|tax|age|dress|currency|requirement)$/u

/** Those who do something for a thing or a place. */
const DOER = /^(?:.+(?:er|or|ist|ian|man|woman|person)|head|lead|chief|boss|cook|coach|guide|nurse)$/u

const CONTACT = /^(?:contact|representative|rep|agent|account|number)$/u

const hasDigit = (token: Token | undefined): boolean => token !== undefined && /\d/.test(token.word)

const CODE = /^[A-Z]{1,4}-?\d{1,5}$/

const isClosed = (
  stand: Stand,
  tokens: readonly Token[],
  { at, end, fresh }: { readonly at: number; readonly end: number; readonly fresh: boolean },
): boolean => {
  const after = tokens[end]?.word
  const head = tokens[end - 1]?.word ?? ''
  if (stand === 'of') {
    // "In Mill Lane the collection day is Monday".
    if (TOLD.has(after ?? '')) return at > 2 && /^(?:in|at|for)$/.test(tokens[0]?.word ?? '')
    const told =
      DOER.test(head) ||
      (end - at > 1 && TOLD_OF_PLACES.test(head)) ||
      (PERIOD.test(head) && tokens[end - 3]?.word === 'of')
    return after === 'of' || (HELD_IN.test(after ?? '') && told)
  }
  // "Is lead maintainer of X".
  if (stand === 'is') return after === 'of' && DOER.test(tokens[end - 1]?.word ?? '')
  // "Has parking space P58".
  if (stand === 'coded') return end + 1 === tokens.length && CODE.test(tokens[end]?.raw ?? '') && !EVENTS.has(head)
  if (stand === 'as') return after === 'of' || after === undefined
  if (stand === 'amount')
    return (after === 'of' && hasDigit(tokens[end + 1])) || (fresh && (after === ':' || after === ','))
  // "Our billing contact at X".
  if (/^(?:at|with|from)$/.test(after ?? '') && (DOER.test(head) || CONTACT.test(head))) return true
  // "Has its workshop in Ghent".
  if (/^(?:in|at|on)$/.test(after ?? '') && HELD.test(tokens[at - 2]?.word ?? ''))
    return !EVENTS.has(tokens[end - 1]?.word ?? '')
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
  // "The Slack channel".
  if (isKindOf(tokens, end)) end++
  for (let token = tokens[end]; token !== undefined && isNounWord(token) && end - from < LONGEST; token = tokens[end])
    end++
  const periodic = end > from && isOfPeriod(tokens, end)
  const chosen = end > from && tokens[end]?.word === 'of' && tokens[end + 1]?.word === 'choice'
  if (periodic) end += 3
  else if (chosen) end += 2
  else if (end > from && isOfKind(stand, tokens, end)) end += 2
  const last = tokens[end - 1]
  const fresh = isFresh(tokens, at, from)
  if (end === from || last === undefined || !isClosed(stand, tokens, { at, end, fresh }) || !isOne(last.word))
    return null
  const name = tokens.slice(from, end).map(({ word }) => word)
  // "Supported", "available": of several.
  if (name.length > 1 && name.some((word) => /(?:ed|[ai]ble)$/.test(word))) return null
  // "The current topic", "the dish of the day": of these there is one.
  const current = tokens.slice(at, from).some(({ word }) => word === 'current' || word === 'present')
  const habit =
    HABITS.has(tokens[chosen ? end - 3 : end - 1]?.word ?? '') &&
    (chosen || tokens.slice(at, from).some(({ word }) => HABITUAL.has(word)))
  const one = periodic || habit || (current && CURRENT_ONES.has(last.word))
  if ((last.proper && !/^(?:TV|PC)$/.test(last.raw)) || (!one && isMany(name, stand))) return null
  const code = habit
    ? `usual ${name.filter((word) => !/^(?:order|brand|of|choice)$/.test(word)).join(' ')}`
    : name.join(' ')
  return { code: `${UNLISTED}${code}`, length: end - at, fresh }
}

const withCode = (noun: Noun | null): Noun | null =>
  noun === null ? null : { ...noun, code: `${UNLISTED}${noun.code}` }

/** What somebody has again and again, of which there is one called the usual one: "my usual breakfast", "her regular order". */
const HABITS = words(
  `breakfast lunch dinner supper brunch snack meal drink tea beer wine cocktail juice water order treat food brand dessert pizza sandwich burger topping sauce
  cereal bread milk cheese chocolate cake medicine route way road walk run workout exercise restaurant café cafe bar pub shop supermarket store market bakery
  butcher pharmacy salon cinema table seat spot stop ride shift outfit style size colour shade perfume shampoo toothpaste soap washing tipple takeaway`,
)
const HABITUAL = words('usual regular standard normal preferred go-to everyday')

/** Of several such one is had, read or shown at a time. */
const CURRENT_ONES = words(
  'book topic theme song film show series episode chapter step stage plan title slogan offer level story subject',
)

/** "The dish of the day at X". */
const isOfPeriod = (tokens: readonly Token[], end: number): boolean =>
  tokens[end]?.word === 'of' && tokens[end + 1]?.word === 'the' && PERIOD.test(tokens[end + 2]?.word ?? '')
const PERIOD = /^(?:day|week|month|year|season|moment|quarter|term)$/u

/** "The country of registration of X". */
const isOfKind = (stand: Stand, tokens: readonly Token[], end: number): boolean => {
  const [of, noun, next] = tokens.slice(end, end + 3)
  if (of?.word !== 'of' || noun === undefined || noun.proper || !isNounWord(noun) || DOER.test(noun.word)) return false
  return next !== undefined && (stand === 'of' ? next.word === 'of' : TOLD.has(next.word))
}

const behind = (modifiers: ReadonlySet<string>, tokens: readonly Token[], at: number): number => {
  let from = at
  while (modifiers.has(tokens[from]?.word ?? '')) from++
  return from
}

/** A word with a capital in front of a noun. */
const isKindOf = (tokens: readonly Token[], at: number): boolean => {
  const [first, noun] = tokens.slice(at, at + 2)
  return /^\p{Lu}\p{Ll}+$/u.test(first?.raw ?? '') && noun?.proper === false && isNounWord(noun) && !TOLD.has(noun.word)
}

const isFresh = (tokens: readonly Token[], at: number, from: number): boolean =>
  tokens.slice(at, from).some(({ word }) => FRESH.has(word))
