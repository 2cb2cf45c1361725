import type { Expected, Recorded, Revision, StreamName } from '../../src/event-store/event-store.js'

/** One append as a caller made it. */
export type Attempt = { readonly stream: StreamName; readonly expected: Expected; readonly ids: readonly string[] }
export type Outcome =
  | { readonly outcome: 'done'; readonly revision: bigint; readonly position: bigint }
  | { readonly outcome: 'wrong revision'; readonly actual: Revision }
  | { readonly outcome: 'id conflict' }

/** What a log is: streams of ids, and one order of them all. */
export const createLogModel = (position: bigint) => {
  const streams = new Map<StreamName, string[]>()
  const places = new Map<string, { stream: StreamName; revision: bigint; position: bigint }>()
  let end = position
  const revisionOf = (stream: StreamName): Revision => {
    const length = streams.get(stream)?.length ?? 0
    return length === 0 ? 'no-stream' : BigInt(length - 1)
  }
  return {
    streams,
    end: () => end,
    revisionOf,
    append: ({ stream, expected, ids }: Attempt): Outcome => {
      const known = ids.flatMap((id) => places.get(id) ?? [])
      const last = known.at(-1)
      if (last && known.length === ids.length && known.every((place) => place.stream === stream))
        return { outcome: 'done', revision: last.revision, position: last.position }
      if (last) return { outcome: 'id conflict' }
      const actual = revisionOf(stream)
      if (expected !== 'any' && expected !== actual) return { outcome: 'wrong revision', actual }
      const held = streams.get(stream) ?? []
      streams.set(stream, held)
      for (const id of ids) {
        end++
        places.set(id, { stream, revision: BigInt(held.length), position: end })
        held.push(id)
      }
      return { outcome: 'done', revision: BigInt(held.length - 1), position: end }
    },
  }
}

/** Events of the log, by stream, in the order given. */
export const idsByStream = (events: readonly Recorded[]): ReadonlyMap<StreamName, readonly string[]> => {
  const found = new Map<StreamName, string[]>()
  for (const { stream, id } of events) found.set(stream, [...(found.get(stream) ?? []), id])
  return found
}
