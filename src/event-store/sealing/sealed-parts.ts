import { v5 } from 'uuid'
import type { DomainEvent } from '../../domain/all-events.js'
import { isErased } from '../../domain/event.js'
import { dayOf } from '../../domain/recall.js'
import type { Expected, StoredEvent } from '../event-store.js'
import type { Form } from './envelope.js'
import type { KeyRef } from './key-ref.js'

/** A part of an event's data that may hold a person's words. */
export type SealedPart = {
  readonly path: readonly (string | number)[]
  readonly form: Form
  /** Whose key seals it; of turns, each of which has a key of its own, whose they are and how many. */
  readonly ref: KeyRef
}

type EventOf<Type extends DomainEvent['type']> = Pick<
  Extract<DomainEvent, { readonly type: Type }>,
  'data' | 'metadata'
>

/** The part of a key's owner that is not a turn. */
export const WHOLE = 0
/** Of an episode: what it says besides its turns. */
export const FRAME = -1
/** Of an episode: the greatest part of what was extracted of it. */
export const EXTRACTED = -2
/** What was extracted of an episode at a stream revision. A key each, so that an erasure keeps what came after. */
export const extractedAt = (revision: bigint): number => EXTRACTED - 1 - Number(revision)

const whole = (owner: string): KeyRef => ({ owner, part: WHOLE })

const NAMES = '6f1d0b5e-4a53-5a0b-9d0e-8c2f5f7b1a64'

/** An agent has no id but its user and name. A key per revision, so that an erasure keeps what is said later. */
const agentKey = ({ userId, agentId }: EventOf<'AgentTrustSet'>['metadata'], expected: Expected): KeyRef => ({
  owner: v5(JSON.stringify(['agent', userId, agentId]), NAMES),
  part: typeof expected === 'bigint' ? Number(expected) + 1 : WHOLE,
})

/** All words of searches of one day of a user, which are given up together. */
export const recallDay = (userId: string, day: string): string => v5(JSON.stringify(['recalls', userId, day]), NAMES)

/** The milliseconds of a day fit 27 bits; four of those that count the searches of one millisecond tell these apart. */
export const recallKey = (userId: string, recallId: string): KeyRef => {
  const digits = recallId.replaceAll('-', '')
  const ms = Number.parseInt(digits.slice(0, 12), 16) % 86_400_000
  // The counter's last bits, as `uuid` lays them out: those before the random ones.
  const count = Number.parseInt(digits.slice(20, 22), 16) >> 2
  return { owner: recallDay(userId, dayOf(recallId) ?? ''), part: ms * 16 + (count & 15) }
}

const isLeft = (said: object): boolean => !isErased(said as { readonly erased: true })

/** The words of an event, unless they are erased. */
const words = (said: object, ref: KeyRef): readonly SealedPart[] =>
  isLeft(said) ? [{ path: ['said'], ref, form: 'words' }] : []

const vector = ({ data: { embedding } }: { readonly data: { readonly embedding: object } }, ref: KeyRef) =>
  isLeft(embedding) ? [{ path: ['embedding'], ref, form: 'vector' } as const] : []

const ofMemory = ({ data, metadata }: EventOf<'MemoryStored'> | EventOf<'MemoryUpdated'> | EventOf<'MemoryRestored'>) =>
  words(data.said, whole(metadata.memoryId))

const ofLesson = ({ data, metadata }: EventOf<'LessonReported'> | EventOf<'LessonRepeated'>) =>
  words(data.said, whole(metadata.lessonId))

/** Names of speakers may be given as roles. */
const stored = ({ data, metadata }: EventOf<'MemoryStored'>): readonly SealedPart[] => [
  ...words(data.said, whole(metadata.memoryId)),
  ...(data.role === null ? [] : [{ path: ['role'], ref: whole(metadata.memoryId), form: 'name' } as const]),
]

const recorded = ({
  data: { said },
  metadata: { episodeId: owner },
}: EventOf<'EpisodeRecorded'>): readonly SealedPart[] => {
  if (isErased(said)) return []
  const frame = { owner, part: FRAME }
  return [
    { path: ['said', 'turns'], ref: { owner, part: said.turns.length }, form: 'turns' },
    ...(said.sourceUrl === '' ? [] : [{ path: ['said', 'sourceUrl'], ref: frame, form: 'text' } as const]),
    ...(Object.keys(said.metadata).length === 0
      ? []
      : [{ path: ['said', 'metadata'], ref: frame, form: 'fields' } as const]),
  ]
}

type Table = {
  readonly [Type in DomainEvent['type']]?: (event: EventOf<Type>, expected: Expected) => readonly SealedPart[]
}

/** By type of event: its parts that are sealed. All that is not named here stays clear. */
const PARTS: Table = {
  EpisodeRecorded: recorded,
  EpisodeExtracted: ({ data, metadata: { episodeId: owner } }, expected) =>
    words(data.said, { owner, part: extractedAt(typeof expected === 'bigint' ? expected : -1n) }),
  EntitiesMentioned: ({ data }) =>
    data.mentions.flatMap(({ memoryId, said }, i) =>
      isErased(said) ? [] : [{ path: ['mentions', i, 'said'], ref: whole(memoryId), form: 'words' }],
    ),
  MemoryStored: stored,
  MemoryUpdated: ofMemory,
  MemoryRestored: ofMemory,
  MemoryEmbedded: (event) => vector(event, whole(event.metadata.memoryId)),
  AgentTrustSet: ({ data, metadata }, expected) => words(data.said, agentKey(metadata, expected)),
  LessonReported: ofLesson,
  LessonRepeated: ofLesson,
  LessonEmbedded: (event) => vector(event, whole(event.metadata.lessonId)),
  MemoriesRecalled: ({ data, metadata }) =>
    data.searches.flatMap(({ recallId, said }, i) =>
      said === null || isErased(said)
        ? []
        : [{ path: ['searches', i, 'said'], ref: recallKey(metadata.userId, recallId), form: 'words' }],
    ),
}

/** The parts of an event to be sealed when it is appended. */
export const sealedPartsOf = ({ type, data, metadata }: StoredEvent, expected: Expected): readonly SealedPart[] => {
  // What is appended was made by the codec, which has checked it against the type's schema.
  const parts = PARTS[type as DomainEvent['type']] as
    | ((event: unknown, expected: Expected) => readonly SealedPart[])
    | undefined
  return parts?.({ data, metadata }, expected) ?? []
}
