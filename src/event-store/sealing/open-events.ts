import { isSealed, type Recorded } from '../event-store.js'
import { EnvelopeUnfit, isEnvelope, keysOf, labelOf, open } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { mapParts } from './map-parts.js'
import { PATH_OF_NAMES, SEALED_FORMAT } from './seal-events.js'

type Labelled = ReturnType<typeof labelOf>

/** The keys that the sealed parts of these events need, each once; what cannot be read names none. */
export const keysIn = (events: readonly Recorded[]): readonly KeyRef[] => {
  const found = new Map<string, KeyRef>()
  const note = (label: Labelled): void => {
    for (const ref of keysOf(label)) found.set(nameOf(ref), ref)
  }
  for (const event of events) {
    try {
      if (!isSealed(event)) continue
      eachLabel(event.metadata.sealedNames, note)
      eachLabel(event.data, note)
    } catch (error) {
      if (!(error instanceof EnvelopeUnfit)) throw error // said when it is opened
    }
  }
  return [...found.values()]
}

/** Calls a function with the label of every envelope in a value. */
const eachLabel = (value: unknown, to: (label: Labelled) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if (isEnvelope(value)) to(labelOf(value))
  else for (const part of Object.values(value)) eachLabel(part, to)
}

/**
 * The event as it was before it was sealed, the parts whose keys are destroyed in their erased form. One that cannot be
 * opened stays as it is, and says in its metadata why: the codec refuses it, as any other faulty event.
 */
export const openEvent = (event: Recorded, keys: FoundKeys): Recorded => {
  if (!isSealed(event)) return event
  const { sealed, sealedNames, ...metadata } = event.metadata
  try {
    if (sealed !== undefined && sealed !== SEALED_FORMAT) throw new EnvelopeUnfit('it was sealed by a later version')
    const change: Mapping['change'] = (label, path) => open(label, keys, { path, ...event })
    if (sealedNames === undefined) return { ...event, data: mapped(event.data, [], { change }), metadata }
    const names = namesIn(sealedNames, event, keys)
    if (names === null) {
      const data = mapped(event.data, [], { change })
      return { ...event, data, metadata: { ...metadata, anonymous: true } }
    }
    const mapping = { change, rename: (text: string) => names.get(text) ?? text }
    // What was an object stays one, with the same fields.
    return { ...event, data: mapped(event.data, [], mapping), metadata: mapped(metadata, [], mapping) as never }
  } catch (error) {
    if (!(error instanceof EnvelopeUnfit)) throw error
    return { ...event, metadata: { ...event.metadata, unopened: error.message } }
  }
}

/** By pseudonym; null where they are erased, or were so before the event came into this log. */
const namesIn = (sealed: unknown, event: Recorded, keys: FoundKeys): ReadonlyMap<string, string> | null => {
  if (sealed === null) return null
  if (!isEnvelope(sealed)) throw new EnvelopeUnfit('its names are damaged')
  const names = open(labelOf(sealed), keys, { ...event, path: PATH_OF_NAMES })
  if (names === null) return null
  return new Map(Object.entries(Object(names)).map(([pseudonym, name]) => [pseudonym, String(name)]))
}

type Mapping = {
  /** What to put in place of an envelope. */
  readonly change: (label: Labelled, path: readonly (string | number)[]) => unknown
  /** What to put in place of a text that was clear. */
  readonly rename?: (text: string) => string
}

/**
 * The value with every envelope in it replaced, copied where anything in it is. What was clear holds nothing that looks like an
 * envelope: see the table of parts. `path` is where the value stands, and changes on the way.
 */
const mapped = (value: unknown, path: (string | number)[], mapping: Mapping): unknown => {
  if (typeof value === 'string') return mapping.rename?.(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (isEnvelope(value)) return mapping.change(labelOf(value), path)
  return mapParts(value, (part, at) => {
    path.push(at)
    const other = mapped(part, path, mapping)
    path.pop()
    return other
  })
}
