import { isSealed, type Recorded } from '../event-store.js'
import { EnvelopeUnfit, isEnvelope, keysOf, type Label, labelOf, open, type Place } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { mapParts } from './map-parts.js'
import { PATH_OF_NAMES, SEALED_FORMAT } from './seal-events.js'

/** An event with what its envelopes say of themselves. */
type Looked = {
  readonly event: Recorded
  /** Of its names, and of the parts of its data in their order; what cannot be read ends them. */
  readonly names: Label | undefined
  readonly parts: readonly Label[]
  readonly unfit: EnvelopeUnfit | undefined
}

/** Looks at an event for the keys that it needs, before it is opened. */
export const lookInto = (event: Recorded): Looked => {
  const parts: Label[] = []
  let names: Label | undefined
  try {
    if (isSealed(event)) {
      const { sealedNames } = event.metadata
      if (isEnvelope(sealedNames)) names = labelOf(sealedNames)
      eachEnvelope(event.data, parts)
    }
    return { event, names, parts, unfit: undefined }
  } catch (error) {
    if (!(error instanceof EnvelopeUnfit)) throw error
    return { event, names, parts, unfit: error }
  }
}

/** Adds the label of every envelope in a value. */
const eachEnvelope = (value: unknown, to: Label[]): void => {
  if (typeof value !== 'object' || value === null) return
  if (isEnvelope(value)) to.push(labelOf(value))
  else if (Array.isArray(value)) for (const item of value) eachEnvelope(item, to)
  else for (const inner of Object.values(value)) eachEnvelope(inner, to)
}

/** The keys that the sealed parts of these events need, each once; what cannot be read names none. */
export const keysOfLooked = (looked: readonly Looked[]): readonly KeyRef[] => {
  const found = new Map<string, KeyRef>()
  const note = (label: Label): void => {
    if (label.form === 'turns') for (const ref of keysOf(label)) found.set(nameOf(ref), ref)
    else found.set(label.name, label.ref)
  }
  for (const { names, parts } of looked) {
    if (names) note(names)
    parts.forEach(note)
  }
  return [...found.values()]
}

export const keysIn = (events: readonly Recorded[]): readonly KeyRef[] => keysOfLooked(events.map(lookInto))

/** The event before it was sealed, destroyed parts in erased form. One that cannot be opened says why in metadata. */
export const openEvent = (event: Recorded, keys: FoundKeys): Recorded => openLooked(lookInto(event), keys)

export const openLooked = (looked: Looked, keys: FoundKeys): Recorded => {
  const { event, parts, unfit } = looked
  if (!isSealed(event)) return event
  const { stream, id, type } = event
  const { sealed, sealedNames: _, ...others } = event.metadata
  try {
    if (sealed !== undefined && sealed !== SEALED_FORMAT) throw new EnvelopeUnfit('it was sealed by a later version')
    if (unfit) throw unfit
    const names = namesIn(looked, keys)
    const labels = parts.values()
    const openNext = (path: Place['path']): unknown => {
      const { value: label } = labels.next()
      return label && open(label, keys, { stream, id, type, path })
    }
    const data = typeof event.data === 'object' && event.data !== null ? clear(event.data, names, openNext) : event.data
    // What was an object stays one, with the same fields.
    const metadata = clear(others, names) as Recorded['metadata']
    return { ...event, data, metadata: names === null ? { ...metadata, anonymous: true } : metadata }
  } catch (error) {
    if (!(error instanceof EnvelopeUnfit)) throw error
    return { ...event, metadata: { ...event.metadata, unopened: error.message } }
  }
}

/** By pseudonym. */
type Names = Readonly<Record<string, unknown>>

const NO_NAMES: Names = {}

/** Null where they are erased. */
const namesIn = ({ event, names }: Looked, keys: FoundKeys): Names | null => {
  const { sealedNames } = event.metadata
  if (sealedNames === undefined) return NO_NAMES
  if (names === undefined) throw new EnvelopeUnfit('its names are damaged')
  const { stream, id, type } = event
  // What was sealed is an object, whose fields are its own.
  return open(names, keys, { stream, id, type, path: PATH_OF_NAMES }) as Names | null
}

/** A value with names in place of pseudonyms, and with what `openAt` makes of each envelope in it, in their order. */
const clear = (value: object, names: Names | null, openAt?: (path: Place['path']) => unknown): object => {
  const path: (string | number)[] = []
  const inside = (inner: unknown, at: string | number): unknown => {
    if (typeof inner === 'string') return nameFor(inner, names ?? NO_NAMES)
    if (typeof inner !== 'object' || inner === null) return inner
    path.push(at)
    const other = openAt && isEnvelope(inner) ? openAt(path) : mapParts(inner, inside)
    path.pop()
    return other
  }
  return mapParts(value, inside)
}

const PSEUDONYM = 'anon-'

const nameFor = (text: string, names: Names): string =>
  text.startsWith(PSEUDONYM) && Object.hasOwn(names, text) ? String(names[text]) : text
