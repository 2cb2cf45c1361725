import type { EventStore } from './event-store/event-store.js'

/** Events between two positions; null where there are some and positions do not count them. */
export const lagOf = (distance: bigint, { gapless }: Pick<EventStore, 'gapless'>): number | null => {
  if (distance <= 0n) return 0
  return gapless ? Number(distance) : null
}
