import { ARTICLES } from './names.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'
import { isNumbered, placeBehind, placeIn } from './whereabouts.js'

/** Verbs that say where a thing is. */
const BEING = words(
  `is are stays stay remains remain sits sit stands stand lies lie hangs hang rests rest ist sind bleibt bleiben liegt liegen steht stehen
  hängt hängen lagert lagern befindet befinden wird werden`,
)
const PUT = words(
  `kept stored located placed housed stowed parked mounted hung hanging installed filed shelved situated docked moored berthed stationed hidden
  racked garaged deposited stashed standing lying sitting`,
)
const PUT_GERMAN =
  /^(?:auf|ein|unter|ab|an|auf)?ge(?:hängt|lagert|stellt|bracht|legt|parkt|räumt|baut)$|^(?:aufbewahrt|verstaut|untergebracht|verwahrt|deponiert|stationiert|montiert|installiert|abgestellt)$/u
/** Whether a token is a verb that may say where something is. */
export const isVerbOfPlace = (token: Token | undefined): boolean => token !== undefined && BEING.has(token.word)

const OFTEN = words('always usually normally permanently immer fest normalerweise')

/** Where a thing is said to be. */
export type Spot = { readonly value: string; readonly place: readonly [number, number] }

/** "is kept in the attic", "hängt im Flur", "wird im Keller aufbewahrt": from the verb of a clause on. Null where none is told. */
export const spotAt = (tokens: readonly Token[], at: number): Spot | null => {
  const verb = tokens[at]?.word ?? ''
  const reflexive = verb === 'befindet' || verb === 'befinden'
  const passive = verb === 'wird' || verb === 'werden'
  if (!BEING.has(verb)) return null
  if (reflexive && tokens[at + 1]?.word !== 'sich') return null
  let from = reflexive ? at + 2 : at + 1
  if (OFTEN.has(tokens[from]?.word ?? '')) from++
  if (PUT.has(tokens[from]?.word ?? '')) from++
  const done = PUT_GERMAN.test(tokens.at(-1)?.word ?? '')
  const to = done ? tokens.length - 1 : tokens.length
  const value = (passive && !done) || to - from < 2 ? null : placeBehind(tokens.slice(from, to))
  return value === null ? null : { value, place: [from, to] }
}

const WHERE = words('location place spot whereabouts')
const KIND = words('physical current exact storage usual normal regular present designated')

/** "The location of the ladder is the attic": of what, and where it is. */
export const spotOf = (tokens: readonly Token[]): (Spot & { readonly of: readonly [number, number] }) | null => {
  const noun = tokens.findIndex(({ word }) => WHERE.has(word))
  const verb = noun < 1 ? -1 : tokens.findIndex(({ word }) => word === 'is')
  if (verb < 3 || noun > verb) return null
  const value = placeBehind(tokens.slice(verb + 1)) ?? placeIn(withArticle(tokens, verb + 1))
  if (value === null) return null
  const start = tokens.slice(0, noun).findLastIndex(({ word }) => !KIND.has(word))
  if (tokens[start]?.word === "'s" && noun + 1 === verb)
    return { value, place: [verb + 1, tokens.length], of: [0, start] }
  const of = tokens[noun + 1]?.word
  if (start !== 0 || tokens[0]?.word !== 'the' || (of !== 'of' && of !== 'for')) return null
  return { value, place: [verb + 1, tokens.length], of: [noun + 2, verb] }
}

/** A place without an article is a word like any other: "is garage". */
const withArticle = (tokens: readonly Token[], at: number): readonly Token[] =>
  ARTICLES.has(tokens[at]?.word ?? '') || isNumbered(tokens.slice(at)) ? tokens.slice(at) : []
