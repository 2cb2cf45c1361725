import { v5 } from 'uuid'
import type { EpisodeOf } from '../../domain/episode.js'
import type { Metadata } from '../../domain/event.js'
import { AS_SAID, type MemoryOf, ownText, type Wording } from '../../domain/memory/events.js'
import type { Readers } from '../../domain/scope.js'
import { redact } from '../../text/secrets/redact.js'
import type { Fact } from '../as-said/fact.js'
import type { Relatable, Related } from './related-facts.js'

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
