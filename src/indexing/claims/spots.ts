import { ARTICLES } from './names.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'
import { isNumbered, placeBehind, placeIn } from './whereabouts.js'

/** Verbs that say where a thing is. */
const BEING = words(
  `is are stays stay remains remain sits sit stands stand lies lie hangs hang rests rest lives live sleeps sleep belongs ist sind bleibt bleiben liegt liegen steht
  stehen hängt hängen lagert lagern befindet befinden wird werden schläft`,
)
const PUT = words(
  `kept stored located placed housed stowed parked mounted hung hanging installed filed shelved situated docked moored berthed stationed hidden
  racked garaged deposited stashed standing lying sitting hosted found`,
)
const PUT_GERMAN =
  /^(?:auf|ein|unter|ab|an|auf)?ge(?:hängt|lagert|stellt|bracht|legt|parkt|räumt|baut)$|^(?:aufbewahrt|verstaut|untergebracht|verwahrt|deponiert|stationiert|montiert|installiert|abgestellt|versteckt|hinterlegt)$/u
/** Whether a token is a verb that may say where something is. */
export const isVerbOfPlace = (token: Token | undefined): boolean =>
  token !== undefined && (BEING.has(token.word) || token.word === 'has')

const OFTEN = words('always usually normally permanently immer fest normalerweise')

/** Where a thing is said to be. */
export type Spot = {
  readonly value: string
  readonly place: readonly [number, number]
  /** Whether it is said to be the place of it, and not only that it is there. */
  readonly usual: boolean
}

/** "is kept in the attic", "hängt im Flur", "wird im Keller aufbewahrt": from the verb of a clause on. Null where none is told. */
export const spotAt = (tokens: readonly Token[], at: number): Spot | null => {
  const verb = tokens[at]?.word ?? ''
  if (verb === 'has' || verb === 'hat') return hadAt(tokens, at)
  const reflexive = verb === 'befindet' || verb === 'befinden'
  const passive = verb === 'wird' || verb === 'werden'
  if (!BEING.has(verb)) return null
  if (reflexive && tokens[at + 1]?.word !== 'sich') return null
  let from = reflexive ? at + 2 : at + 1
  const usual = OFTEN.has(tokens[from]?.word ?? '') || OFTEN.has(tokens[at - 1]?.word ?? '')
  if (OFTEN.has(tokens[from]?.word ?? '')) from++
  if (PUT.has(tokens[from]?.word ?? '')) from++
  const done = PUT_GERMAN.test(tokens.at(-1)?.word ?? '')
  const to = done ? tokens.length - 1 : tokens.length
  const value = (passive && !done) || to - from < 2 ? null : placeBehind(tokens.slice(from, to))
  return value === null ? null : { value, place: [from, to], usual }
}

const WHERE = words('location place spot whereabouts corner')
const KIND = words(
  'physical current exact storage usual normal regular present designated sleeping hiding parking keeping fixed permanent home shelf resting own favourite favorite proper',
)

/** "has its place in the attic", "hat seinen Platz im Keller". */
const hadAt = (tokens: readonly Token[], at: number): Spot | null => {
  if (!/^(?:its|his|her|their|a|an|seinen|ihren|einen)$/.test(tokens[at + 1]?.word ?? '')) return null
  const noun = tokens.findIndex(({ word }, i) => i > at + 1 && /^(?:place|spot|home|platz|stammplatz)$/.test(word))
  if (noun < 0 || noun > at + 3) return null
  const value = tokens.length - noun < 3 ? null : placeBehind(tokens.slice(noun + 1))
  return value === null ? null : { value, place: [noun + 1, tokens.length], usual: true }
}

/** Of what, and where it is. */
type SpotOf = Spot & { readonly of: readonly [number, number] }

/** "The location of the ladder is the attic". */
export const spotOf = (tokens: readonly Token[]): SpotOf | null => spotKept(tokens) ?? spotNamed(tokens)

const spotNamed = (tokens: readonly Token[]): SpotOf | null => {
  const noun = tokens.findIndex(({ word }) => WHERE.has(word))
  const verb = noun < 1 ? -1 : tokens.findIndex(({ word }) => word === 'is')
  if (verb < 3 || noun > verb) return null
  const value = placeBehind(tokens.slice(verb + 1)) ?? placeIn(withArticle(tokens, verb + 1))
  if (value === null) return null
  const place = [verb + 1, tokens.length] as const
  const start = tokens.slice(0, noun).findLastIndex(({ word }) => !KIND.has(word))
  if (tokens[start]?.word === "'s" && noun + 1 === verb) return { value, place, of: [0, start], usual: true }
  const of = tokens[noun + 1]?.word
  if (start !== 0 || tokens[0]?.word !== 'the') return null
  if (of === 'where') return ofWhere(tokens, { value, place, from: noun + 2, verb })
  return of !== 'of' && of !== 'for' ? null : { value, place, of: [noun + 2, verb], usual: true }
}

type Where = Pick<Spot, 'value' | 'place'> & { readonly from: number; readonly verb: number }

/** "the spot where the cactus stands", "the place where we keep the kayak". */
const ofWhere = (tokens: readonly Token[], { value, place, from, verb }: Where): SpotOf | null => {
  const last = tokens[verb - 1]?.word ?? ''
  if (KEEPERS.has(tokens[from]?.word ?? '') && KEEPS.has(tokens[from + 1]?.word ?? ''))
    return { value, place, of: [from + 2, verb], usual: true }
  return BEING.has(last) && last !== 'is' ? { value, place, of: [from, verb - 1], usual: true } : null
}

const KEEPERS = words('we you they i')
const KEEPS = words('keep find store park stow')

/** Whether a clause begins with who keeps something. */
export const isKept = (tokens: readonly Token[]): boolean =>
  KEEPERS.has(tokens[0]?.word ?? '') && KEEPS.has(tokens[1]?.word ?? '')

/** "We keep the kayak in the shed". */
const spotKept = (tokens: readonly Token[]): SpotOf | null => {
  if (!isKept(tokens)) return null
  for (let at = 3; at < tokens.length - 1; at++) {
    const value = placeBehind(tokens.slice(at))
    if (value !== null) return { value, place: [at, tokens.length], of: [2, at], usual: false }
  }
  return null
}

/** A place without an article is a word like any other: "is garage". "Shelf F4" is one. */
const withArticle = (tokens: readonly Token[], at: number): readonly Token[] =>
  ARTICLES.has(tokens[at]?.word ?? '') ||
  isNumbered(tokens.slice(at)) ||
  (tokens.length === at + 2 && /\d/.test(tokens[at + 1]?.word ?? ''))
    ? tokens.slice(at)
    : []
