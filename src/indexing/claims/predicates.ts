import { amountOf, unitOf } from './amounts.js'
import { becomingAt, mayBecome } from './becoming.js'
import { dayIn, type FrameVerb, frameVerbAt, USES } from './frame-verbs.js'
import { ARTICLES } from './names.js'
import { normalised } from './normalise.js'
import { dateOf, timeOf } from './periods.js'
import { spotAt } from './spots.js'
import { stateOf } from './states.js'
import type { Token } from './tokens.js'
import { valueIn } from './values.js'
import { words } from './vocabulary.js'

/** What is said of a subject, but for the value. */
export type Predicate = {
  /** All of its words, and a sign in the place of the value. */
  readonly key: string
  readonly value: string
  readonly place: readonly [number, number]
  readonly kind: 'number' | 'time' | 'name' | 'noun' | 'state' | 'place' | 'day'
  /** Where the value that held before stands, if it is told. */
  readonly former: readonly [number, number] | null
  readonly verb: FrameVerb
  /** Whether the words say that it has become so. */
  readonly anew: boolean
  /** Of a place: whether it is said to be the one of it. */
  readonly usual?: boolean
}

/** In tokens. */
const LONGEST = 9
const LONGEST_SINCE = 4

const UNFIT = words(
  `, ; : ( ) and or but than as that which who not und oder aber sondern als dass nicht between zwischen a an another some any one each every ein
  eine einen einem einer jede jeder jedes i we he she it they you ich wir er sie es man`,
)
/** Behind a copula or "costs" they add nothing to the number. */
const FILLING = words('to at bei auf set kept fixed capped limited eingestellt')
const COPULAS = words('is ist costs kostet beträgt liegt amounts totals stands sits steht remains stays bleibt')
const DONE =
  /^(?:(?!set$|need)[a-z]+(?:ed|en|ing)|won|made|sold|bought|held|run|led|sent|built|hit|told|found|lost|gone|done)$/
const DONE_GERMAN = /^\p{Ll}{3,}(?:t|en)$/u

/** What is said of a subject from its verb on, where it is a state with one value in it; null for all else. */
export const predicateAt = (tokens: readonly Token[], at: number): Predicate | null => {
  const spot = spotAt(tokens, at)
  if (spot !== null) return { ...spot, ...AT_PLACE }
  const becoming = mayBecome(tokens[at]) ? becomingAt(tokens, at) : null
  const verb = becoming === null ? frameVerbAt(tokens[at]) : BECOMING
  if (verb === undefined) return null
  const [from, until] = becoming?.value ?? [at + 1, restEnd(tokens, at + 1)]
  const rest = tokens.slice(from, until)
  const found = rest.length === 0 || rest.length > LONGEST ? null : foundIn(rest, verb)
  if (found === null || (becoming !== null && found.start > 0)) return null
  const { start, end, value, kind, units, of = '#' } = found
  const key = keyOf(verb, [rest.slice(0, start).flatMap(plain), [of, ...units, ...rest.slice(end).flatMap(plain)]])
  const anew = becoming !== null || until < tokens.length
  return { key, value, place: [from + start, from + end], kind, verb, anew, former: becoming?.former ?? null }
}

/** What has been changed to something is so. */
const BECOMING: FrameVerb = {
  ...{ lemma: 'is', times: true, timesOnly: false, onlyNames: false, loosely: false, busy: false },
  ...{ plural: false, german: false },
}

/** All that a statement of where something is tells besides. */
export const AT_PLACE = { key: 'place', kind: 'place', former: null, anew: false, verb: BECOMING } as const

const foundIn = (rest: readonly Token[], verb: FrameVerb): Found | null => {
  const read = COPULAS.has(verb.lemma) ? (stateIn(rest) ?? kindIn(rest)) : null
  if (read !== null) return read
  if (rest.some(({ word }, i) => UNFIT.has(word) && !isGermanAn(rest, i))) return null
  const number = rest.findIndex(hasDigit)
  const day = dayIn(rest, verb.lemma)
  if (day !== null) return { ...day, kind: 'day', units: [] }
  if (number < 0) return namedIn(rest, verb) ?? settingIn(rest, verb)
  return verb.onlyNames ? null : numberIn(rest, number, verb)
}

/** "an der Mole", which is no English article. */
export const isGermanAn = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === 'an' && /^(?:de[rmn]|die|das)$/.test(tokens[at + 1]?.word ?? '')

const keyOf = ({ lemma }: FrameVerb, [before, after]: readonly [readonly string[], readonly string[]]): string => {
  const isBare = COPULAS.has(lemma) && before.every((word) => FILLING.has(word))
  return [...(isBare ? ['is'] : [lemma, ...before]), ...after].join(' ')
}

/** "since the refit", "instead": that it has become so is no part of what is so. */
const restEnd = (tokens: readonly Token[], from: number): number => {
  if (/^(?:instead|stattdessen)$/.test(tokens.at(-1)?.word ?? '')) return tokens.length - 1
  const since = tokens.findIndex(({ word }, i) => i > from && (word === 'since' || word === 'seit'))
  return since >= 0 && tokens.length - since <= LONGEST_SINCE ? since : tokens.length
}

