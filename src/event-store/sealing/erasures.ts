import type { DomainEvent } from '../../domain/all-events.js'
import type { Stretch } from '../../domain/text-range.js'
import { decode, FaultyEvent } from '../codec.js'
import type { Recorded } from '../event-store.js'
import type { KeyRef } from './key-ref.js'
import { withPseudonyms } from './pseudonyms.js'
import { EXTRACTED, extractedAt, FRAME, recallDay, recallKey, WHOLE } from './sealed-parts.js'

/** All keys of an owner from one part to another. */
export type KeyRange = { readonly owner: string; readonly from: number; readonly to: number }

/** Keys to destroy. */
export type Destruction = {
  /** Each by its name, whether there is one or not: none is ever issued under it again. */
  readonly named: readonly KeyRef[]
  /** Those that there are. */
  readonly ranges: readonly KeyRange[]
}

type Step = Partial<Destruction>

/** The greatest part. */
const LAST = 2 ** 31 - 1

const wholes = (owners: readonly string[]): readonly KeyRef[] => owners.map((owner) => ({ owner, part: WHOLE }))

/** What was extracted of an episode before the event. */
const extractedOf = (owner: string, revision: bigint): KeyRange => ({
  owner,
  from: Math.max(extractedAt(revision - 1n), -LAST),
  to: EXTRACTED,
})

/** Its frame, what was extracted of it before the event, and these turns; null: all of them. */
const ofEpisode = (owner: string, turns: readonly Stretch[] | null, revision: bigint): readonly KeyRange[] => [
  extractedOf(owner, revision),
  { owner, from: FRAME, to: turns === null ? LAST : FRAME },
  ...(turns ?? []).map(([from, to]) => ({ owner, from, to })),
]

type Erase = {
  readonly [Type in DomainEvent['type']]?: (
    event: Extract<DomainEvent, { readonly type: Type }>,
    revision: bigint,
  ) => Step
}

/** By type of event: whose words it erases. */
const ERASE: Erase = {
  MemoryErased: ({ data: { turns }, metadata: { memoryId, episodeId } }, revision) => ({
    named: wholes([memoryId]),
    ranges: [
      ...(episodeId === undefined ? [] : ofEpisode(episodeId, [], revision)),
      ...turns.flatMap(([id, turn]) => ofEpisode(id, [[turn, turn]], revision)),
    ],
  }),
  MemoriesErased: ({ data: { memories, pending, episodes, extracted = [] } }, revision) => ({
    named: wholes([...memories.map(([id]) => id), ...pending]),
    ranges: [
      ...episodes.flatMap(([id, turns]) => ofEpisode(id, turns, revision)),
      ...extracted.map((id) => extractedOf(id, revision)),
    ],
  }),
  // What a client was never told of, and no later erasure would find: its rows are gone.
  EpisodeAbandoned: ({ data: { memoryIds }, metadata: { episodeId } }, revision) => ({
    named: wholes(memoryIds),
    ranges: ofEpisode(episodeId, null, revision),
  }),
  EpisodesDeleted: ({ data: { pending } }) => ({ named: wholes(pending) }),
  LessonsErased: ({ data }) => ({ named: wholes(data.lessons) }),
  RecallWordsErased: ({ data, metadata: { userId } }) => ({
    named: data.recallIds.map((recallId) => recallKey(userId, recallId)),
  }),
  RecallsExpired: ({ data, metadata: { userId } }) => ({
    ranges: data.days.map((day) => ({ owner: recallDay(userId, day), from: 0, to: LAST })),
  }),
}

/** The event as it is kept, without its names; undefined of one at fault, whose user is parked. */
export const decodedKept = (recorded: Recorded): DomainEvent | undefined => {
  try {
    return decode(withPseudonyms(recorded))
  } catch (error) {
    if (error instanceof FaultyEvent) return undefined
    throw error
  }
}

const stepOf = (recorded: Recorded): Step => {
  const event = recorded.type in ERASE ? decodedKept(recorded) : undefined
  if (event === undefined) return {}
  const erase = ERASE[event.type] as ((event: DomainEvent, revision: bigint) => Step) | undefined // it is of the event's own type
  return erase?.(event, recorded.revision) ?? {}
}

/** The keys of all that these events erase; undefined where they erase nothing. */
export const destroyedBy = (events: readonly Recorded[]): Destruction | undefined => {
  const steps = events.map(stepOf)
  const named = steps.flatMap(({ named: some = [] }) => some)
  const ranges = steps.flatMap(({ ranges: some = [] }) => some)
  return named.length + ranges.length === 0 ? undefined : { named, ranges }
}
