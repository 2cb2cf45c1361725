import type { Expected, StoredEvent, StreamName } from '../event-store.js'
import { keysOf, seal } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { type SealedPart, sealedPartsOf } from './sealed-parts.js'

/** Version of what metadata say of an event with sealed parts. */
export const SEALED_FORMAT = 1

/** Base64 makes what is sealed a third larger, and each part brings a label. */
const GROWTH = 1.4

/** Bytes of events that fit an append of so many bytes once they are sealed. */
export const roomToSeal = (appendBytes: number): number => Math.floor(appendBytes / GROWTH)

/** An event with the parts of it that are to be sealed. */
type ToSeal = { readonly event: StoredEvent; readonly parts: readonly SealedPart[] }

export const toSeal = (events: readonly StoredEvent[], expected: Expected): readonly ToSeal[] =>
  events.map((event) => ({ event, parts: sealedPartsOf(event, expected) }))

/** The keys that these parts need, each once. */
export const keysFor = (sealing: readonly ToSeal[]): readonly KeyRef[] => [
  ...new Map(sealing.flatMap(({ parts }) => parts.flatMap(keysOf)).map((ref) => [nameOf(ref), ref])).values(),
]

/** The event as the log is to keep it. A part whose key is destroyed is erased already. */
export const sealEvent = (stream: StreamName, { event, parts }: ToSeal, keys: FoundKeys): StoredEvent => {
  if (parts.length === 0) return event
  const { id, type, metadata } = event
  const data = parts.reduce(
    (sealed: unknown, { path, ref, form }) =>
      replacedAt(sealed, path, (value) => seal(value, { keys, ref, form, place: { stream, id, type, path } })),
    event.data,
  )
  return { ...event, data, metadata: { ...metadata, sealed: SEALED_FORMAT } }
}

/** A copy of a value with another one at a path of it. */
const replacedAt = (
  value: unknown,
  [first, ...rest]: readonly (string | number)[],
  change: (value: unknown) => unknown,
): unknown => {
  if (first === undefined) return change(value)
  if (Array.isArray(value)) return value.map((each, i) => (i === first ? replacedAt(each, rest, change) : each))
  const fields = Object(value)
  return { ...fields, [first]: replacedAt(Reflect.get(fields, first), rest, change) }
}
