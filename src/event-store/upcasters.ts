import type { StoredEvent } from './event-store.js'

/** Turns an event of one schema version into the next. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** Until languages were told apart every text was read as English. */
const inEnglish: Upcaster = (event) => ({ ...event, data: { ...(event.data as object), language: 'en' } })

/** A vector was always of the newest wording, and one that there was not was not told. */
const asItIs: Upcaster = (event) => event

/**
 * By `Type@version`: how an event stored with that version becomes one of the next. The log is never rewritten;
 * an entry stands for ever, and a golden file of the old version proves that it can still be read.
 */
export const upcasters: Readonly<Record<string, Upcaster>> = {
  'MemoryEmbedded@1': asItIs,
  'MemoryStored@1': inEnglish,
  'MemoryUpdated@1': inEnglish,
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
