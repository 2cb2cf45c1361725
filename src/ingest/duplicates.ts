import { grouped } from '../concurrency/slices.js'
import { inTurns, type Steps } from '../concurrency/steps.js'
import { cosineOf } from '../domain/embedding.js'
import type { Claim } from '../domain/memory/state.js'
import { dayOf } from '../domain/moment.js'
import { type Readers, readByAllOf, readerGroup } from '../domain/scope.js'
import type { Neighbour, Sample } from '../memory-index/similar-memories.js'
import { detectLanguage } from '../text/detect-language.js'
import { allWordsOf, knownOf } from '../text/languages.js'
import { type Token, tokensOf } from '../text/one-place.js'
import { isStopWord } from '../text/words.js'
import type { PreparedFact, Repeat } from './context.js'
import { isUnsure } from './forget-request.js'

/*
 * What a duplicate is: a fact that an earlier one of the same ingest states already (a repeat), or that a memory of the same owner
 * with the same readers states already (a telling of it). It is stored as one more telling, and never as a memory.
 */

/** From this cosine on two texts may say the same. */
export const DUPLICATE_COSINE = 0.95

/**
 * Whether two texts with close vectors make the same claim: the same words and signs in the same order, but for a closed
 * list of English filler. A vector is a bag of words, and hardly moves with the order, a number, a negation or a name; so
 * whatever else differs makes another claim. Better twice than lost.
 */
export const sameClaim = (a: string, b: string): boolean => {
  const left = tokensOf(a)
  const right = tokensOf(b)
  if (sameTokens(left, right)) return true
  return sameTokens(withoutFiller(left), withoutFiller(right)) && isEnglish(a) && isEnglish(b)
}

/** Whether two facts of one conversation say the same. */
export const isRepeat = (a: Sample & Text, b: Sample & Text): boolean =>
  a.textHash === b.textHash || (cosineOf(a.vector, b.vector) >= DUPLICATE_COSINE && sameClaim(a.content, b.content))

/** ISO: the day that was given for a fact, where it was said. */
export const givenDay = ({ given }: Pick<Sample, 'given'>): string | null => (given ? dayOf(given) : null)

/** The same words of another day that was given are another statement. */
export const isOfSameDay = (fact: Pick<Sample, 'given'>, day: string | null): boolean =>
  day === null || (givenDay(fact) ?? day) === day

type Text = { readonly content: string }

/** The memories that are like each fact, by its index. */
export const bySample = (neighbours: readonly Neighbour[]) => grouped(neighbours, ({ sample }) => sample)

export type TellingOf = Claim & Pick<Neighbour, 'id'>

/** The memories that say the same as a fact. */
const sayingSame = ({ content }: Text, neighbours: readonly Neighbour[]): readonly TellingOf[] =>
  neighbours.flatMap(({ id, cosine, claim }): readonly TellingOf[] =>
    claim && (claim.sameText || (cosine >= DUPLICATE_COSINE && sameClaim(claim.content, content)))
      ? [{ id, ...claim }]
      : [],
  )

type ComparedFact = Pick<Sample, 'given'> & Text & { readonly memoryId: string }

/**
 * The memory that each of these facts, by their ids, is a further telling of: one of the same owner, with the same readers, whose
 * tellings share the day of the fact or have none. The same text goes before one that differs in filler, a memory of that day
 * before one without a day, and the newest before others.
 */
export const tellingsIn = (
  facts: readonly ComparedFact[],
  readers: Readers,
  near: ReadonlyMap<number, readonly Neighbour[]>,
): ReadonlyMap<string, TellingOf> => {
  const group = readerGroup(readers)
  const own = facts.map((fact, i) =>
    sayingSame(fact, near.get(i) ?? []).filter(
      // What has a key is of its slot, and told again there.
      ({ readers: of, sameText, key = null }) => readerGroup(of) === group && (sameText || key === null),
    ),
  )
  const days = new Map<string, string | null>()
  const told = new Map<string, TellingOf>()
  for (const isText of [true, false])
    for (const [i, fact] of facts.entries()) {
      if (told.has(fact.memoryId)) continue
      const preference = (each: TellingOf) => Number(givenDay(fact) !== null && each.day !== null)
      const [memory] = (own[i] ?? [])
        .filter(({ sameText }) => sameText === isText)
        .map((each) => ({ ...each, day: days.get(each.id) ?? each.day }))
        .filter(({ day }) => isOfSameDay(fact, day))
        .toSorted((a, b) => preference(b) - preference(a) || b.ordinal - a.ordinal)
      if (memory === undefined) continue
      told.set(fact.memoryId, memory)
      days.set(memory.id, memory.day ?? givenDay(fact))
    }
  return told
}

/** The memories of other agents that say the same as a fact and that all of these readers can read. */
export const agreeingWith = (fact: Text, readers: Readers, neighbours: readonly Neighbour[]): readonly string[] =>
  sayingSame(fact, neighbours).flatMap((each) =>
    each.readers.agentId !== readers.agentId && readByAllOf(each.readers, readers) ? [each.id] : [],
  )

/**
 * The facts of a conversation by their words and the day that was given. Those of another day are others, and so are those of a day
 * where the same was said without one: that may be a telling of a memory of another day.
 */
