import type { EventStore, Recorded } from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { destroyErased } from './erased-users.js'
import type { KeyRange } from './erasures.js'
import { nameOf } from './key-ref.js'

/** The same keys without those that these events erase: one may still be there, or be there again after a restore. */
export const keysWithoutErased = async (
  log: Pick<EventStore, 'read'>,
  { find }: Pick<DataKeys, 'find'>,
  events: AsyncIterable<Recorded>,
): Promise<Pick<DataKeys, 'find'>> => {
  const named = new Set<string>()
  const ranges = new Map<string, readonly KeyRange[]>()
  const destroy: DataKeys['destroy'] = async (gone) => {
    for (const ref of gone.named) named.add(nameOf(ref))
    for (const range of gone.ranges) {
      const owner = range.owner.toLowerCase()
      ranges.set(owner, [...(ranges.get(owner) ?? []), range])
    }
  }
  for await (const event of events) await destroyErased(log, { destroy }, [event])
  return {
    find: async (refs) => {
      const found = new Map(await find(refs))
      for (const ref of refs) {
        const isWithin = ({ from, to }: KeyRange) => from <= ref.part && ref.part <= to
        if (named.has(nameOf(ref)) || ranges.get(ref.owner.toLowerCase())?.some(isWithin))
          found.set(nameOf(ref), 'destroyed')
      }
      return found
    },
  }
}
