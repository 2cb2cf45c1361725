import { randomUUID } from 'node:crypto'
import type { EventStore, Recorded, StoredEvent, StreamName } from '../../src/event-store/event-store.js'
import { PREFIX } from './prefix.js'

/** Events of one append that say these texts; `id` makes their ids. */
export const saying = (texts: readonly string[], id: () => string = randomUUID): readonly StoredEvent[] =>
  texts.map((text, index) => ({
    id: id(),
    type: 'Said',
    data: { text },
    metadata: { schema: 1, append: { index, count: texts.length } },
  }))

export const textOf = ({ data }: Pick<Recorded, 'data'>): string => (data as { text: string }).text // as `saying` made it

/** A stream of the log that `openLog` opens, or of a prefix, with a name of its own. */
export const freshStream = (name: string, prefix: string = PREFIX): StreamName =>
  `${prefix}-bank-${name}-${randomUUID()}`

/** The first `count` events after a position, in the batches that a follower sees; `slowly` is awaited after each. */
export const follow = async (
  store: Pick<EventStore, 'follow'>,
  { after, count }: { readonly after: bigint | 'start'; readonly count: number },
  slowly: (batch: readonly Recorded[]) => Promise<void> = async () => {},
): Promise<readonly (readonly Recorded[])[]> => {
  const stop = new AbortController()
  const batches: (readonly Recorded[])[] = []
  let seen = 0
  if (count === 0) return batches
  for await (const batch of store.follow(after, stop.signal)) {
    batches.push(batch)
    seen += batch.length
    await slowly(batch)
    if (seen >= count) stop.abort()
  }
  return batches
}

export const numberOf = (position: bigint | 'start'): bigint => (position === 'start' ? 0n : position)