class Stated {
  readonly #facts = new Map<string, PreparedFact>()

  add(keys: readonly string[], fact: PreparedFact): void {
    for (const key of keys) this.#facts.set(`${key} ${givenDay(fact) ?? ''}`, fact).set(`${key} ${ANY_DAY}`, fact)
  }

  /** What states the same. */
  find(keys: readonly string[], fact: PreparedFact): PreparedFact | undefined {
    const days = givenDay(fact) === null ? ['', ANY_DAY] : [givenDay(fact)]
    const found = keys.flatMap((key) => days.map((day) => this.#facts.get(`${key} ${day}`)))
    return found.find((other) => other !== undefined && isRepeat(other, fact))
  }
}
const ANY_DAY = '*'

/** Leaves out facts that an earlier one of the same conversation states already. */
export const leaveOutRepeats = (facts: readonly PreparedFact[]) => inTurns(withoutRepeats(facts))

function* withoutRepeats(
  facts: readonly PreparedFact[],
): Steps<{ readonly facts: readonly PreparedFact[]; readonly repeats: readonly Repeat[] }> {
  const kept: PreparedFact[] = []
  const repeats: Repeat[] = []
  // What replaces something is decided on its own, and what only says the same is told by it.
  const replacing = facts.filter(({ replacement }) => replacement && replacement.key === undefined)
  const said = new Stated()
  for (const fact of replacing) said.add([fact.textHash], fact)
  let takenAt = -1
  for (const fact of facts) {
    yield
    const { turns, given, forgets, replacement } = fact
    if (forgets || replacement) takenAt = turns[0]
    if (replacement || (forgets && !isUnsure(forgets))) {
      kept.push(fact)
      continue
    }
    const keys = [fact.textHash, ...claimKeys(fact.content)]
    const earlier = said.find(keys, fact)
    // What stands between both may take the first one back.
    if (earlier && (forgets || earlier.turns[0] >= takenAt)) {
      repeats.push({ turns, of: earlier.memoryId, given })
      continue
    }
    kept.push(earlier ? { ...fact, again: earlier.memoryId } : fact)
    said.add(keys, fact)
  }
  return { facts: kept, repeats }
}

/** Texts that make the same claim have one of these in common: their words, and their words without filler. */
const claimKeys = (text: string): readonly [string, string] => {
  const tokens = tokensOf(text)
  return [keyOf(tokens), keyOf(withoutFiller(tokens))]
}

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join(' ')

const sameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length && a.every(({ key }, i) => key === b[i]?.key)

/** Short texts are taken for English only when they hold a word that says so: an `a` is a preposition elsewhere. */
const isEnglish = (text: string): boolean => {
  const language = detectLanguage(text)
  if (language !== undefined) return language === 'en'
  return tokensOf(text).some(({ key }) => CONTRACTIONS.has(key) || (key.length > 2 && isStopWord(key)))
}

const known = [...knownOf('sameClaim').values()]
const CONTRACTIONS = new Map(
  known
    .flatMap(({ contractions, endings }) => [
      ...Object.entries(contractions),
      ...endings.flatMap(([ending, full, words]) =>
        words.split(' ').map((word) => [word + ending, `${word} ${full}`] as const),
      ),
    ])
    .map(([word, all]) => [word, all.split(' ')]),
)
const wordsIn = (kind: 'articles' | 'quantities' | 'labelled' | 'greetings' | 'adverbs' | 'negative') =>
  allWordsOf(known.map((own) => own[kind]))
const ARTICLES = wordsIn('articles')
const QUANTITIES = wordsIn('quantities')
const LABELLED = wordsIn('labelled')
const GREETINGS = wordsIn('greetings')
const ADVERBS = wordsIn('adverbs')
const NEGATIVE = wordsIn('negative')

/** Contractions written out, without greetings, articles and the like. */
export const withoutFiller = (all: readonly Token[]): readonly Token[] => {
  const expanded = all.flatMap((each) => CONTRACTIONS.get(each.key)?.map((key) => ({ text: each.text, key })) ?? [each])
  const greeting = expanded.findIndex(({ key }) => !GREETINGS.has(key))
  const said = expanded.slice(greeting < 0 ? expanded.length : greeting)
  return said.filter((each, i) => !isFiller(each, said[i - 1], said[i + 1]))
}

const isFiller = ({ text, key }: Token, before: Token | undefined, after: Token | undefined): boolean => {
  // A capital in the middle is of a name or a title, and what stands last or before a sign may be a label.
  if (before !== undefined && text !== key) return false
  if (ARTICLES.has(key))
    return after !== undefined && isWord(after) && !QUANTITIES.has(after.key) && !LABELLED.has(before?.key ?? '')
  return ADVERBS.has(key) && !NEGATIVE.has(before?.key ?? '') && !isQuoted(before, after)
}

const isWord = ({ key }: Token): boolean => /^[\p{L}\p{M}]/u.test(key) && !isStopWord(key)

const isQuoted = (before: Token | undefined, after: Token | undefined): boolean =>
  [before, after].some((near) => near !== undefined && /^["'“”‘’«»„]$/.test(near.key))
