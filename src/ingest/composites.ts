import { v5 } from 'uuid'
import { eachOf, type Steps } from '../concurrency/steps.js'
import { cosineOf } from '../domain/embedding.js'
import type { EpisodeOf } from '../domain/episode.js'
import type { Metadata } from '../domain/event.js'
import { AS_SAID, type MemoryOf, ownText, type Wording } from '../domain/memory/events.js'
import type { Readers } from '../domain/scope.js'
import { isQuestion } from '../text/answer-bits.js'
import { isAssistantRole } from '../text/assistant.js'
import { foldedName } from '../text/fold.js'
import { redact } from '../text/secrets/redact.js'
import { lexemeOf, searchTokens } from '../text/terms.js'
import type { Entity, Fact } from './as-said/fact.js'

/** An entity as mentions of it are found: by its folded name. */
export type Name = { readonly folded: string; readonly type: Entity['type'] }

/** The memories that name an entity, the newest first. */
export type Naming = Name & { readonly memories: readonly string[] }

/**
 * Of an entity that more memories name, two that name it need have nothing to do with one another: it links none of them. It
 * also keeps the look-up short, whatever the user's memories are about.
 */
export const MOST_NAMING = 20
/** The most entities of an ingest that are looked up: 64 times 21 rows are read in a few milliseconds. */
const NAMES_OF_AN_INGEST = 64

type Naming1 = Pick<Fact, 'entities' | 'speaker'>

/** As a key. */
export const keyOf = ({ folded, type }: Name): string => `${type} ${folded}`

/** Whom and what a fact names, each once. Who speaks is no part of what is said. */
export const namesOf = ({ entities, speaker }: Naming1): readonly Name[] => {
  const own = speaker === null ? null : foldedName(speaker)
  const names = entities.map(({ name, type }) => ({ folded: foldedName(name), type }))
  return [...new Map(names.map((name) => [keyOf(name), name])).values()].filter(({ folded }) => folded !== own)
}

/** What the facts name together, in the order of the conversation: the first of it where it is too much. */
export const namesAsked = (facts: readonly { readonly names?: readonly Name[] }[]): readonly Name[] => {
  const names = facts.flatMap(({ names = [] }) => names)
  return [...new Map(names.map((name) => [keyOf(name), name])).values()].slice(0, NAMES_OF_AN_INGEST)
}

/** What facts are related by. */
export type Relatable = Pick<
  Fact,
  'content' | 'speaker' | 'subject' | 'role' | 'language' | 'importance' | 'trust' | 'entities' | 'keywords'
> & { readonly vector: Float32Array | null }

/** Most composites of one ingest. */
const GROUPS = 3
/** Facts are compared with those up to this many places on: the work stays linear. */
const REACH = 30
/** Shorter texts hardly say anything by themselves; longer ones say many things. UTF-16 units. */
const SHORTEST = 12
const LONGEST = 400
/** What more facts of an ingest share is what all of it is about, or a form that is filled in: it relates no two of them. */
const MOST_SHARING = 8
/**
 * From this cosine on two facts of some importance are related that have a subject and two content words in common. On its own a
 * cosine relates too much: outside English mainly function words decide it, and thanks and good wishes are all alike.
 */
const RELATED_COSINE = 0.6
const LEAST_IMPORTANCE = 0.55
const WORDS_SHARED = 2
/** From this cosine on they hardly say different things. */
const SAME_COSINE = 0.95

