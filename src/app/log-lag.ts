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
