import type { ConflictOf, ConflictStatus } from '../../../domain/conflict/events.js'
import type { Counts, EpisodeOf, SaidTurn } from '../../../domain/episode.js'
import type { Actor, Reason } from '../../../domain/event.js'
import type { ExtractionOf, Paid } from '../../../domain/extraction.js'
import type { LessonOf } from '../../../domain/lesson/events.js'
import type { MemoryOf, Wording } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'

/** The content, or that it was erased by this event or by a later one. */
type Said = Wording | 'erased'
type Status = 'active' | 'needs_clarification' | 'pending' | 'superseded' | 'deleted' | 'erased'
type Action = 'add' | 'update' | 'share' | 'supersede' | 'restore' | 'contest' | 'clarify' | 'delete' | 'erase'

type Stated = MemoryOf<'MemoryStored'>['data']

/** The content of a version, with what was extracted from it. */
export type Worded = Pick<
  Stated,
  'memoryType' | 'network' | 'language' | 'importance' | 'trust' | 'claimType' | 'evidence'
> & {
  readonly said: Said
  /** The version that first set this content; an earlier one where it was restored. */
  readonly of: number
}

/** One version of a memory, as its event states it. */
export type Version = {
  readonly version: number
  readonly action: Action
  /** The status that this version set. */
  readonly status: Status
  readonly at: string
  readonly reason: Reason | null
  readonly actor: Actor
  readonly episodeId: string | null
  readonly commandId: string
  /** Only for versions that set the content. */
  readonly worded: Worded | undefined
  /** Only for versions that set the visibility; trust is null where they set nothing else. */
  readonly readers: (Readers & { readonly trust: number | null }) | undefined
}

/** The state of a memory at some point in the log. */
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
  /** The memory that took its place, while it is superseded by one. */
  readonly supersededBy: string | null
  readonly deletedAt: string | null
  /** How often answers have shown it, and when last; initially the time at which it became active. */
  readonly recalls: number
  readonly recalledAt: string
  readonly versions: readonly Version[]
}

/** One time that the words of a memory were said. */
export type Telling = {
  readonly episodeId: string
  /** The first and the last. */
  readonly turns: readonly [number, number]
  /** When, where that was given. */
  readonly at: string | null
  readonly recordedAt: string
  readonly removedAt: string | null
  /** Whether the memory was stored with it. */
  readonly isFirst: boolean
}

export type Episode = Pick<Stated, 'sourceSite' | 'sessionId' | 'observedAt'> & {
  readonly id: string
  readonly readers: Readers
  readonly recordedAt: string
  /** The caller's own metadata. */
  readonly frame: { readonly sourceUrl: string; readonly metadata: Readonly<Record<string, unknown>> }
  readonly form: 'text' | 'messages' | null
  readonly turns: readonly Turn[]
  readonly continues: string | null
  readonly transcript: EpisodeOf<'EpisodeRecorded'>['data']['transcript']
  readonly awaits: EpisodeOf<'EpisodeRecorded'>['data']['awaits']
  readonly requestHash: string
  /** The number of failed attempts, and why the last one failed. */
  readonly attempts: number
  readonly failed: ExtractionOf<'EpisodeFailed'>['data']['code'] | null
  /** Whether a window went by rules because the model failed. */
  readonly fellBack: boolean
  /** What a model found and is not derived yet, by window and by fact; empty once that has ended. */
  readonly extracted: ReadonlyMap<number, Extracted>
  /** The memories that a model was shown with its turns, and when that was last. */
  readonly shown: ReadonlyMap<string, string>
  /** What was paid for it until then, by command and stage. */
  readonly paid: ReadonlyMap<string, Paid & { readonly commandId: string }>
  /** The outcome of its ingest; null until the ingest has ended. */
  readonly counts: Counts | null
  readonly result: Pick<EpisodeOf<'EpisodeIngested'>['data'], 'usage' | 'outcomes'> | null
  /** What came of deriving facts of its turns; null until that has ended. */
  readonly derived: ExtractionOf<'FactsDerived'>['data'] | null
}
type Extracted = ExtractionOf<'EpisodeExtracted'>['data']
/** Null: its content was erased. */
type Turn = Omit<SaidTurn, 'content'> & { readonly turn: number; readonly content: string | null }

type Reported = LessonOf<'LessonReported'>['data']

/** What agents were told to mind. */
export type Lesson = Pick<
  Reported,
  'workspaceId' | 'agentId' | 'lessonType' | 'severity' | 'reported' | 'sourceSite' | 'cause'
> & {
  readonly id: string
  readonly status: 'active' | 'deactivated' | 'expired'
  readonly createdAt: string
  readonly endedAt: string | null
  readonly failures: number
  readonly pattern: string
  readonly wrong: string | null
  readonly right: string | null
  /** When each of the memories that it is about was told, and its place among those told then. */
  readonly sources: ReadonlyMap<string, { readonly addedAt: string; readonly place: number }>
}

/** A contradiction between two agents. */
export type Conflict = ConflictOf<'ConflictOpened'>['data'] & {
  readonly id: string
  readonly status: ConflictStatus
  readonly createdAt: string
  readonly resolvedAt: string | null
  readonly resolvedBecause: Reason | null
}
