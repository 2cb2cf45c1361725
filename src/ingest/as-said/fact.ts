import type { SaidTurn } from '../../domain/episode.js'
import type { Network } from '../../domain/memory/events.js'
import type { Replacement } from '../../domain/memory/replacing.js'
import type { Moment } from '../../domain/moment.js'
import type { KnownWords } from '../../queries/known-words.js'
import type { DateMention } from '../../text/dates/dates-said.js'
import type { Language } from '../../text/words.js'

export type Options = {
  /** ISO: the moment of the write */
  readonly at: string
  /** ISO: when the conversation took place, if the caller says so; wins over a session-date line */
  readonly observedAt?: string
  /** IANA: where times are of that name no place, and where the day is that of now. */
  readonly timeZone?: string | undefined
  /** Index of the first new message or line; earlier ones are read as context only. Default 0. */
  readonly from?: number
  /** Messages or lines behind that which are context only, too. */
  readonly leftOut?: ReadonlySet<number>
  /**
   * Contents of the memories made of the earlier part: a question that none of them contains was deleted, and is not
   * stored again.
   */
  readonly standing?: readonly string[]
  /** how words of messages are known: blocks of them are memories that come back */
  readonly knownWords?: KnownWords
  /** the whole text becomes one memory, verbatim */
  readonly skipExtraction?: boolean
  /** who says the verbatim text */
  readonly speaker?: string
  /** default 2000 */
  readonly maxFacts?: number
}

export type EntityType = 'person' | 'organization' | 'place' | 'project' | 'tool' | 'concept' | 'event'
export type Entity = { readonly name: string; readonly type: EntityType }

export type MemoryType = 'semantic' | 'episodic' | 'procedural'

/** What an assistant's turn says, and what was asked just before it; empty where nobody asked. */
export type Reply = { readonly question: string; readonly answer: string }

export type Fact = {
  /** what is stored and shown: starts with `${speaker}: ` iff the speaker is not null */
  readonly content: string
  readonly speaker: string | null
  /** lower-case name of the person who spoke, or whom the fact is about */
  readonly subject: string | null
  /** space-separated, at most 12, most telling first */
  readonly keywords: string
  readonly memoryType: MemoryType
  readonly network: Network
  readonly language: Language
  /** 0..1 on opinions */
  readonly opinionConfidence: number | null
  readonly observationSubject: string | null
  /** 0..1, two decimals */
  readonly importance: number
  /** a factor: 1, or 0.2 for text with a prompt injection */
  readonly trust: number
  /** at most 16 */
  readonly entities: readonly Entity[]
  /** at most 8 */
  readonly dates: readonly DateMention[]
  /** the role of the speaker, in lower case; null where no speaker or more than one is named */
  readonly role: string | null
  /** the first and the last source turn, as indices into `said` */
  readonly turns: readonly [number, number]
  /** Only where the line or the message carried a date of its own. */
  readonly moment?: Moment
  /** What its writer says that it replaces. */
  readonly replacement?: Replacement
  /** Of an assistant's turn of which nothing else was made. */
  readonly reply?: Reply
}

export type Extraction = {
  /** When the conversation took place: relative dates are resolved against its day. */
  readonly moment: Moment
  /** Whether that was given, or is the moment of the write. */
  readonly isTimed: boolean
  readonly facts: readonly Fact[]
  /** the new part of the conversation, redacted: of a text its lines with their labels, of messages each one */
  readonly said: readonly SaidTurn[]
  /** of messages: at which place each of them stands in the conversation */
  readonly places?: readonly number[]
  /** number of memories that came back: bullets of our own, and blocks of what is known */
  readonly cameBack: number
}
