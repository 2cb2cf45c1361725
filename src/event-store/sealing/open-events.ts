import type { Recorded, StoredEvent } from '../event-store.js'
import { EnvelopeUnfit, isEnvelope, keysOf, labelOf, open } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { SEALED_FORMAT } from './seal-events.js'

type Labelled = ReturnType<typeof labelOf>

const isSealed = ({ metadata }: StoredEvent): boolean => metadata.sealed !== undefined

/** The keys that the sealed parts of these events need, each once; what cannot be read names none. */
export const keysIn = (events: readonly Recorded[]): readonly KeyRef[] => {
  const found = new Map<string, KeyRef>()
  const note = (label: Labelled) => {
    for (const ref of keysOf(label)) found.set(nameOf(ref), ref)
    return undefined
  }
  for (const event of events) {
    try {
      if (isSealed(event)) mapped(event.data, [], note)
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
  const { sealed, ...metadata } = event.metadata
  try {
    if (sealed !== SEALED_FORMAT) throw new EnvelopeUnfit('it was sealed by a later version')
    const data = mapped(event.data, [], (label, path) => open(label, keys, { ...event, path }))
    return { ...event, data, metadata }
  } catch (error) {
    if (!(error instanceof EnvelopeUnfit)) throw error
    return { ...event, metadata: { ...event.metadata, unopened: error.message } }
  }
}

/** A copy with every envelope in it replaced. What was clear holds nothing that looks like one: see the table of parts. */
const mapped = (
  value: unknown,
  path: readonly (string | number)[],
  change: (label: Labelled, path: readonly (string | number)[]) => unknown,
): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each, i) => mapped(each, [...path, i], change))
  if (isEnvelope(value)) return change(labelOf(value), path)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, [...path, key], change)]))
}
