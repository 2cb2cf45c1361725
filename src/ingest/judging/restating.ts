import { isReadAlike } from '../../domain/conflict/decisions.js'
import { ownText } from '../../domain/memory/events.js'
import { isBefore } from '../../domain/memory/replacing.js'
import type { Readers } from '../../domain/scope.js'
import type { Target, Verdict, VerdictReason } from '../../domain/verdict.js'
import { isContent } from '../../text/content-words.js'
import { knownOf } from '../../text/languages.js'
import { CALENDAR, type OnePlace, onePlace, type Token, tokensOf } from '../../text/one-place.js'
import { BEFORE } from '../as-said/slips.js'
import type { Ingest, PreparedFact } from '../context.js'
import type { Neighbour } from '../find-neighbours.js'
import { type KnownAs, type Stored, targetOf } from '../forgetting.js'
import { duplicatesOf } from '../same-claim.js'
import { statementsIn, statesOneThing } from '../statements-in.js'
import { CONFIDENCE, elided, isUnsure, type Words, wordsFor } from './compare-words.js'

/** Where words are written without spaces, nothing bounds them. */
const anyOf = (patterns: Iterable<string>): string =>
  [...patterns]
    .map((each) => (/\p{scx=Han}/u.test(each) ? each : String.raw`(?<![\p{L}\p{N}])(?:${each})(?![\p{L}\p{N}])`))
    .join('|')

