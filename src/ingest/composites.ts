import { v5 } from 'uuid'
import { grouped } from '../concurrency/slices.js'
import { eachOf, type Steps } from '../concurrency/steps.js'
import type { EpisodeOf } from '../domain/episode.js'
import type { Metadata } from '../domain/event.js'
import { AS_SAID, type MemoryOf, observed, type Wording } from '../domain/memory/events.js'
import type { Moment } from '../domain/moment.js'
import { ownText } from '../domain/own-text.js'
import type { Readers } from '../domain/scope.js'
import { isQuestion } from '../text/answer-bits.js'
import { isAssistantRole } from '../text/assistant.js'
import { foldedName } from '../text/fold.js'
import { redact } from '../text/secrets/redact.js'
import type { Fact } from './as-said/fact.js'
import { shortened } from './by-model/prompt.js'

/** What facts are related by. */
export type Relatable = Pick<Fact, 'content' | 'speaker' | 'role' | 'language' | 'trust' | 'entities'>

/** Most composites of one ingest, and most facts of a composite. */
const GROUPS = 3
const PARTS = 3
/** Shorter texts hardly say anything by themselves; longer ones say many things. UTF-16 units. */
const SHORTEST = 12
const LONGEST = 400
/** What more facts of an ingest name is what all of it is about, or a form that is filled in: it relates no two of them. */
const MOST_NAMING = 8

/** Facts that are about the same, in the order of the conversation, and the name that they have in common. */
export type Related<CompositePart> = { readonly parts: readonly CompositePart[]; readonly about: string }

/**
 * Two or three facts of one ingest that hold the same name, at most three times; no fact is in two. Precision first: questions, an
 * assistant's words, what tries to steer the memory and texts of several lines are never part, nor are those who take part a name.
 */
export function* relatedFacts<CompositePart extends Relatable>(
  facts: readonly CompositePart[],
): Steps<readonly Related<CompositePart>[]> {
  const able = facts.filter(saysOneThing)
  const isTeller = amongTellers(facts)
  const looked = yield* eachOf(able, (part) => ({ part, words: new Set(wordsIn(ownText(part))) }))
  const byWord = grouped(
    looked.flatMap((each) => [...each.words].map((word) => ({ ...each, word }))),
    ({ word }) => word,
  )
  const used = new Set<CompositePart>()
  const groups: Related<CompositePart>[] = []
  for (const name of new Set(able.flatMap(({ entities }) => entities.map((entity) => entity.name)))) {
    yield
    if (groups.length === GROUPS) break
    const [first = '', ...others] = wordsIn(name)
    const naming = (byWord.get(first) ?? []).filter(({ words }) => others.every((word) => words.has(word)))
    if (naming.length > MOST_NAMING || isTeller(name)) continue
    const left = naming.flatMap(({ part }) => (used.has(part) ? [] : part))
    const parts = left.filter(({ language }) => language === left[0]?.language).slice(0, PARTS)
    if (parts.length < 2) continue
    for (const part of parts) used.add(part)
    groups.push({ parts, about: name })
  }
  return groups
}

/** Those who take part are addressed by name, or by the beginning of it, whatever is said. */
const amongTellers = (facts: readonly Pick<Relatable, 'speaker'>[]) => {
  const tellers = [...new Set(facts.flatMap(({ speaker }) => (speaker === null ? [] : foldedName(speaker))))]
  return (name: string): boolean => tellers.some((teller) => teller.startsWith(foldedName(name)))
}

const saysOneThing = (part: Relatable): boolean => {
  const text = ownText(part)
  if (text.length < SHORTEST || text.length > LONGEST || text.includes('\n') || part.trust < 1) return false
  return !isQuestion(text) && !isAssistantRole(part.role) && !isAssistantRole(part.speaker)
}

/** Without the signs around them; what a hyphen joins is one word. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '').replace(/['’]s$/, ''))
    .filter((word) => word !== '')

/** A memory that a composite is made of. */
export type CompositePart = Relatable &
  Pick<Fact, 'subject' | 'keywords' | 'importance' | 'network' | 'dates'> & {
    readonly memoryId: string
    /** When it was said, where that was given. */
    readonly given?: Moment | undefined
  }

/** Two or three memories of one ingest, and what they say together. */
export type Composite = { readonly memoryId: string; readonly parts: readonly CompositePart[]; readonly said: Wording }

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
export const compositeOf = <Of extends CompositePart>(
  origin: string,
  { parts, about }: Related<Of>,
): Composite | undefined => {
  const speaker = sameFor(parts, (part) => part.speaker)
  const own = parts.map(ownText)
  const content = speaker === null ? parts.map((part) => part.content).join('\n') : `${speaker}: ${own.join('\n')}`
  const overview = `${about}: ${own.map((text) => shortened(text, SHORT)).join(' / ')}`
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
      headline: about,
      overview,
      metadata: dates.length === 0 ? {} : { dates },
    },
  }
}

/** What all parts have; null where it is not the same. */
const sameFor = <Value>(parts: readonly CompositePart[], of: (part: CompositePart) => Value): Value | null => {
  const values = new Set(parts.map(of))
  const [first = null] = values
  return values.size === 1 ? first : null
}

/** From a composite to each of its parts. */
export const evidenceLinks = ({ memoryId, parts }: Composite): EpisodeOf<'MemoriesLinked'>['data']['links'] =>
  parts.map((part) => ({ from: memoryId, to: part.memoryId, kind: 'evidence', similarity: null }))

export type CompositePlace = {
  readonly by: Metadata & { readonly episodeId: string }
  /** When parts were said of which that is not given. */
  readonly now: Moment
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
  { by, now, ordinal, readers, sourceSite, sessionId, trust }: CompositePlace,
): MemoryOf<'MemoryStored'> => {
  const toldAt = ({ given = now }: CompositePart): Moment => given
  const last = parts.reduce((latest, part) => (toldAt(part).instant > toldAt(latest).instant ? part : latest))
  return {
    type: 'MemoryStored',
    metadata: { ...by, memoryId, version: 1, reason: 'composed' },
    data: {
      ...readers,
      status: 'active',
      sourceSite,
      sessionId,
      place: { session: memoryId, ordinal },
      ...observed(toldAt(last)),
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
