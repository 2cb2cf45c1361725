import type { Counts, EpisodeOf, SaidTurn } from '../../../domain/episode.js'
import type { Actor, Reason } from '../../../domain/event.js'
import type { MemoryOf, Wording } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'

/** What was said, or that it was erased: by the event itself, or by a later one. */
type Said = Wording | 'erased'
type Status = 'active' | 'needs_clarification' | 'pending' | 'superseded' | 'deleted' | 'erased'
type Action = 'add' | 'update' | 'share' | 'supersede' | 'clarify' | 'delete' | 'erase'

type Stated = MemoryOf<'MemoryStored'>['data']

/** What a version said, with what was found out about its words. */
export type Worded = Pick<Stated, 'memoryType' | 'network' | 'language' | 'importance' | 'trust'> & {
  readonly said: Said
}

/** One step of a memory, as its event tells it. */
export type Version = {
  readonly version: number
  readonly action: Action
  /** What the step itself made of the memory. */
  readonly status: Status
  readonly at: string
  readonly reason: Reason | null
  readonly actor: Actor
  readonly episodeId: string | null
  readonly commandId: string
  /** Only of versions that set the words. */
  readonly worded: Worded | undefined
  /** Only of versions that set who may read; trust is null where they set that alone. */
  readonly readers: (Readers & { readonly trust: number | null }) | undefined
}

/** A memory as the events up to some point leave it. */
export type Memory = Pick<
  Stated,
  'sourceSite' | 'sessionId' | 'place' | 'observedAt' | 'occurredOn' | 'role' | 'turns'
> & {
  readonly id: string
  readonly status: Status
  readonly version: number
  readonly worded: Worded
  readonly readers: Readers
  readonly episodeId: string | null
  readonly createdAt: string
  readonly expiredAt: string | null
  readonly deletedAt: string | null
  /** How often answers have shown it, and when last; at first, when it became active. */
  readonly recalls: number
  readonly recalledAt: string
  readonly versions: readonly Version[]
}

export type Episode = Pick<Stated, 'sourceSite' | 'sessionId' | 'observedAt'> & {
  readonly id: string
  readonly readers: Readers
  readonly recordedAt: string
  /** The caller's own, which stands beside what was said. */
  readonly frame: { readonly sourceUrl: string; readonly metadata: Readonly<Record<string, unknown>> }
  readonly form: 'text' | 'messages' | null
  readonly turns: readonly Turn[]
  readonly continues: string | null
  readonly transcript: EpisodeOf<'EpisodeRecorded'>['data']['transcript']
  /** What its ingest did; null while that has not ended. */
  readonly counts: Counts | null
  /** Which turns said what a memory of before says, as far as that was kept. */
  readonly told: readonly (readonly [number, string])[]
}
/** Null: what it said was erased. */
type Turn = Omit<SaidTurn, 'content'> & { readonly turn: number; readonly content: string | null }
