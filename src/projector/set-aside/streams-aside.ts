import { deferred } from '../../concurrency/deferred.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { bankOf, type StreamName } from '../../event-store/event-store.js'
import { ReadModelBehind } from '../progress.js'
import { type Aside, type Because, pairOf } from './parking.js'

/** Who is set aside, and why. Both streams of a user come and go together. */
export const streamsAside = () => {
  const streams = new Map<StreamName, Because>()
  let changed = deferred()
  const set = ({ stream, because }: Aside) => {
    for (const one of pairOf(stream)) streams.set(one, because)
  }
  const tell = () => {
    changed.settle()
    changed = deferred()
  }
  const isErasing = (stream: StreamName) => streams.get(stream) === 'erasure'
  return {
    isParked: (stream: StreamName) => streams.get(stream) === 'fault',
    isErasing,
    /** By the stream of their memories. */
    all: (): readonly Aside[] =>
      [...streams].flatMap(([stream, because]) => (stream === bankOf(stream) ? [{ stream, because }] : [])),
    /** How many users have an event that cannot be applied. */
    count: () => [...streams.values()].filter((because) => because === 'fault').length / 2,
    erased: async (stream: StreamName, signal: AbortSignal): Promise<void> => {
      while (isErasing(stream))
        await unlessAborted(changed.done, signal).catch(() => {
          throw new ReadModelBehind(`the user of ${stream} is being erased`)
        })
    },
    add: (user: Aside) => {
      set(user)
      tell()
    },
    remove: (stream: StreamName) => {
      for (const one of pairOf(stream)) streams.delete(one)
      tell()
    },
    replace: (users: readonly Aside[]) => {
      streams.clear()
      for (const user of users) set(user)
      tell()
    },
  }
}
