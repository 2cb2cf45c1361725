import type { OpenedConflict } from '../domain/conflict/opening.js'
import type { EmbeddingModel, SecondaryVectors } from '../domain/embedding.js'
import type { Counts, EpisodeOf, FactOutcome } from '../domain/episode.js'
import type { ExtractionOf } from '../domain/extraction.js'
import type { Caller } from '../domain/idempotency.js'
import type { LessonsKnown } from '../domain/lesson/decisions.js'
import type { RelatedMemories } from '../domain/memory/deciding.js'
import type { SameWords } from '../domain/memory/same-words.js'
import type { Moment } from '../domain/moment.js'
import type { Readers, Scope, Visibility } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import type { Conversation } from '../import/message.js'
import type { HoldingMemory, Terms } from '../memory-index/holding-words.js'
import type { Neighbour, Sample, SimilarIn } from '../memory-index/similar-memories.js'
import type { LastMemory } from '../queries/derivable-episode.js'
import type { MadeOfTurn } from '../queries/known-turns.js'
import type { Forgettable } from '../queries/memory-state.js'
import type { Language } from '../text/words.js'
import type { Extraction, Fact } from './as-said/fact.js'
import type { Composite } from './composites.js'
import type { ForgetRequest } from './forget-request.js'
import type { ReplacementsKnown } from './replacing.js'

/** A conversation as a caller hands it in, already validated. */
export type IngestRequest = Caller & {
  readonly scope: Scope
  readonly conversation: Conversation
  readonly sourceSite: string
  readonly sourceUrl: string
  readonly sessionId?: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** ISO 8601, as written: when the conversation took place, if the caller says so. */
  readonly observedAt?: string
  /** IANA: where times without an offset were told, and where the day is that of now. */
  readonly timeZone?: string
  readonly visibility?: Visibility
  readonly grantedTo?: readonly string[]
  /** Messages before this one, or lines of text, are context only. */
  readonly fromTurn?: number
  /** The whole text becomes one memory, verbatim. */
  readonly skipExtraction: boolean
  /** Only the memories that are named are replaced, and not others with their words. */
  readonly onlyThis?: boolean
  /** The answer does not wait for facts by a language model. */
  readonly async?: boolean
}

export type IngestResult = Counts & {
  readonly episodeId: string
  /** Turns that were ingested before. */
  readonly knownTurns: number
  readonly memoryIds: readonly string[]
  /** Whether facts by a language model are still to follow. */
  readonly awaits?: 'facts'
  /** What facts by a language model took, by stage; only where they are derived. */
  readonly usage?: ExtractionOf<'FactsDerived'>['data']['usage']
  /** Why no fact was derived; null where there are. */
  readonly none?: ExtractionOf<'FactsDerived'>['data']['none']
  /** The contradictions with other agents that it has found; absent where there are none. */
  readonly conflicts?: readonly OpenedConflict[]
  /** What became of each fact; of a quick ingest only of requests to forget. */
  readonly outcomes?: readonly IngestOutcome[]
  /** What requests to forget have deleted, and what statements have taken the place of; absent where that is nothing. */
  readonly ids?: readonly string[]
  /** What gave way because the caller said so, and to what: ids for whoever tells what else it said, and no part of an answer. */
  readonly gaveWay?: readonly GaveWay[]
}

/** A memory that was superseded, and the one in its place. */
export type GaveWay = { readonly memoryId: string; readonly by: string }

/** `new`: nothing that is known is about the same. */
export type IngestOutcome = Omit<FactOutcome, 'reason'> & { readonly reason: FactOutcome['reason'] | 'new' }

export const asNew = (memoryId: string): IngestOutcome => ({ memoryId, outcome: 'stored', reason: 'new', replaces: [] })

export type PreparedFact = Fact &
  Sample & {
    readonly memoryId: string
    /** It asks that something be forgotten, and becomes no memory. */
    readonly forgets?: ForgetRequest
    /** An earlier fact of the ingest that says the same, where a turn between both may take that one back. */
    readonly again?: string
    /** The memory that it is an echo of. */
    readonly echoOf?: string
  }

/** What may be echoed; of the same ingest the question itself, too, where it states nothing. */
export type MayBeEchoed = HoldingMemory & { readonly isQuestion: boolean }

