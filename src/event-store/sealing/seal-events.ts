import type { Expected, StoredEvent, StreamName } from '../event-store.js'
import type { NamedKey } from './data-keys.js'
import { keysOf, seal } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { pseudonymous } from './pseudonyms.js'
import { type SealedPart, sealedPartsOf } from './sealed-parts.js'

/** Version of what metadata say of an event with sealed parts. */
export const SEALED_FORMAT = 1

/** Where the names of an event stand, by their pseudonyms, as one sealed part. */
export const PATH_OF_NAMES = ['metadata', 'sealedNames'] as const

/** Base64 makes what is sealed a third larger, and each part brings a label. */
const GROWTH = 1.4

/** Bytes of events that fit an append of so many bytes once they are sealed. */
export const roomToSeal = (appendBytes: number): number => Math.floor(appendBytes / GROWTH)

/** An event with the parts of it that are to be sealed. */
export type ToSeal = { readonly event: StoredEvent; readonly parts: readonly SealedPart[] }

export const toSeal = (events: readonly StoredEvent[], expected: Expected): readonly ToSeal[] =>
  events.map((event) => ({ event, parts: sealedPartsOf(event, expected) }))

/** Events with pseudonyms, the names sealed beside them under the user's key; none if the append erases the user. */
export const withSealedNames = (
  stream: StreamName,
  events: readonly StoredEvent[],
  { ref, key }: NamedKey,
): readonly StoredEvent[] => {
  const erases = isFarewell(events)
  const keys: FoundKeys = new Map([[nameOf(ref), key]])
  const naming = { stream, key, answers: !erases, made: new Map<string, string>() }
  return events.map((named) => {
    const { event, names } = pseudonymous(named, naming)
    if (erases) return event
    const { id, type, metadata } = event
    const sealedNames = seal(names, { keys, ref, form: 'names', place: { stream, id, type, path: PATH_OF_NAMES } })
    return { ...event, metadata: { ...metadata, sealedNames } }
  })
}

/** Whether an append erases a whole user: what it says itself names nobody, and is not anonymous. */
export const isFarewell = (append: readonly Pick<StoredEvent, 'type'>[]): boolean =>
  append.some(({ type }) => type === 'UserErased')

/** The keys that these parts need, each once. */
export const keysFor = (sealing: readonly ToSeal[]): readonly KeyRef[] => {
  const found = new Map<string, KeyRef>()
  for (const { parts } of sealing) for (const part of parts) for (const ref of keysOf(part)) found.set(nameOf(ref), ref)
  return [...found.values()]
}

/** The event as the log is to keep it. A part whose key is destroyed is erased already. */
export const sealEvent = (stream: StreamName, { event, parts }: ToSeal, keys: FoundKeys): StoredEvent => {
  if (parts.length === 0) return event
  const { id, type, metadata } = event
  const data = parts.reduce(
    (before, { path, ref, form }) =>
      replaced(before, path, (value) => seal(value, { keys, ref, form, place: { stream, id, type, path } })),
    event.data,
  )
  return { id, type, data, metadata: { ...metadata, sealed: SEALED_FORMAT } }
}

/** A copy of a value with another part at a path, which leads through objects and arrays alone. */
const replaced = (value: unknown, path: SealedPart['path'], change: (part: unknown) => unknown): unknown => {
  const [at, ...rest] = path
  if (at === undefined) return change(value)
  const copy = (Array.isArray(value) ? [...value] : { ...Object(value) }) as Record<string | number, unknown> // of JSON
  copy[at] = replaced(copy[at], rest, change)
  return copy
}