type Looked<Part> = {
  readonly part: Part
  readonly index: number
  /** What any of the facts is known to name and this one holds, as it is written. */
  readonly names: ReadonlySet<string>
  /** The words of the text as they are written, and the stems of its keywords. */
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/** Facts that are about the same, in the order of the conversation, and what they have in common. */
export type Related<Part> = { readonly parts: readonly Part[]; readonly about: readonly string[] }

type Pair<Part> = { readonly two: readonly [Looked<Part>, Looked<Part>]; readonly strength: number }

/**
 * Two or three facts of one ingest that are about the same, at most three times, the strongest first; no fact is in two. Precision first: they share a name that is not on everybody's lips, or they are close and
 * have subject and content words in common. Questions, an assistant's words, what tries to steer the memory and texts of several lines are never part.
 */
export function* relatedFacts<Part extends Relatable>(facts: readonly Part[]): Steps<readonly Related<Part>[]> {
  const looked = (yield* eachOf(facts, lookedAt)).flatMap((each) => each ?? [])
  const isTeller = amongTellers(facts)
  const held = namesHeld(looked)
  const [names, stems] = [commonIn(held), commonIn(looked.map((each) => each.stems))]
  const able = looked.map((each, i) => ({
    ...each,
    names: without(held[i] ?? NOTHING, (name) => names.has(name) || isTeller(name)),
    stems: without(each.stems, (stem) => stems.has(stem) || isTeller(stem)),
  }))
  const pairs = yield* eachOf(able, (from, i) =>
    able.slice(i + 1, i + 1 + REACH).flatMap((to): readonly Pair<Part>[] => {
      const strength = strengthOf(from, to)
      return strength === null ? [] : [{ two: [from, to], strength }]
    }),
  )
  return grouped(pairs.flat().sort((a, b) => b.strength - a.strength))
}

/** Those who take part are addressed by name, or by the beginning of it, whatever is said. */
const amongTellers = (facts: readonly Pick<Relatable, 'speaker'>[]) => {
  const tellers = [...new Set(facts.flatMap(({ speaker }) => (speaker === null ? [] : foldedName(speaker))))]
  return (name: string): boolean => tellers.some((teller) => teller.startsWith(foldedName(name)))
}

const lookedAt = <Part extends Relatable>(part: Part, index: number): Looked<Part> | undefined => {
  const text = ownText(part)
  if (text.length < SHORTEST || text.length > LONGEST || text.includes('\n') || part.trust < 1) return undefined
  if (isQuestion(text) || isAssistantRole(part.role) || isAssistantRole(part.speaker)) return undefined
  return {
    part,
    index,
    names: NOTHING,
    words: new Set(wordsIn(text)),
    stems: stemsOf(part.keywords, part.language),
  }
}

/** Without the signs around them; what a hyphen joins is one word. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '').replace(/['’]s$/, ''))
    .filter((word) => word !== '')

const NOTHING: ReadonlySet<string> = new Set()

const without = (all: ReadonlySet<string>, leaveOut: (each: string) => boolean): ReadonlySet<string> =>
  new Set([...all].filter((each) => !leaveOut(each)))

/** Of each fact the names that it holds, whichever fact is known to name them. */
const namesHeld = (facts: readonly Looked<Relatable>[]): readonly ReadonlySet<string>[] => {
  const byFirstWord = new Map<string, Map<string, readonly string[]>>()
  for (const { name } of facts.flatMap(({ part }) => part.entities)) {
    const words = wordsIn(name)
    const [first] = words
    if (first === undefined) continue
    const others = byFirstWord.get(first) ?? new Map<string, readonly string[]>()
    byFirstWord.set(first, others.set(name, words))
  }
  return facts.map(({ words }) => {
    const begun = [...words].flatMap((word) => [...(byFirstWord.get(word) ?? [])])
    return new Set(begun.flatMap(([name, all]) => (all.every((word) => words.has(word)) ? name : [])))
  })
}

/** What many of the facts share. */
const commonIn = (facts: readonly ReadonlySet<string>[]): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const held of facts) for (const each of held) counts.set(each, (counts.get(each) ?? 0) + 1)
  return new Set([...counts].flatMap(([each, count]) => (count > MOST_SHARING ? [each] : [])))
}

/** Null where they are not related. What shares a name is more strongly related than what is only alike. */
const strengthOf = (a: Looked<Relatable>, b: Looked<Relatable>): number | null => {
  if (a.part.language !== b.part.language) return null
  const cosine = cosineOf(a.part.vector, b.part.vector)
  if (cosine >= SAME_COSINE) return null
  if (sharedNames([a, b]).length > 0) return 1 + cosine
  const sameSubject = a.part.subject !== null && a.part.subject === b.part.subject
  const telling = Math.min(a.part.importance, b.part.importance) >= LEAST_IMPORTANCE
  if (!sameSubject || !telling || cosine < RELATED_COSINE) return null
  return [...a.stems].filter((stem) => b.stems.has(stem)).length >= WORDS_SHARED ? cosine : null
}

/** How many words name what facts have in common, where no name does. */
const WORDS_IN_COMMON = 3

/** What they have in common, as it is written: names, or else words. */
const sharedBy = (all: readonly Looked<Relatable>[]): readonly string[] => {
  const names = sharedNames(all)
  const [first] = all
  if (names.length > 0 || first === undefined) return names
  const { keywords, language } = first.part
  const isShared = (word: string) =>
    [...stemsOf(word, language)].some((stem) => all.every(({ stems }) => stems.has(stem)))
  return keywords.split(' ').filter(isShared).slice(0, WORDS_IN_COMMON)
}

const stemsOf = (keywords: string, language: Relatable['language']): ReadonlySet<string> =>
  new Set(
    keywords
      .split(' ')
      .flatMap((word) => searchTokens(word))
      .flatMap((word) => lexemeOf(word, language) ?? []),
  )

/** The names that all of them hold. */
const sharedNames = ([first, ...others]: readonly Pick<Looked<Relatable>, 'names'>[]): readonly string[] =>
  [...(first?.names ?? [])].filter((name) => others.every(({ names }) => names.has(name)))

/** From the strongest pair on: each takes in a third fact that is related to both of its own, and by the same name. */
const grouped = <Part extends Relatable>(pairs: readonly Pair<Part>[]): readonly Related<Part>[] => {
  const all = pairs.flatMap(({ two }) => two)
  const related = new Set(pairs.map(({ two }) => pairOf(...two)))
  const used = new Set<number>()
  const groups: Related<Part>[] = []
  for (const { two } of pairs) {
    if (groups.length === GROUPS) break
    if (two.some(({ index }) => used.has(index))) continue
    const group = [...two]
    const named = sharedNames(two).length > 0
    const third = all.find(
      (each) =>
        !used.has(each.index) &&
        two.every((one) => related.has(pairOf(one, each))) &&
        (!named || sharedNames([...two, each]).length > 0),
    )
    if (third !== undefined) group.push(third)
    for (const { index } of group) used.add(index)
    group.sort((a, b) => a.index - b.index)
    groups.push({ parts: group.map(({ part }) => part), about: sharedBy(group) })
  }
  return groups
}