/** A turn that is an echo if a memory holds its terms. */
export type MayEcho = {
  readonly memoryId: string
  /** Its place among the facts. */
  readonly sample: number
  /** What a memory has to hold, and all that the question and the turn say. */
  readonly terms: Terms
  readonly asked: Terms
  readonly language: Language
  readonly isNegated: boolean
  /** The facts before it that hold its terms. */
  readonly before: readonly MayBeEchoed[]
}

/** The memories that say already what facts say, by the fact; null where that is not certain. */
export type KnownAs = ReadonlyMap<string, Target | null>

/** Facts that their writer stated before deleting or erasing the same words: they are known, and an import brings nothing back. */
export type TakenBack = {
  /** By the fact, the deleted memory that it is a telling of. */
  readonly deleted: ReadonlyMap<string, string>
  /** Those of them whose day is not that of the memory: it keeps its own, where it is restored. */
  readonly ofOtherDays: ReadonlySet<string>
  readonly erased: ReadonlySet<string>
}

/** What the decision of an ingest is based on. */
export type BankKnown = {
  /** ISO 8601: the time of the last event of then. */
  readonly lastAt: string | null
  readonly neighbours: readonly Neighbour[]
  /** The memories that hold the words of turns that may be echoes. */
  readonly holding?: SimilarIn['holding']
  /** 0 to 1: how far the writer is trusted. */
  readonly trust: number
  /** The lesson about texts of this source site that steer; undefined where none does. */
  readonly steering?: LessonsKnown | undefined
  /** What requests to forget may mean, and what goes together with it. */
  readonly forgettable?: readonly Forgettable[]
  readonly saying?: readonly SameWords[]
  /** By the memory, when these were last told, where a request tells when it was made. */
  readonly lastTold?: ReadonlyMap<string, Moment>
  /** What the writer has taken back of the words of facts. */
  readonly takenBack?: TakenBack
  /** What is known of what the facts may change. */
  readonly around?: RelatedMemories
  /** What statements of the writer may replace; undefined where none says that it does. */
  readonly replacements?: ReplacementsKnown | undefined
}

/** Two memories of one ingest that stand close to one another. */
export type Pair = { readonly from: string; readonly to: string; readonly similarity: number }

/** A fact that an earlier one of the same ingest says already, by its turns. */
export type Repeat = Pick<PreparedFact, 'turns' | 'given'> & { readonly of: string }

/** The turns that are new, by their names, and where they go on from. */
export type Transcript = {
  readonly id: string
  readonly base: string
  readonly keys: readonly string[]
  readonly continues: string | null
  /** The names of messages with ids and of their words, by the place of the message. */
  readonly messages: readonly { readonly id: string; readonly words: string; readonly at: number }[]
}

/** What of a conversation is new. */
export type NewTurns = {
  /** How many of its turns were ingested before. */
  readonly knownTurns: number
  /** The message or line with which what is new begins. */
  readonly from: number
  /** The messages or lines behind that which were ingested before. */
  readonly leftOut: ReadonlySet<number>
  /** Messages, by their places, whose ids were known with other words, and what is in force of these. */
  readonly edited: readonly { readonly at: number; readonly made: readonly MadeOfTurn[] }[]
  /** Null for a verbatim text, which is no conversation. */
  readonly transcript: Transcript | null
}

/** Who ingests what, when, and under which ids. */
export type IngestCommand = {
  readonly request: IngestRequest
  /** HMAC of the request in hex. */
  readonly requestHash: string
  readonly commandId: string
  readonly episodeId: string
  /** ISO 8601: the moment of the write, no earlier than the bank's last that was known then. */
  readonly now: string
  readonly readers: Readers
  /** Whether facts by a language model are to follow. */
  readonly awaits: EpisodeOf<'EpisodeRecorded'>['data']['awaits']
}

/** All that is made of a conversation before anything is decided. */
export type PreparedIngest = IngestCommand &
  NewTurns & {
    /** The memories just before it that still stand, the newest first. */
    readonly standing: readonly LastMemory[]
    readonly extraction: Extraction
    readonly facts: readonly PreparedFact[]
    readonly mayEcho: readonly MayEcho[]
    /** What was left out because an earlier fact of the same conversation says the same: by its turns. */
    readonly repeats: readonly Repeat[]
    /** The embedding model that answers requests: by its vectors facts are compared. */
    readonly model: EmbeddingModel
    /** The vectors of secondary models, by memory; empty where a model gave no answer. */
    readonly secondaryVectors: readonly SecondaryVectors[]
    readonly pairs: readonly Pair[]
    /** What the facts say together, if all of its parts are stored and stay in force. */
    readonly composites: readonly Composite[]
  }
