/** An event as it comes in; the bytes are the client's. */
export type Proposed = {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}
export type Kept = Proposed & {
  readonly stream: string
  readonly revision: bigint
  readonly position: bigint
  /** How many events this stands for, one behind the other: those of others need not be kept each. */
  readonly copies: number
}
export type Expectation = bigint | 'any' | 'no-stream' | 'stream-exists'
export type Written = { readonly revision: bigint; readonly position: bigint }
/** What a wrong version is answered with; -1 where there is no stream. */
export type Refused = { readonly current: bigint }

const EMPTY = new Uint8Array()
/** From one copy to the next. */
export const STEP = 200n

/** Where the last event stands that one stands for. */
export const lastOf = ({ position, copies }: Kept): bigint => position + STEP * BigInt(copies - 1)

/** What the server keeps: one order of all events with gaps between their positions, and events of its own in between. */
export const createServerLog = () => {
  const all: Kept[] = []
  const streams = new Map<string, Kept[]>()
  const watchers = new Set<() => void>()
  let position = 1031n

  const keep = (stream: string, { id, type, contentType, data, metadata }: Proposed, copies = 1): Kept => {
    const held = streams.get(stream) ?? []
    const revision = BigInt(held.length)
    const kept = { id, type, contentType, data, metadata, stream, revision, position, copies }
    position += copies > 1 ? STEP * BigInt(copies) : BigInt(150 + data.length + metadata.length)
    streams.set(stream, held)
    held.push(kept)
    all.push(kept)
    return kept
  }
  const strange = (stream: string, type: string, copies = 1) =>
    keep(
      stream,
      {
        id: `00000000-0000-4000-8000-${String(all.length).padStart(12, '0')}`,
        type,
        contentType: 'application/json',
        data: new TextEncoder().encode('{"proc-startTime":"2026-01-01T00:00:00Z"}'),
        metadata: EMPTY,
      },
      copies,
    )
  const ownEvent = () => strange('$stats-127.0.0.1:2113', '$statsCollected')
  const wake = () => {
    for (const watcher of [...watchers]) watcher()
  }
  /** Events of others, as one append. */
  const foreign = (count: number, stream = 'orders-1') => {
    strange(stream, 'OrderPlaced', count)
    wake()
  }
  const append = (stream: string, expected: Expectation, events: readonly Proposed[]): Written | Refused => {
    const held = streams.get(stream) ?? []
    const verdict = verdictOf(held, expected, events)
    if (verdict !== 'new') return verdict
    if (all.length % 5 === 0) ownEvent()
    const kept = events.map((event) => keep(stream, event))
    wake()
    return kept.at(-1) ?? { current: BigInt(held.length - 1) }
  }
  /** A copy of the files as they are now; calling it puts them back. */
  const backup = () => {
    const copied = {
      all: [...all],
      streams: [...streams].map(([name, events]) => [name, [...events]] as const),
      position,
    }
    return () => {
      all.splice(0, all.length, ...copied.all)
      streams.clear()
      for (const [name, events] of copied.streams) streams.set(name, [...events])
      position = copied.position
    }
  }
  ownEvent()
  return { all, append, backup, stream: (name: string) => streams.get(name), watchers, ownEvent, foreign }
}
export type ServerLog = ReturnType<typeof createServerLog>

/**
 * Whether an append is new, a replay, or at a wrong version, as the server decides it: by the ids within one stream. Of
 * a replay that is only in part there it says that the version is wrong.
 */
const verdictOf = (
  held: readonly Kept[],
  expected: Expectation,
  events: readonly Proposed[],
): 'new' | Written | Refused => {
  const current = BigInt(held.length - 1)
  const refused: Refused = { current }
  if (expected === 'any' || expected === 'stream-exists') {
    if (expected === 'stream-exists' && held.length === 0) return refused
    const byId = new Map(held.map((one) => [one.id, one]))
    const known = events.map(({ id }) => byId.get(id))
    if (known[0] === undefined) return 'new'
    return known.every((one) => one !== undefined) ? (known.at(-1) ?? refused) : refused
  }
  const after = expected === 'no-stream' ? -1n : expected
  if (after === current) return 'new'
  if (after > current) return refused
  const there = events.map(({ id }, i) => held[Number(after) + 1 + i]?.id === id)
  return there.every(Boolean) ? (held[Number(after) + events.length] ?? refused) : refused
}
