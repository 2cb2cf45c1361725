import type { SaidTurn } from '../../../domain/episode.js'
import type { Span } from '../../../indexing/dates/day.js'
import type { Language } from '../../../indexing/stop-words.js'

/** `at`: when it was said, as the message itself tells. */
export type Message = { readonly role: string; readonly content: string; readonly name?: string; readonly at?: string }
export type Conversation = { readonly text: string } | { readonly messages: readonly Message[] }

export type Options = {
  /** ISO: the moment of the write */
  readonly at: string
  /** ISO: when the conversation took place, if the caller says so; wins over a session-date line */
  readonly observedAt?: string
  /** the message, or the line, with which what is new begins: what is before it is only read; default 0 */
  readonly from?: number
  /** memories of what is before it: a question that none of them holds, since it was deleted, is not taken up again */
  readonly standing?: readonly string[]
  /** the whole text becomes one memory, verbatim */
  readonly skipExtraction?: boolean
  /** default 2000 */
  readonly maxFacts?: number
}

export type EntityType = 'person' | 'organization' | 'place' | 'project' | 'tool' | 'concept' | 'event'
export type Entity = { readonly name: string; readonly type: EntityType }

/** A date expression as written and the days it means, both ends included. */
export type DateMention = { readonly text: string } & Span

export type MemoryType = 'semantic' | 'episodic' | 'procedural'
export type Network = 'world' | 'experience' | 'opinion' | 'observation'

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
  /** a factor: 1, or 0.2 for text that tries to steer the memory */
  readonly trust: number
  /** at most 16 */
  readonly entities: readonly Entity[]
  /** at most 8 */
  readonly dates: readonly DateMention[]
  /** who said it, in lower case; null where nobody is named, or several are */
  readonly role: string | null
  /** the first and the last of the turns that it came from, as `said` counts them */
  readonly turns: readonly [number, number]
  /** ISO: only where the line carried a date of its own (chat exports) */
  readonly observedAt?: string
}

export type Extraction = {
  /** ISO, UTC */
  readonly observedAt: string
  /** YYYY-MM-DD: the day of observedAt in the zone it was written in, the anchor of relative dates */
  readonly observedOn: string
  readonly facts: readonly Fact[]
  /** what is new of the conversation, without its secrets: of a text its lines with their labels, of messages each */
  readonly said: readonly SaidTurn[]
  readonly redactions: number
  /** bullets recognised as our own injection text */
  readonly pastedBack: number
}