const pairOf = (a: { readonly index: number }, b: { readonly index: number }): string =>
  `${Math.min(a.index, b.index)} ${Math.max(a.index, b.index)}`

/** A memory that a composite is made of. */
export type Part = Relatable &
  Pick<Fact, 'network' | 'dates'> & {
    readonly memoryId: string
    /** ISO: when it was said; and on which day, in the zone of then. */
    readonly observedAt: string
    readonly observedOn: string
  }

/** Two or three memories of one ingest, and what they say together. */
export type Composite = { readonly memoryId: string; readonly parts: readonly Part[]; readonly said: Wording }

const COMPOSITE_IDS = '8d0a7f52-6c1e-5b93-9e64-2f3b7a1c5d08'
/** Of each part in the overview, UTF-16 units. */
const SHORT = 160
/** As of any other memory. */
const KEYWORDS = 12
const DATES = 8

/**
 * What related memories say together, by rule: their words as they are, one below the other, and a line that names what they
 * have in common. The same origin, a command or an episode, makes the same ids of the same parts. Undefined where a secret would appear in the words
 * that none of the parts shows by itself.
 */
export const compositeOf = <Of extends Part>(origin: string, { parts, about }: Related<Of>): Composite | undefined => {
  const speaker = sameFor(parts, (part) => part.speaker)
  const own = parts.map(ownText)
  const content = speaker === null ? parts.map((part) => part.content).join('\n') : `${speaker}: ${own.join('\n')}`
  const headline = about.join(', ')
  const overview = `${headline === '' ? '' : `${headline}: `}${own.map(shortened).join(' / ')}`
  if (redact(content).count > 0 || redact(overview).count > 0) return undefined
  const keywords = [...new Set(parts.flatMap((part) => part.keywords.split(' ').filter((word) => word !== '')))]
  const dates = parts.flatMap((part) => part.dates.map((date) => ({ ...date }))).slice(0, DATES)
  return {
    memoryId: v5(`${origin}:${parts.map(({ memoryId }) => memoryId).join()}`, COMPOSITE_IDS),
    parts,
    said: {
      ...AS_SAID,
      content,
      speaker,
      subject: sameFor(parts, (part) => part.subject),
      keywords: keywords.slice(0, KEYWORDS).join(' '),
      opinionConfidence: null,
      observationSubject: null,
      headline,
      overview,
      metadata: dates.length === 0 ? {} : { dates },
    },
  }
}

/** What all parts have; null where it is not the same. */
const sameFor = <Value>(parts: readonly Part[], of: (part: Part) => Value): Value | null => {
  const values = new Set(parts.map(of))
  const [first = null] = values
  return values.size === 1 ? first : null
}

/** Up to the end of a word. */
const shortened = (text: string): string =>
  text.length <= SHORT ? text : `${text.slice(0, SHORT).replace(/\s+\S*$/, '')}…`

/** From a composite to each of its parts. */
export const evidenceLinks = ({ memoryId, parts }: Composite): EpisodeOf<'MemoriesLinked'>['data']['links'] =>
  parts.map((part) => ({ from: memoryId, to: part.memoryId, kind: 'evidence', similarity: null }))

export type Placed = {
  readonly by: Metadata & { readonly episodeId: string }
  readonly ordinal: number
  readonly readers: Readers
  readonly sourceSite: string
  readonly sessionId: string | null
  /** 0 to 1: how far the writer is trusted. */
  readonly trust: number
}

/**
 * The event that stores it, active. It rests on the whole of its parts, has no turns of its own, and stands in no
 * conversation, so that it is nobody's neighbour there. It is not embedded: searches and comparisons pass it over.
 */
export const storedComposite = (
  { memoryId, parts, said }: Composite,
  { by, ordinal, readers, sourceSite, sessionId, trust }: Placed,
): MemoryOf<'MemoryStored'> => {
  const last = parts.reduce((latest, part) => (part.observedAt > latest.observedAt ? part : latest))
  return {
    type: 'MemoryStored',
    metadata: { ...by, memoryId, version: 1, reason: 'composed' },
    data: {
      ...readers,
      status: 'active',
      sourceSite,
      sessionId,
      place: { session: memoryId, ordinal },
      observedAt: last.observedAt,
      occurredOn: last.observedOn,
      role: sameFor(parts, (part) => part.role),
      turns: null,
      memoryType: 'composite',
      network: sameFor(parts, (part) => part.network) ?? 'world',
      language: last.language,
      importance: Math.max(...parts.map((part) => part.importance)),
      trust: trust * Math.min(...parts.map((part) => part.trust)),
      claimType: null,
      evidence: parts.map((part) => ({ memoryId: part.memoryId, start: 0, end: ownText(part).length })),
      said,
    },
  }
}
