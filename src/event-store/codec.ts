import { v5 } from 'uuid'
import type { z } from 'zod'
import { atOnce, eachOf, type Steps } from '../concurrency/steps.js'
import { type DomainEvent, events } from '../domain/all-events.js'
import { type Expected, isSealed, type StoredEvent } from './event-store.js'

/** Turns an event of one schema version into the next. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** By `Type@version`: makes an event one of the next version. Entries stay, as old events do; a golden file tests each. */
const upcasters: Readonly<Record<string, Upcaster>> = {}

/** The event as its newest version, or as far as the chain leads. */
const upcast = (event: StoredEvent, newest: number, chain: typeof upcasters): StoredEvent => {
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
 * Checks the events of an append, and gives them ids that only the identical retry shares: uuid v5 of command,
 * expected revision and index; with any revision of command, part and index.
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
export const decode = ({ id, type, data, metadata }: StoredEvent, chain = upcasters): DomainEvent => {
  if (isSealed({ metadata }))
    throw new FaultyEvent(
      `${type} ${id} is sealed: ${metadata.unopened ?? 'it was read without the keys of the store'}`,
    )
  const { version, schema } = known(type, FaultyEvent)
  const newest = upcast({ id, type, data, metadata }, version, chain)
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
