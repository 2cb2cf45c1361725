import { v5 } from 'uuid'
import type { z } from 'zod'
import { atOnce, eachOf, type Steps } from '../concurrency/steps.js'
import { type DomainEvent, events } from '../domain/all-events.js'
import { AS_SAID } from '../domain/memory/events.js'
import { type Expected, isSealed, type StoredEvent } from './event-store.js'

/** Turns an event of one schema version into the next. */
type Upcaster = (event: StoredEvent) => StoredEvent

const adding =
  (fields: object): Upcaster =>
  (event) => ({ ...event, data: { ...(event.data as object), ...fields } }) // data is an object in every version

/** Until languages were told apart every text was read as English. */
const inEnglish = adding({ language: 'en' })

/** A vector was always of the newest wording, and one that there was not was not told. */
const asItIs: Upcaster = (event) => event

/** A conversation was kept as it came; which turns it shares with others was not known. */
const inTurns: Upcaster = (event) => {
  const { said, ...data } = event.data as EpisodeOfOld
  return {
    ...event,
    data: { ...data, transcript: null, continues: null, said: 'erased' in said ? said : turnsOf(said) },
  }
}

type EpisodeOfOld = {
  readonly said:
    | { readonly erased: true }
    | {
        readonly conversation: string | null
        readonly messages: readonly { readonly role: string; readonly content: string; readonly name?: string }[] | null
      }
}

const turnsOf = ({ conversation, messages, ...rest }: Exclude<EpisodeOfOld['said'], { readonly erased: true }>) =>
  messages === null
    ? { ...rest, form: 'text', turns: [{ role: null, name: null, content: conversation ?? '' }] }
    : { ...rest, form: 'messages', turns: messages.map(({ role, content, name = null }) => ({ role, name, content })) }

/** Which turn a memory was made of was not kept. */
const untold = adding({ told: null })

/** Nor by whom it was said. */
const ofUnknownTurn = adding({ role: null, turns: null })

/** An erased memory took all of its episode's words with it. */
const wholeEpisode: Upcaster = (event) => ({ ...event, data: { whole: true, turns: [] } })

/** Without a language model nothing followed an ingest. */
const awaitingNothing = adding({ awaits: 'nothing' })

/** What an ingest took was not kept, nor why a fact was not plainly stored. */
const atUnknownCost = adding({ usage: [], outcomes: [] })

/** All links were by similarity. */
const similar: Upcaster = (event) => {
  const { links } = event.data as { readonly links: readonly object[] } // it has had no other form
  return { ...event, data: { links: links.map((link) => ({ kind: 'similar', ...link })) } }
}

/** Every memory was taken over as it was said. */
const asSaid: Upcaster = (event) => {
  const { said, ...data } = event.data as { readonly said: object } // every version of it has words
  const words = 'erased' in said ? said : { ...AS_SAID, ...said }
  return { ...event, data: { ...data, claimType: null, evidence: [], said: words } }
}

/** What a search returned was only counted. */
const withoutSearches = adding({ searches: [] })

/**
 * By `Type@version`: how an event stored with that version becomes one of the next. The log is never rewritten;
 * an entry stands for ever, and a golden file of the old version proves that it can still be read.
 */
const upcasters: Readonly<Record<string, Upcaster>> = {
  'EpisodeIngested@1': untold,
  'EpisodeIngested@2': atUnknownCost,
  'EpisodeRecorded@1': inTurns,
  'EpisodeRecorded@2': awaitingNothing,
  'MemoriesLinked@1': similar,
  'MemoriesRecalled@1': withoutSearches,
  'MemoryEmbedded@1': asItIs,
  'MemoryErased@1': wholeEpisode,
  'MemoryStored@1': inEnglish,
  'MemoryStored@2': ofUnknownTurn,
  'MemoryStored@3': asSaid,
  'MemorySuperseded@1': asItIs,
  'MemoryUpdated@1': inEnglish,
  'MemoryUpdated@2': asSaid,
}

/** The event as its newest version, or as far as the chain leads. */
export const upcast = (event: StoredEvent, newest: number, chain = upcasters): StoredEvent => {
  let current = event
  while (current.metadata.schema < newest) {
    const step = chain[`${current.type}@${current.metadata.schema}`]
    if (!step) return current
    const next = step(current)
    current = { ...next, metadata: { ...next.metadata, schema: current.metadata.schema + 1 } }
  }
  return current
}

const EVENT_IDS = '9a8e1b1e-6c0b-5d0e-8c1a-3f6f6b1d2c77'

/** What the log holds at this place is no event of ours: nothing after it can be trusted to apply. */
export class FaultyEvent extends Error {}

/** A decided event does not fit its own schema, or holds text that no store can keep. Nothing is appended. */
export class UnfitEvent extends Error {}

const declared = new Map(events.map(({ version, schema }) => [schema.shape.type.value, { version, schema }]))

/**
 * Makes the events of one append ready for the log: checks them against their schemas and gives them ids that are
 * the same for the identical retry and new for every new decision (uuid v5 of command, expected revision and index;
 * with any revision of command, part and index).
 */
export const encode = (decided: readonly DomainEvent[], expected: Expected): readonly StoredEvent[] =>
  atOnce(encoding(decided, expected))

/** The same in steps, an event each. */
export const encoding = (decided: readonly DomainEvent[], expected: Expected): Steps<readonly StoredEvent[]> =>
  eachOf(decided, (event, index) => {
    const { version, schema } = known(event.type, UnfitEvent)
    const { type, data, metadata } = checked(schema, event, UnfitEvent)
    refuseUnstorable(data, type)
    const guard = expected === 'any' ? `any:${metadata.part ?? 0}` : `${expected}`
    const append = { index, count: decided.length }
    return {
      id: v5(`${metadata.commandId}:${guard}:${index}`, EVENT_IDS),
      type,
      data,
      metadata: { schema: version, append, ...metadata },
    }
  })

/** Reads an event of any earlier version as its newest. */
export const decode = ({ id, type, data, metadata }: StoredEvent): DomainEvent => {
  if (isSealed({ metadata }))
    throw new FaultyEvent(
      `${type} ${id} is sealed: ${metadata.unopened ?? 'it was read without the keys of the store'}`,
    )
  const { version, schema } = known(type, FaultyEvent)
  const newest = upcast({ id, type, data, metadata }, version)
  if (newest.metadata.schema !== version)
    throw new FaultyEvent(`${type} ${id} has schema ${metadata.schema}, newest known is ${version}`)
  return checked(schema, newest, FaultyEvent)
}

type Fault = new (message: string) => Error

const known = (type: string, fault: Fault) => {
  const found = declared.get(type as DomainEvent['type']) // the lookup itself tells whether it is one
  if (!found) throw new fault(`no event is called ${type}`)
  return found
}

/** The schema found belongs to the event's own type, which the compiler cannot see. */
const checked = (schema: z.ZodType, event: unknown, fault: Fault): DomainEvent => {
  const result = schema.safeParse(event)
  if (result.success) return result.data as DomainEvent
  const where = result.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`)
  throw new fault(`unfit at ${where.join(', ')}`)
}

const refuseUnstorable = (data: unknown, type: string): void => {
  if (/\\u(0000|d[89a-f])/.test(JSON.stringify(data)) && unstorable(data))
    throw new UnfitEvent(`${type} holds a NUL or a lone surrogate`)
}

const unstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => unstorable(key) || unstorable(inner))
}
