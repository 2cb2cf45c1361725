import type { Position, Recorded } from './event-store.js'

/** What is kept at most: a follower that is further behind reads the log. */
const EVENTS = 4096
const BYTES = 4 << 20

type Append = { readonly events: readonly Recorded[]; readonly bytes: number }

export type FreshAppends = {
  /** What has just been committed, in log order. */
  readonly keep: (append: Append) => void
  /**
   * What follows a position without a gap, as far as it is kept: nothing where anything else may lie between. Whole
   * appends, no more of them than it takes to have so many events.
   */
  readonly after: (position: Position, most: number) => readonly Recorded[]
}

/** The latest appends of this process, so that a follower that stands right before them need not read them back. */
export const freshAppends = (): FreshAppends => {
  const kept: Append[] = []
  let events = 0
  let bytes = 0
  return {
    keep: (append) => {
      kept.push(append)
      events += append.events.length
      bytes += append.bytes
      while (events > EVENTS || bytes > BYTES) {
        const oldest = kept.shift()
        events -= oldest?.events.length ?? 0
        bytes -= oldest?.bytes ?? 0
      }
    },
    after: (position, most) => {
      const found: Recorded[] = []
      let next = position + 1n
      const from = kept.findLastIndex((append) => append.events[0]?.position === next)
      for (const append of from < 0 ? [] : kept.slice(from)) {
        if (found.length >= most || append.events[0]?.position !== next) break
        found.push(...append.events)
        next += BigInt(append.events.length)
      }
      return found
    },
  }
}
