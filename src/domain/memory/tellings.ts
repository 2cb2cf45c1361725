import type { Metadata } from '../event.js'
import type { MemoryOf } from './events.js'

/** Tellings of memories that others still tell, and the places of those whose first one goes. */
export type TellingsToRemove = {
  readonly tellings: readonly {
    readonly memoryId: string
    readonly episodeId: string
    readonly turn: number
    /** The first of its turns. */
    readonly from: number
  }[]
  readonly first: readonly (Omit<Removed['first'][number], 'observedOffset'> & {
    readonly observedOffset: string | null
  })[]
}

type Removed = MemoryOf<'TellingsRemoved'>['data']

/** Tellings that are removed in one event: their list fits one append. */
export const TELLINGS_AT_ONCE = 4000

/** Removes them in one event; an empty list gives no event. */
export const removeTellings = (
  { tellings, first }: TellingsToRemove,
  by: Metadata,
): readonly MemoryOf<'TellingsRemoved'>[] =>
  tellings.length === 0 ? [] : [{ type: 'TellingsRemoved', metadata: by, data: removed({ tellings, first }) }]

const removed = ({ tellings, first }: TellingsToRemove): Removed => ({
  tellings: tellings.map(({ memoryId, episodeId, turn }) => [memoryId, episodeId, turn]),
  first: first.map(({ observedOffset, ...place }) => ({
    ...place,
    ...(observedOffset === null ? {} : { observedOffset }),
  })),
})