/** "now", "from now on": what is so is other than it was. */
const ANEW = new RegExp(anyOf(knownOf('anew').values()), 'giu')
/** "today", "next week": for once. */
const ONCE = new RegExp(
  anyOf(
    [...knownOf('dates').values()].flatMap(({ days, before, units: { week, weekend, month, year } }) => [
      ...days.map(([words]) => words),
      ...before.map(([words]) => `(?:${words})\\s+(?:${week}|${weekend}|${month}|${year})`),
    ]),
  ),
  'iu',
)
const QUOTED = /["“”„«»「」『』]/u

/**
 * Whether what somebody says takes the place of what they said before: the same sentence but for one place, and that is told as a
 * change ("I now live in Rome"), or gives another number or date of the one thing that it begins with ("My rent is 950 euros").
 */
export const restates = (newer: string, older: string): boolean =>
  statesOneThing(older) &&
  [newer, older].every((text) => !QUOTED.test(text)) &&
  statementsIn(newer).some(({ start, end }) => isRestated(straight(newer.slice(start, end)), straight(older)))

const straight = (text: string): string => text.replaceAll('’', "'")

const isRestated = (newer: string, older: string): boolean => {
  const words = wordsFor(`${newer}\n${older}`)
  const [later, earlier] = [newer.replace(ANEW, ' '), older.replace(ANEW, ' ')]
  if (ONCE.test(`${later}\n${earlier}`)) return false
  const [left, right] = [tokensOf(elided(later)), tokensOf(elided(earlier))]
  const place = isUnsure([...left.entries(), ...right.entries()], words) ? null : onePlace(left, right)
  if (place === null || !isAbout(place, words)) return false
  const isTold = later.replace(/\s/g, '') !== newer.replace(/\s/g, '')
  return isTold ? tellsOfChange(place, words) : givesAnotherNumber(place, words)
}

/**
 * Both are about the same, and say what it is: a content word is common, neither value is a form of "to be" or a denial, and
 * they have no word in common, or they would differ in two places.
 */
const isAbout = ({ before, values: [a, b], after }: OnePlace, words: Words): boolean =>
  contentIn([...before, ...after]) >= 1 &&
  [...a, ...b].every(({ key }) => !words.is.has(key) && !words.negations.has(key)) &&
  !a.some(({ key }) => /\p{L}/u.test(key) && b.some((other) => other.key === key))

/** In scripts without spaces a sign is a part of a word. */
const contentIn = (tokens: readonly Token[]): number =>
  tokens.reduce(
    (sum, { text }) => sum + (isContent(text) ? (/\p{scx=Han}|\p{scx=Hiragana}/u.test(text) ? 0.25 : 1) : 0),
    0,
  )

/**
 * Not where another subject, another case or another role is told of: a place before the verb, beside a number, on other weekdays,
 * or a name in the place of what is none.
 */
const tellsOfChange = ({ before, values, after }: OnePlace, words: Words): boolean => {
  const isCase = after.some(({ key }) => says(key, words)) || (before.some(isNumber) && !values.flat().some(isNumber))
  const [a, b] = values.map((value) => value.some(({ text }) => /^[\p{Lu}\p{N}]/u.test(text)))
  const isOtherKind = words.is.has(before.at(-1)?.key ?? '') && a !== b
  return !isCase && !isOtherKind && (before.length > 0 || after.length > 1) && !values.flat().some(isRecurring)
}

/** Close behind the verb: what stands behind another value is a case of that one. */
const givesAnotherNumber = ({ before, values }: OnePlace, words: Words): boolean => {
  const verb = before.findLastIndex(({ key }) => says(key, words))
  const told = before.slice(verb + 1)
  // "555-1234"
  const between = told.slice(0, told.findLastIndex((token) => !isOfNumber(token)) + 1)
  return (
    words.definite.has(before[0]?.key ?? '') &&
    verb > 0 &&
    between.length <= 3 &&
    between.every(({ text }) => /^[\p{Ll}\p{Sc}]/u.test(text)) &&
    values.every((value) => value.some(isNumber) && value.every(isOfNumber))
  )
}

const says = (key: string, words: Words): boolean => words.is.has(key) || words.states.has(key)
const isNumber = ({ key }: Token): boolean => /^\p{N}/u.test(key)
const isOfNumber = (token: Token): boolean =>
  isNumber(token) || CALENDAR.has(token.key) || /^[^\p{L}]+$/u.test(token.key)
/** "on Mondays" */
const isRecurring = ({ key }: Token): boolean => !CALENDAR.has(key) && CALENDAR.has(key.replace(/s$/, ''))

const verdictOn = ({ memoryId, version }: Target, reason: VerdictReason): Verdict => ({
  by: 'wording',
  target: { memoryId, version },
  outcome: 'supersede',
  applied: 'supersede',
  confidence: CONFIDENCE.new_value,
  reason,
})

/** What a fact restates or corrects, of what its speaker has said: known memories, and other facts of its ingest. */
export const restatedBy = (
  fact: PreparedFact,
  ingest: Ingest,
  { near, stored, known }: Stored & { readonly near: readonly Neighbour[] },
): readonly Verdict[] => {
  if (!ingest.readsWording || fact.replacement || fact.forgets || fact.role === 'assistant') return []
  if (fact.corrects !== undefined)
    return correctedBy(fact, ingest, { stored, known }).map((target) => verdictOn(target, 'correction'))
  const at = fact.observedAt ?? ingest.extraction.observedAt
  const others = near.flatMap(({ id: memoryId, claim }) => {
    const memory = claim?.memory
    if (memory === undefined || claim === undefined || !isOwn(claim.readers, ingest)) return []
    if (memory.speaker !== fact.speaker || isBefore(at, memory.observedAt)) return []
    return restates(ownText(fact), ownText({ ...claim, ...memory })) ? [{ memoryId, version: memory.version }] : []
  })
  return [...others, ...restatedHere(fact, ingest, known)].map((target) => verdictOn(target, 'new_value'))
}

/** Of what the same conversation said before. */
const restatedHere = (fact: PreparedFact, { facts, pairs }: Ingest, known: KnownAs): readonly Target[] => {
  const ids = new Set(pairs.flatMap(({ from, to }) => (to === fact.memoryId ? from : [])))
  return facts.flatMap((each) =>
    ids.has(each.memoryId) && each.speaker === fact.speaker && !each.forgets && restates(ownText(fact), ownText(each))
      ? (targetOf(each, known) ?? [])
      : [],
  )
}

/** What was said by a slip: all that was made of it, where that is one memory. */
const correctedBy = (
  { corrects = BEFORE, speaker }: PreparedFact,
  ingest: Ingest,
  { stored, known }: Stored,
): readonly Target[] => {
  const last = new Set(ingest.standing.flatMap(({ isLast, memoryId }) => (isLast ? memoryId : [])))
  const before = stored.filter((each) => last.has(each.memoryId) && each.speaker === speaker)
  const here = ingest.facts.filter(({ turns }) => turns[0] <= corrects && corrects <= turns[1])
  const made =
    corrects === BEFORE
      ? before.filter(({ readers }) => isOwn(readers, ingest))
      : here.flatMap((each) => (each.speaker === speaker ? (targetOf(each, known) ?? []) : []))
  return (corrects === BEFORE ? last.size : here.length) === 1 ? made : []
}

/** Of the writer, and for the same readers. */
const isOwn = (readers: Readers, { readers: writer }: Pick<Ingest, 'readers'>): boolean =>
  readers.agentId === writer.agentId && isReadAlike(readers, writer)

/** Of the facts that are no new memories the one of the writer that says the same; null where that is not certain. */
export const knownAs = (ingest: Ingest, near: ReadonlyMap<number, readonly Neighbour[]>): KnownAs =>
  new Map(
    ingest.facts.flatMap((fact, i): readonly (readonly [string, Target | null])[] => {
      const { memoryId, replacement } = fact
      if (replacement !== undefined || ingest.erased.has(memoryId)) return [[memoryId, null]]
      const ids = duplicatesOf(fact, ingest.readers, near.get(i) ?? [])
      if (ids.length === 0) return []
      const [one, ...others] = (near.get(i) ?? []).filter(({ id }) => ids.includes(id))
      const version = one?.claim?.version ?? one?.claim?.memory?.version
      const isOne = others.length === 0 && one?.claim !== undefined && isOwn(one.claim.readers, ingest)
      return [[memoryId, isOne && version !== undefined ? { memoryId: one.id, version } : null]]
    }),
  )
