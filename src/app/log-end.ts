import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position } from '../event-store/event-store.js'

type Place = Position | 'start' | undefined

/** 0 stands before the first event. */
export const numberOf = (place: Place): bigint => (typeof place === 'bigint' ? place : 0n)

/** Events from one place to another; null where there are some and positions do not count them. */
export const lagOf = (from: Place, to: Place, { gapless }: Pick<EventStore, 'gapless'>): number | null => {
  const distance = numberOf(to) - numberOf(from)
  if (distance <= 0n) return 0
  return gapless ? Number(distance) : null
}

/** What was last learnt of where the log ends. */
type LatestEnd = {
  readonly end: Position | 'start'
  /** How long ago the log said so, in milliseconds. */
  readonly ageMs: number
}

/** Unknown while the first answer is awaited; `gone` when the log does not answer. */
export type WatchedEnd = () => Promise<LatestEnd | 'unknown' | 'gone'>

/** Who asks for the health of the service is answered by then, whatever the log does. */
const WAIT_MS = 80
/** A log that has answered before and does not for so long is as good as gone. */
const GONE_MS = 2000

/**
 * Asks the log where it ends, now and whenever somebody wants to know, once at a time for all of them, and keeps its latest
 * answer for those who cannot wait.
 */
export const watchLogEnd = (store: Pick<EventStore, 'end'>, now = () => performance.now()): WatchedEnd => {
  let latest: { readonly end: Position | 'start'; readonly at: number } | undefined
  let asking: { readonly since: number; readonly answered: Promise<void> } | undefined
  let hasFailed = false
  const ask = async (since: number) => {
    try {
      latest = { end: await store.end(), at: since }
      hasFailed = false
    } catch {
      hasFailed = true
    }
    asking = undefined
  }
  const asked = () => {
    const since = now()
    asking ??= { since, answered: ask(since) }
    return asking.answered
  }
  void asked()
  return async () => {
    await Promise.race([asked(), pause(WAIT_MS, undefined, { ref: false })])
    if (hasFailed) return 'gone'
    if (latest === undefined) return 'unknown'
    if (asking !== undefined && now() - asking.since > GONE_MS) return 'gone'
    return { end: latest.end, ageMs: Math.max(0, Math.round(now() - latest.at)) }
  }
}
