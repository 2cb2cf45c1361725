import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Coming, Recorded, StoredEvent } from '../event-store.js'
import { isEnvelope, keysOf } from './envelope.js'
import { type FoundKeys, isUsable, type KeyRef, nameOf } from './key-ref.js'
import type { ToSeal } from './seal-events.js'

/** An event that was sealed here, as it was before, the keys that it is sealed with, and its sealed names. */
type Unread = { readonly event: StoredEvent; readonly refs: readonly KeyRef[]; readonly names: unknown }

/** Most events that are kept; those of a large append that is being projected are fewer. */
const UNREAD = 2048

/** Announced in one turn of the event loop: to work out what one of them changes takes a fraction of a millisecond. */
const AT_ONCE = 4

/** What this process has sealed and its follower has not read: it need not be decrypted. Empty where nobody follows. */
export const unreadEvents = () => {
  const kept = new Map<string, Unread>()
  const followers = new Set<{ readonly coming: Coming | undefined }>()
  return {
    /** Answers with how to end it. */
    followedBy: (coming: Coming | undefined): (() => void) => {
      const follower = { coming }
      followers.add(follower)
      return () => followers.delete(follower)
    },
    /** Tells followers of those that are kept of an append, until it is over: while the database writes, this process waits. */
    announce: async (events: readonly StoredEvent[], appending: Promise<unknown>): Promise<void> => {
      const listening = [...followers].flatMap(({ coming }) => coming ?? [])
      if (listening.length === 0) return
      const isOver = watched(appending)
      for (const [i, event] of events.entries()) {
        if (i % AT_ONCE === 0) await yieldToEventLoop()
        if (isOver()) return
        if (kept.has(event.id)) for (const coming of listening) coming(event)
      }
    },
    /** Nothing need be kept where nobody follows. */
    isFollowed: (): boolean => followers.size > 0,
    keep(one: Unread): void {
      kept.set(one.event.id, one)
      for (const id of kept.keys()) {
        if (kept.size <= UNREAD) break
        kept.delete(id)
      }
    },
    /** The one that the log has: names are sealed with a nonce of their own, so another event has others. */
    take: ({ id, metadata: { sealedNames } }: Recorded): Unread | undefined => {
      const one = kept.get(id)
      if (one === undefined) return undefined
      kept.delete(id)
      const isSame = isEnvelope(sealedNames) && isEnvelope(one.names) && sealedNames.sealed === one.names.sealed
      return isSame ? one : undefined
    },
  }
}

/** Whether it has come to an end by now. */
const watched = (promise: Promise<unknown>): (() => boolean) => {
  let over = false
  const end = () => {
    over = true
  }
  promise.then(end, end)
  return () => over
}

export type UnreadEvents = ReturnType<typeof unreadEvents>

const isAlive = (keys: FoundKeys) => (ref: KeyRef) => isUsable(keys.get(nameOf(ref)))

/** All keys that an event is sealed with; undefined where it does not read as it was: a part was erased, or it has no names. */
export const refsOf = (one: ToSeal, names: KeyRef | undefined, issued: FoundKeys): readonly KeyRef[] | undefined => {
  const refs = one.parts.flatMap(keysOf)
  return names !== undefined && refs.every(isAlive(issued)) ? [...refs, names] : undefined
}

/** The event as it was before it was sealed, where no key of it has been destroyed since. */
export const openedOwn = (event: Recorded, own: Unread | undefined, found: FoundKeys): Recorded | undefined => {
  if (!own?.refs.every(isAlive(found))) return undefined
  const { data, metadata } = own.event
  return { ...event, data, metadata }
}
