import { isSealed, type Recorded } from '../event-store.js'
import { EnvelopeUnfit, isEnvelope, keysOf, labelOf, open } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { PATH_OF_NAMES, SEALED_FORMAT } from './seal-events.js'

type Labelled = ReturnType<typeof labelOf>

/** The keys that the sealed parts of these events need, each once; what cannot be read names none. */
export const keysIn = (events: readonly Recorded[]): readonly KeyRef[] => {
  const found = new Map<string, KeyRef>()
  const note = (label: Labelled) => {
    for (const ref of keysOf(label)) found.set(nameOf(ref), ref)
    return undefined
  }
  for (const event of events) {
    try {
      if (!isSealed(event)) continue
      mapped(event.metadata.sealedNames, [], { change: note })
      mapped(event.data, [], { change: note })
    } catch (error) {
      if (!(error instanceof EnvelopeUnfit)) throw error // said when it is opened
    }
  }
  return [...found.values()]
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

/** A copy with every envelope in it replaced. What was clear holds nothing that looks like one: see the table of parts. */
const mapped = (value: unknown, path: readonly (string | number)[], mapping: Mapping): unknown => {
  if (typeof value === 'string') return mapping.rename?.(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each, i) => mapped(each, [...path, i], mapping))
  if (isEnvelope(value)) return mapping.change(labelOf(value), path)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, [...path, key], mapping)]))
}
