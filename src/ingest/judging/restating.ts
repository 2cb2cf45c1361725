import { isReadAlike } from '../../domain/conflict/decisions.js'
import { ownText } from '../../domain/memory/events.js'
import { isBefore } from '../../domain/memory/replacing.js'
import type { Readers } from '../../domain/scope.js'
import type { Target, Verdict, VerdictReason } from '../../domain/verdict.js'
import { detectLanguage } from '../../text/detect-language.js'
import { knownOf } from '../../text/languages.js'
import { CALENDAR, type OnePlace, onePlace, type Token, tokensOf } from '../../text/one-place.js'
import { BEFORE } from '../as-said/slips.js'
import type { Ingest, PreparedFact } from '../context.js'
import type { Neighbour } from '../find-neighbours.js'
import { type KnownAs, type Stored, targetOf } from '../forgetting.js'
import { duplicatesOf } from '../same-claim.js'
import { statementsIn, statesOneThing } from '../statements-in.js'
import { CONFIDENCE, elided, isUnsure, type Words, wordsFor } from './compare-words.js'

const anyOf = (patterns: readonly string[]): string =>
  String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`

/** "now", "from now on": what is so is other than it was. By language. */
const ANEW = new Map([...knownOf('anew')].map(([language, words]) => [language, new RegExp(anyOf([words]), 'giu')]))
const ANY_ANEW = new RegExp(anyOf([...knownOf('anew').values()]), 'giu')
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
const MINE = new RegExp(`^(?:${[...knownOf('forget').values()].map(({ mine }) => mine).join('|')})$`, 'iu')
const QUOTED = /["“”„«»「」『』]/u

/**
 * Whether what somebody says takes the place of what they said before: the same sentence about something of their own but for its
 * end, and that is told as a change ("My boss is now Tom", "I now live in Rome"), or gives another number of what is theirs alone ("My rent is 950
 * euros"). Of all else there may be several: what somebody speaks, owns or likes, and where and with whom they work.
 */
export const restates = (newer: string, older: string): boolean =>
  statesOneThing(older) &&
  [newer, older].every((text) => !QUOTED.test(text)) &&
  isRestated(straight(onlyStatement(newer)), straight(older))

/** Nothing where there are several: one of them may be somebody else's. */
const onlyStatement = (text: string): string => {
  const [only, ...others] = statementsIn(text)
  return only === undefined || others.length > 0 ? '' : text.slice(only.start, only.end)
}

const straight = (text: string): string => text.replaceAll('’', "'")

const isRestated = (newer: string, older: string): boolean => {
  const both = `${newer}\n${older}`
  const words = wordsFor(both)
  const anew = ANEW.get(detectLanguage(both) ?? '') ?? ANY_ANEW
  const [later, earlier] = [newer.replace(anew, ' '), older.replace(anew, ' ')]
  if (earlier !== older || ONCE.test(`${later}\n${earlier}`)) return false
  const [left, right] = [tokensOf(elided(later)), tokensOf(elided(earlier))]
  const place = isUnsure([...left.entries(), ...right.entries()], words) ? null : onePlace(left, right)
  if (place === null || !isAbout(place, words)) return false
  return later === newer ? givesAnotherNumber(place, words) : tellsOfChange(place, words)
}

/** Both say what the same thing is: neither value is a form of "to be" or a denial, and they have no word in common. */
const isAbout = ({ before, values: [a, b] }: OnePlace, words: Words): boolean =>
  (verbIn(before, words) > 1 || isHome(before)) &&
  [...a, ...b].every(({ key }) => !words.is.has(key) && !words.negations.has(key)) &&
  !a.some(({ key }) => /\p{L}/u.test(key) && b.some((other) => other.key === key))

/** Where it says what something is, behind an article or a possessive and a noun. */
const verbIn = (before: readonly Token[], words: Words): number => before.findLastIndex(({ key }) => says(key, words))

/** At the end, and of the same kind: right behind "is" a name and a quality may both stand, and be so at once. */
const tellsOfChange = ({ before, values, after }: OnePlace, words: Words): boolean => {
  const areNumbers = values.every((value) => value.some(isNumber))
  const [a, b] = values.map((value) => value.some(({ text }) => /^\p{Lu}/u.test(text)))
  const isOtherKind = !areNumbers && words.is.has(before.at(-1)?.key ?? '') && a !== b
  const isCase = !areNumbers && (after.length > 0 || before.some(isNumber))
  return (isOwnThing(before, words) || isHome(before)) && !isOtherKind && !isCase && !values.flat().some(isRecurring)
}

/** Close behind the verb, and of something that is the speaker's alone: what is shared or happens may be so several times. */
const givesAnotherNumber = ({ before, values }: OnePlace, words: Words): boolean => {
  const told = before.slice(verbIn(before, words) + 1)
  // "555-1234"
  const between = told.slice(0, told.findLastIndex((token) => !isOfNumber(token)) + 1)
  return (
    startsWith(before, (key) => MINE.test(key)) &&
    between.length <= 3 &&
    between.every(({ text }) => /^[\p{Ll}\p{Sc}]/u.test(text)) &&
    values.every(
      (value) => value.some(isNumber) && value.every((token) => isOfNumber(token) && !CALENDAR.has(token.key)),
    )
  )
}

const HOME = new RegExp(String.raw`^(?:${[...knownOf('home').values()].join('|')})(?: \p{L}{1,2})?$`, 'u')
const isHome = (before: readonly Token[]): boolean => HOME.test(before.map(({ key }) => key).join(' '))

/** "my", "our" */
const isOwnThing = (tokens: readonly Token[], { definite, self }: Words): boolean =>
  startsWith(tokens, (key) => definite.has(key) && self.has(key))

/** Behind an article, too: "il mio", "o meu". */
const startsWith = (tokens: readonly Token[], isSuch: (key: string) => boolean): boolean =>
  tokens.slice(0, 2).some(({ key }) => isSuch(key))

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
  const { replacement, forgets, corrects, role, speaker } = fact
  if (!ingest.readsWording || replacement || forgets || role === 'assistant' || speaker === null) return []
  if (corrects !== undefined)
    return correctedBy(fact, ingest, { stored, known }).map((target) => verdictOn(target, 'correction'))
  const at = saidAt(fact, ingest)
  const others = isOfEdited(fact, ingest) ? [] : near
  const told = others.flatMap(({ id: memoryId, claim }) => {
    const memory = claim?.memory
    if (memory === undefined || claim === undefined || !isOwn(claim.readers, ingest) || memory.isKeyed) return []
    if (memory.speaker !== speaker || isBefore(at, memory.observedAt)) return []
    return restates(ownText(fact), ownText({ ...claim, ...memory })) ? [{ memoryId, version: memory.version }] : []
  })
  // What the same conversation says again is in force.
  const again = new Set(
    ingest.facts.flatMap((each) => (isBehind(each, fact) ? (known.get(each.memoryId)?.memoryId ?? []) : [])),
  )
  return [...told, ...restatedHere(fact, ingest, known)]
    .filter(({ memoryId }) => !again.has(memoryId))
    .map((target) => verdictOn(target, 'new_value'))
}

const saidAt = ({ observedAt }: PreparedFact, { extraction }: Ingest): string => observedAt ?? extraction.observedAt

const isBehind = (each: PreparedFact, { turns: [, last] }: PreparedFact): boolean => each.turns[0] > last

/** What stands in the place of what was said earlier is no newer than what was said behind that. */
const isOfEdited = ({ turns: [first, last] }: PreparedFact, { edited, extraction: { places = [] } }: Ingest): boolean =>
  edited.some(({ at }) => first <= places.indexOf(at) && places.indexOf(at) <= last)

/** Of what the same conversation said before. */
const restatedHere = (fact: PreparedFact, ingest: Ingest, known: KnownAs): readonly Target[] => {
  const ids = new Set(ingest.pairs.flatMap(({ from, to }) => (to === fact.memoryId ? from : [])))
  return ingest.facts.flatMap((each) =>
    ids.has(each.memoryId) &&
    each.speaker === fact.speaker &&
    !each.forgets &&
    !isBefore(saidAt(fact, ingest), saidAt(each, ingest)) &&
    restates(ownText(fact), ownText(each))
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
