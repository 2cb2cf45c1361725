import { eachOf, type Steps } from '../concurrency/steps.js'
import { isReadAlike } from '../domain/conflict/decisions.js'
import { ownText } from '../domain/memory/events.js'
import { isBefore, type Moment } from '../domain/moment.js'
import type { Readers } from '../domain/scope.js'
import type { Target, Verdict, VerdictReason } from '../domain/verdict.js'
import { detectLanguage } from '../text/detect-language.js'
import { anyAlternative, knownOf, wholeWords } from '../text/languages.js'
import { CALENDAR, type OnePlace, onePlace, type Token, tokensOf } from '../text/one-place.js'
import { isStopWord, type Language } from '../text/words.js'
import { BEFORE } from './as-said/slips.js'
import { statementsIn } from './as-said/stated.js'
import { CONFIDENCE, contradictionWords, elided, isUnsure, type Words } from './contest.js'
import type { BankKnown, CertainWording, Ingest, KnownAs, PreparedFact } from './context.js'
import { MINE, type Stored, targetOf } from './forgetting.js'
import { bySample, type Neighbour, tellingsIn } from './neighbours.js'

/** "now", "from now on": what is so is other than it was. By language. */
const ANEW = new Map([...knownOf('anew')].map(([language, words]) => [language, new RegExp(wholeWords(words), 'giu')]))
const ANY_ANEW = new RegExp(wholeWords(anyAlternative(knownOf('anew').values())), 'giu')
/** "today", "next week": for once. */
const ONCE = new RegExp(
  wholeWords(
    anyAlternative(
      [...knownOf('dates').values()].flatMap(({ days, before, units: { week, weekend, month, year } }) => [
        ...days.map(([words]) => words),
        ...before.map(([words]) => `(?:${words})\\s+(?:${week}|${weekend}|${month}|${year})`),
      ]),
    ),
  ),
  'iu',
)
const OWN = new RegExp(`^(?:${MINE})$`, 'iu')
const QUOTED = /["“”„«»「」『』]/u

/** What is looked at of a text, whatever it is compared with. */
type Reading = {
  readonly isQuoted: boolean
  /** Whether it states one thing, and what; of others one may be somebody else's. */
  readonly isOne: boolean
  readonly whole: Side
  readonly statement: Side
  /** Whether a word may tell of a change. */
  readonly mayTell: boolean
}
type Side = { readonly text: string; readonly tokens: readonly Token[] }

const sideOf = (text: string): Side => ({ text, tokens: tokensOf(elided(text)) })

const readingOf = (written: string): Reading => {
  const text = written.replaceAll('’', "'")
  const [only, ...others] = statementsIn(written)
  const statement = sideOf(only === undefined || others.length > 0 ? '' : text.slice(only.start, only.end))
  return {
    isQuoted: QUOTED.test(text),
    isOne: only !== undefined && others.length === 0,
    whole: sideOf(text),
    statement,
    mayTell: statement.text.search(ANY_ANEW) >= 0,
  }
}

/**
 * Whether what somebody says takes the place of what they said before: the same sentence about something of their own but for
 * its end, and that is told as a change ("My boss is now Tom", "I now live in Rome"), or gives another number of what is theirs
 * alone ("My rent is 950 euros"). Of all else there may be several: what somebody speaks, owns or likes, and where and with
 * whom they work.
 */
export const restates = (newer: string, older: string, read = readingOf): boolean => {
  const [later, earlier] = [read(newer), read(older)]
  if (!earlier.isOne || later.isQuoted || earlier.isQuoted) return false
  // Most texts differ in several places, and then their language need not be known.
  if (!later.mayTell && onePlace(later.statement.tokens, earlier.whole.tokens) === null) return false
  return isRestated(later.statement.text, earlier.whole.text)
}

const isRestated = (newer: string, older: string): boolean => {
  const language = detectLanguage(`${newer}\n${older}`)
  const words = contradictionWords(language)
  const anew = ANEW.get(language ?? '') ?? ANY_ANEW
  const [later, earlier] = [newer.replace(anew, ' '), older.replace(anew, ' ')]
  if (earlier !== older || ONCE.test(`${later}\n${earlier}`)) return false
  const [left, right] = [tokensOf(elided(later)), tokensOf(elided(earlier))]
  const place = isUnsure([...left.entries(), ...right.entries()], words) ? null : onePlace(left, right)
  if (place === null || !isAbout(place, words)) return false
  return later === newer
    ? givesAnotherNumber(place, words)
    : tellsOfChange(place, words) && !isQualified(place, words, language)
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

/** Whether a quality goes on to what it is of, of which there may be several: "is allergic to", "est allergique au". */
const isQualified = ({ before, values }: OnePlace, words: Words, language: Language | undefined): boolean => {
  const isSmall = ({ key }: Token) => isStopWord(key, language)
  const verb = verbIn(before, words)
  const said = verb < 0 ? [] : before.slice(verb + 1)
  return !said.every(isSmall) && [said.slice(-1), ...values].some(([first]) => first !== undefined && isSmall(first))
}

/** Close behind the verb, and of something that is the speaker's alone: what is shared or happens may be so several times. */
const givesAnotherNumber = ({ before, values }: OnePlace, words: Words): boolean => {
  const told = before.slice(verbIn(before, words) + 1)
  // "555-1234"
  const between = told.slice(0, told.findLastIndex((token) => !isOfNumber(token)) + 1)
  return (
    startsWith(before, (key) => OWN.test(key)) &&
    between.length <= 3 &&
    between.every(({ text }) => /^[\p{Ll}\p{Sc}]/u.test(text)) &&
    values.every(
      (value) => value.some(isNumber) && value.every((token) => isOfNumber(token) && !CALENDAR.has(token.key)),
    )
  )
}

const HOME = new RegExp(String.raw`^(?:${anyAlternative(knownOf('home').values())})(?: \p{L}{1,2})?$`, 'u')
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

export const NOTHING_CERTAIN: CertainWording = { known: new Map(), verdicts: new Map() }

/** What the wording of the facts of an ingest makes certain, held against what is like them and what the writer has said. */
export function* certainWording(
  ingest: Ingest,
  { neighbours, forgettable: stored = [] }: Pick<BankKnown, 'neighbours' | 'forgettable'>,
): Steps<CertainWording> {
  const near = bySample(neighbours)
  const known = knownAs(ingest, near)
  const around = {
    ingest,
    stored,
    known,
    before: pairedBefore(ingest),
    last: lastSaid(ingest, known),
    read: readOnce(),
  }
  const verdicts = yield* eachOf(
    ingest.facts,
    (fact, i) => [fact.memoryId, restatedBy(fact, near.get(i) ?? [], around)] as const, // a pair
  )
  return { known, verdicts: new Map(verdicts) }
}

type Surroundings = Stored & {
  readonly ingest: Ingest
  /** The facts before each that stand close to it. */
  readonly before: ReadonlyMap<string, readonly PreparedFact[]>
  /** The last turn in which the conversation says what a memory says. */
  readonly last: ReadonlyMap<string, number>
  readonly read: (text: string) => Reading
}

/** Reads each text once, however many it is compared with. */
export const readOnce = (): ((text: string) => Reading) => {
  const readings = new Map<string, Reading>()
  return (text) => {
    const reading = readings.get(text) ?? readingOf(text)
    readings.set(text, reading)
    return reading
  }
}

const pairedBefore = ({ facts, pairs }: Ingest): Surroundings['before'] => {
  const byId = new Map(facts.map((fact) => [fact.memoryId, fact]))
  const before = new Map<string, PreparedFact[]>()
  for (const { from, to } of pairs) {
    const fact = byId.get(from)
    if (fact !== undefined) before.set(to, [...(before.get(to) ?? []), fact])
  }
  return before
}

const lastSaid = ({ facts }: Ingest, known: KnownAs): Surroundings['last'] =>
  new Map(
    facts.flatMap(({ memoryId, turns }) => {
      const id = known.get(memoryId)?.memoryId
      return id === undefined ? [] : [[id, turns[0]] as const] // a pair
    }),
  )

/** What a fact restates or corrects, of what its speaker has said: known memories, and other facts of its ingest. */
const restatedBy = (fact: PreparedFact, near: readonly Neighbour[], around: Surroundings): readonly Verdict[] => {
  const { replacement, forgets, corrects, role, speaker, turns } = fact
  if (replacement || forgets || role === 'assistant' || speaker === null) return []
  if (corrects !== undefined) return correctedBy(fact, around).map((target) => verdictOn(target, 'correction'))
  const { ingest, last, read } = around
  const at = saidAt(fact, ingest)
  const others = isOfEdited(fact, ingest) ? [] : near
  const told = others.flatMap(({ id: memoryId, claim }) => {
    const memory = claim?.memory
    if (memory === undefined || claim === undefined || !isOwn(claim.readers, ingest) || memory.isKeyed) return []
    if (memory.speaker !== speaker || isBefore(at, { instant: memory.observedAt, offset: null })) return []
    return restates(ownText(fact), ownText({ ...claim, ...memory }), read)
      ? [{ memoryId, version: memory.version }]
      : []
  })
  // What the same conversation says again is in force.
  return [...told, ...restatedHere(fact, around)]
    .filter(({ memoryId }) => (last.get(memoryId) ?? -1) <= turns[1])
    .map((target) => verdictOn(target, 'new_value'))
}

const saidAt = ({ moment }: PreparedFact, { extraction }: Ingest): Moment => moment ?? extraction.moment

/** What stands in the place of what was said earlier is no newer than what was said behind that. */
const isOfEdited = ({ turns: [first, last] }: PreparedFact, { edited, extraction: { places = [] } }: Ingest): boolean =>
  edited.some(({ at }) => first <= places.indexOf(at) && places.indexOf(at) <= last)

/** Of what the same conversation said before. */
const restatedHere = (fact: PreparedFact, { ingest, known, before, read }: Surroundings): readonly Target[] =>
  (before.get(fact.memoryId) ?? []).flatMap((each) =>
    each.speaker === fact.speaker &&
    !each.forgets &&
    !isBefore(saidAt(fact, ingest), saidAt(each, ingest)) &&
    restates(ownText(fact), ownText(each), read)
      ? (targetOf(each, known) ?? [])
      : [],
  )

/** What was said by a slip: all that was made of it, where that is one memory. */
const correctedBy = (
  { corrects = BEFORE, speaker }: PreparedFact,
  { ingest, stored, known }: Surroundings,
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
const knownAs = (ingest: Ingest, near: ReadonlyMap<number, readonly Neighbour[]>): KnownAs => {
  const told = tellingsIn(ingest.facts, ingest.readers, near)
  return new Map(
    ingest.facts.flatMap(({ memoryId, replacement }): readonly (readonly [string, Target | null])[] => {
      if (replacement !== undefined) return [[memoryId, null]]
      const memory = told.get(memoryId)
      if (memory === undefined) return []
      const version = memory.version ?? memory.memory?.version
      return [[memoryId, version === undefined ? null : { memoryId: memory.id, version }]]
    }),
  )
}
