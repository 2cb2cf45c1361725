import type { Expected, StoredEvent, StreamName } from '../event-store.js'
import { erasedForm, seal } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { type SealedPart, sealedPartsOf } from './sealed-parts.js'

/** Version of what metadata say of an event with sealed parts. */
export const SEALED_FORMAT = 1

/** An event with the parts of it that are to be sealed. */
type ToSeal = { readonly event: StoredEvent; readonly parts: readonly SealedPart[] }

export const toSeal = (events: readonly StoredEvent[], expected: Expected): readonly ToSeal[] =>
  events.map((event) => ({ event, parts: sealedPartsOf(event, expected) }))

/** The keys that these parts need, each once. */
export const keysFor = (sealing: readonly ToSeal[]): readonly KeyRef[] => [
  ...new Map(sealing.flatMap(({ parts }) => parts).map(({ key }) => [nameOf(key), key])).values(),
]

/** The event as the log is to keep it. A part whose key is destroyed is erased already. */
export const sealEvent = (stream: StreamName, { event, parts }: ToSeal, keys: FoundKeys): StoredEvent => {
  if (parts.length === 0) return event
  const { id, type, metadata } = event
  const data = parts.reduce((sealed: unknown, { path, key: ref, form }) => {
    const key = keys.get(nameOf(ref))
    if (key === undefined || key === 'unfit') throw new Error(`there is no key to seal a part of ${type} ${id} with`)
    return replacedAt(sealed, path, (value) =>
      key === 'destroyed' ? erasedForm(form) : seal(value, { key, ref, form, place: { stream, id, type, path } }),
    )
  }, event.data)
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
