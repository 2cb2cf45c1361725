import type { StoredEvent } from './event-store.js'

/** Turns an event of one schema version into the next. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** Until languages were told apart every text was read as English. */
const inEnglish: Upcaster = (event) => ({ ...event, data: { ...(event.data as object), language: 'en' } })

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
const untold: Upcaster = (event) => ({ ...event, data: { ...(event.data as object), told: null } })

/** Nor by whom it was said. */
const ofUnknownTurn: Upcaster = (event) => ({ ...event, data: { ...(event.data as object), role: null, turns: null } })

/** An erased memory took all of its episode's words with it. */
const wholeEpisode: Upcaster = (event) => ({ ...event, data: { whole: true, turns: [] } })

/**
 * By `Type@version`: how an event stored with that version becomes one of the next. The log is never rewritten;
 * an entry stands for ever, and a golden file of the old version proves that it can still be read.
 */
export const upcasters: Readonly<Record<string, Upcaster>> = {
  'EpisodeIngested@1': untold,
  'EpisodeRecorded@1': inTurns,
  'MemoryEmbedded@1': asItIs,
  'MemoryErased@1': wholeEpisode,
  'MemoryStored@1': inEnglish,
  'MemoryStored@2': ofUnknownTurn,
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
