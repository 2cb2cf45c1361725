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
  readonly first: readonly {
    readonly memoryId: string
    readonly episodeId: string
    readonly turns: readonly [number, number]
    readonly sourceSite: string
    readonly sessionId: string | null
    /** ISO 8601, as the database writes it */
    readonly observedAt: string
    /** ISO day */
    readonly occurredOn: string
  }[]
}

/** Tellings that are removed in one event: their list fits one append. */
export const TELLINGS_AT_ONCE = 4000

/** Removes them in one event; an empty list gives no event. */
export const removeTellings = (
  { tellings, first }: TellingsToRemove,
  by: Metadata,
): readonly MemoryOf<'TellingsRemoved'>[] =>
  tellings.length === 0
    ? []
    : [
        {
          type: 'TellingsRemoved',
          metadata: by,
          data: {
            tellings: tellings.map(({ memoryId, episodeId, turn }): [string, string, number] => [
              memoryId,
              episodeId,
              turn,
            ]),
            first: first.map(({ turns: [from, to], observedAt, ...place }) => ({
              ...place,
              turns: [from, to],
              observedAt: new Date(observedAt).toISOString(),
            })),
          },
        },
      ]
