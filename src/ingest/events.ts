import type { DomainEvent } from '../domain/all-events.js'
import { embeddedByEach } from '../domain/embedding.js'
import type { EpisodeEvent } from '../domain/episode.js'
import type { Metadata } from '../domain/event.js'
import { asEcho } from '../domain/memory/echo.js'
import { AS_SAID, type MemoryEvent, type MemoryOf, observed, type Wording } from '../domain/memory/events.js'
import type { Character } from '../domain/memory/state.js'
import { locatedIn, type Moment } from '../domain/moment.js'
import { readMoment } from '../text/dates/moment.js'
import { redact, withoutSecrets } from '../text/secrets/redact.js'
import type { Extraction, Fact } from './as-said/fact.js'
import type { IngestRequest, PreparedFact, PreparedIngest, Transcript } from './context.js'

/** What all facts have in words, whoever found them. */
type FactWording = Pick<
  Wording,
  'content' | 'speaker' | 'subject' | 'keywords' | 'opinionConfidence' | 'observationSubject'
>

export const wordsOf = (fact: FactWording): FactWording => ({
  content: fact.content,
  speaker: fact.speaker,
  subject: fact.subject,
  keywords: fact.keywords,
  opinionConfidence: fact.opinionConfidence,
  observationSubject: fact.observationSubject,
})

/** A fact as it was said, by somebody who is trusted so far (0 to 1). */
export const characterOf = (fact: Fact, trust: number): Character => ({
  memoryType: fact.memoryType,
  network: fact.network,
  language: fact.language,
  importance: fact.importance,
  trust: trust * fact.trust,
  claimType: null,
  evidence: [],
  said: {
    ...wordsOf(fact),
    ...AS_SAID,
    ...(fact.replacement?.key === undefined ? {} : { key: fact.replacement.key }),
    metadata: fact.dates.length === 0 ? {} : { dates: fact.dates.map((date) => ({ ...date })) },
  },
})

/** Whether it tries to steer whoever reads it. */
export const steers = ({ trust }: Pick<Fact, 'trust'>): boolean => trust < 1

/** Who, when and of which episode. */
export type EpisodeMetadata = Metadata & { readonly episodeId: string }

/** What is new of the conversation, without its secrets. */
export const recorded = (ingest: PreparedIngest, by: EpisodeMetadata, fresh: readonly PreparedFact[]): EpisodeEvent => {
  const { request, readers, extraction, requestHash, transcript } = ingest
  return {
    type: 'EpisodeRecorded',
    metadata: by,
    data: {
      ...readers,
      // Of turns that say nothing new no facts are derived.
      awaits: fresh.length === 0 ? 'nothing' : ingest.awaits,
      sourceSite: request.sourceSite,
      sessionId: request.sessionId ?? null,
      observedAt: (extraction.isTimed ? extraction.moment : nowIn(ingest, by)).instant,
      requestHash,
      transcript: transcript && namesOf(transcript, extraction),
      continues: transcript?.continues ?? null,
      said: {
        // Messages that were pasted as JSON are messages.
        form: extraction.said.some(({ role }) => role !== null) ? 'messages' : 'text',
        turns: extraction.said.map((turn, i) => ({ ...turn, ...sentAt(request, extraction.places?.[i]) })),
        sourceUrl: redact(request.sourceUrl).text,
        metadata: withoutSecrets(request.metadata),
      },
    },
  }
}

/** The time of the write, by the clock of the request. */
export const nowIn = ({ extraction }: Pick<PreparedIngest, 'extraction'>, { at }: Metadata): Moment => ({
  instant: at,
  offset: extraction.moment.offset,
})

/** When a message was sent, in UTC, if its client says so. */
const sentAt = ({ conversation, timeZone }: IngestRequest, place: number | undefined): { readonly at?: string } => {
  const message = 'messages' in conversation && place !== undefined ? conversation.messages[place] : undefined
  const moment = message?.at === undefined ? undefined : readMoment(message.at)
  return moment === undefined ? {} : { at: locatedIn(timeZone, moment).instant }
}

/** Of messages with ids only those that are said here. */
const namesOf = ({ id, base, keys, messages }: Transcript, { places = [] }: Extraction) => {
  const said = messages.flatMap(({ at, ...names }) =>
    places.includes(at) ? { ...names, turn: places.indexOf(at) } : [],
  )
  return { id, base, keys: [...keys], ...(said.length === 0 ? {} : { messages: said }) }
}

/** Whom and what the facts name. */
export const entitiesOf = (
  facts: readonly Pick<PreparedFact, 'memoryId' | 'entities'>[],
  by: EpisodeMetadata,
): readonly EpisodeEvent[] => {
  const mentions = facts.flatMap(({ memoryId, entities }) =>
    entities.map(({ name, type }) => ({ memoryId, said: { name, type } })),
  )
  return mentions.length === 0 ? [] : [{ type: 'EntitiesMentioned', metadata: by, data: { mentions } }]
}

type MemoryPlace = {
  readonly by: EpisodeMetadata
  readonly ordinal: number
  /** 0 to 1: how far the writer is trusted. */
  readonly trust: number
  readonly status: MemoryOf<'MemoryStored'>['data']['status']
}

/** The first version of a memory, at its place among its neighbours, and what it means to the models. */
export const rawMaterial = (
  ingest: PreparedIngest,
  fact: PreparedFact,
  { by, ordinal, trust, status }: MemoryPlace,
): readonly MemoryEvent[] => {
  const { request, readers, model, secondaryVectors: secondary } = ingest
  const { memoryId, vector } = fact
  const reason = steers(fact) ? 'steering_suspected' : request.skipExtraction ? 'verbatim' : 'extracted'
  return [
    {
      type: 'MemoryStored',
      metadata: { memoryId, version: 1, reason, ...by },
      data: {
        status,
        sourceSite: request.sourceSite,
        sessionId: request.sessionId ?? null,
        place: { session: request.sessionId ?? by.episodeId, ordinal },
        ...observed(fact.given ?? nowIn(ingest, by)),
        ...(fact.given === undefined ? {} : { isTimed: true as const }),
        role: fact.role,
        turns: [...fact.turns],
        ...characterOf(fact, trust),
        ...(fact.echoOf !== undefined && { evidence: asEcho(fact.echoOf) }),
        ...readers,
      },
    },
    ...embeddedByEach({ model, secondary }, { memoryId, ...by }, { of: 1, key: memoryId, vector }),
  ]
}

/** What was said, and what is made of it. */
export const materialHere = (
  ingest: PreparedIngest,
  fresh: readonly PreparedFact[],
  { by, ordinal, trust, waiting }: Omit<MemoryPlace, 'status'> & { readonly waiting: ReadonlySet<string> },
): readonly DomainEvent[] => [
  recorded(ingest, by, fresh),
  ...fresh.flatMap((fact, i) =>
    rawMaterial(ingest, fact, {
      by,
      ordinal: ordinal + i,
      trust,
      status: waiting.has(fact.memoryId) ? 'needs_clarification' : 'active',
    }),
  ),
  ...entitiesOf(fresh, by),
]