const hasDigit = ({ word }: Token): boolean => /\d/.test(word)
const OF_DAY = /^(?:am|pm|a\.m\.|p\.m\.|o'clock|uhr)$/
const CLOCK = /^\d{1,2}:\d\d$/
const NUMBER = /^[€$£¥#]?\d[\d.,:]*(?:[%€$£]|°c|°f|km\/h)?$/
const VERSION = /^\d+(?:\.\d+){2,}$/

type Found = Pick<Predicate, 'value' | 'kind'> & {
  readonly start: number
  readonly end: number
  readonly units: readonly string[]
  /** What stands in the place of the value, if it is of a kind by itself. */
  readonly of?: string
}

const numberIn = (rest: readonly Token[], at: number, verb: FrameVerb): Found | null => {
  const number = rest[at]
  const [before, after] = [rest.slice(0, at), rest.slice(at + 1)]
  if (number === undefined || !NUMBER.test(number.word) || after.some(hasDigit)) return null
  if (isDone(before, after, verb)) return null
  // "the 4th of May": days are read by other ways.
  if (after.slice(0, 2).some((token) => dateOf([token]) !== null)) return null
  // "Warm kostet das Zimmer 530 Euro": what is said of is behind the verb.
  if (before.some(({ word }, i) => ARTICLES.has(word) && (before[i - 1]?.word.length ?? 9) > 5)) return null
  const ofDay = OF_DAY.test(after[0]?.word ?? '')
  if (ofDay || CLOCK.test(number.word)) {
    const end = at + (ofDay ? 2 : 1)
    const value = verb.times ? timeOf(rest.slice(at, end).map(({ word }) => word)) : null
    return value === null ? null : { value, start: at, end, kind: 'time', units: [] }
  }
  const [value, ...units] = VERSION.test(number.word) ? [number.word] : (amountOf([number])?.split(' ') ?? [])
  return verb.timesOnly || value === undefined ? null : { value, start: at, end: at + 1, kind: 'number', units }
}

/** "has won 3 games", "hat 5 Euro bezahlt", "is running 3 tests": no state. "Runs 5 km", "runs on port 80". */
const isDone = (before: readonly Token[], after: readonly Token[], { lemma, busy }: FrameVerb): boolean => {
  if (busy && !/^(?:on|at|in|with|every|auf|um|in|mit|bei)$/.test(before[0]?.word ?? '')) return true
  if (lemma === 'has' && before.some(({ word }) => DONE.test(word))) return true
  if (lemma === 'is' && before.some(({ word }) => word.endsWith('ing'))) return true
  const last = after.at(-1)
  return (lemma === 'hat' || lemma === 'ist') && last !== undefined && DONE_GERMAN.test(last.raw)
}

const TO = words('to on in at with by into via behind under auf an in bei mit von unter hinter')

/** A name at the end: "is moored at Elm Pier", "writes to Kafka", "is Bruno Kern". */
const namedIn = (rest: readonly Token[], verb: FrameVerb): Found | null => {
  const start = rest.findIndex(({ proper }) => proper)
  const before = rest.slice(0, start)
  const last = before.at(-1)
  if (start < 0 || start > 5 || rest.length - start > 4 || !rest.slice(start).every(({ proper }) => proper)) return null
  const copula = COPULAS.has(verb.lemma)
  if (before.some(({ word }) => word.endsWith('ing')) || rest.some((token) => dateOf([token]) !== null)) return null
  const uses = USES.has(verb.lemma)
  if (last === undefined ? !copula && !uses : !TO.has(last.word) || !(copula || verb.onlyNames)) return null
  if (last === undefined && verb.german && !uses && rest.length - start < 2) return null
  const read = valueIn(rest, [start, rest.length], 'name')
  return read === null ? null : { value: read.value, start, end: rest.length, kind: 'name', units: [], of: '@' }
}

/** "broken", "out of order", "grey": nothing else behind it. */
const TO_WHOM = words('to for für')
/** In tokens. */
const LONGEST_WHOM = 4
const stateIn = (rest: readonly Token[]): Found | null => {
  // "Closed to traffic": for whom is not the state.
  const to = rest.findIndex(({ word }, i) => i > 0 && TO_WHOM.has(word))
  const end =
    to > 0 && rest.length - to <= LONGEST_WHOM && !rest.slice(to).some(({ word }) => UNFIT.has(word)) ? to : rest.length
  const state = stateOf(
    rest
      .slice(0, end)
      .map(({ word }) => word)
      .join(' '),
  )
  return state === undefined ? null : { value: state.value, start: 0, end, kind: 'state', units: [], of: state.of }
}

/** "an otter": what kind of thing it is. */
const kindIn = (rest: readonly Token[]): Found | null => {
  const [article, ...said] = rest
  if (article === undefined || !/^(?:an?|eine?)$/.test(article.word) || said.length === 0 || said.length > 2)
    return null
  if (said.some((token) => hasDigit(token) || UNFIT.has(token.word))) return null
  const value = valueIn(rest, [0, rest.length], 'thing')?.value
  return value === undefined ? null : { value, start: 0, end: rest.length, kind: 'noun', units: [], of: 'a #' }
}

/** "is set to quiet". */
const settingIn = (rest: readonly Token[], verb: FrameVerb): Found | null => {
  const at = rest.length - 1
  const isSet = verb === BECOMING ? at === 0 : verb.lemma === 'is' && rest[0]?.word === 'set' && at === 2
  const value = isSet ? valueIn(rest, [at, at + 1], 'thing')?.value : undefined
  return value === undefined ? null : { value, start: at, end: at + 1, kind: 'name', units: [], of: '@' }
}

/** A word of the key: none for an article, one for all names of a unit. */
const plain = ({ word }: Token): readonly string[] => {
  if (ARTICLES.has(word)) return []
  const said = unitOf(word) ?? normalised(word)
  return said === '' ? [] : [said]
}
