import { setImmediate as breath } from 'node:timers/promises'
import type { EventStore, Recorded, StreamName } from '../../event-store/event-store.js'
import { batchesOf, lostPlace, numberOf } from '../../event-store/log-range.js'
import { emptyStream, extended } from '../../integrity/digests.js'
import {
  type Digested,
  forgetHeads,
  type HeadTable,
  keepHeads,
  keepPassed,
  type MovedHead,
  NOTHING,
  readDigested,
  readHeads,
} from './head-table.js'

type Digesting = {
  /** The log as it is kept. */
  readonly store: Pick<EventStore, 'read' | 'follow' | 'end' | 'checkpoints'>
  readonly heads: HeadTable
  readonly signal: AbortSignal
}

/**
 * Brings the digests up to the end of the log, a page at a time, and answers with what they take in then. Where the log
 * no longer holds what they were made from, they are made anew from its first event on. `anew` tells of that.
 */
export const digestLog = async ({
  store,
  heads,
  signal,
}: Digesting): Promise<Digested & { readonly anew: boolean }> => {
  const end = await store.end()
  let reached = await readDigested(heads)
  const anew = (await lostPlace(store, reached.place)) !== undefined
  if (anew) {
    await forgetHeads(heads)
    reached = NOTHING
  }
  // So that what others wrote to the same log is searched once, and not again after a restart.
  if (reached.passed > reached.position) store.checkpoints.note(reached.position, reached.passed)
  if (reached.position === numberOf(end)) return { ...(await withPassed(store, heads, reached)), anew }
  const after = reached.place === undefined ? {} : { after: reached.position }
  for await (const batch of batchesOf(store, { ...after, end, signal })) {
    const next = nextOf(reached, batch)
    if (!(await keepHeads(heads, { from: reached, to: next }, await headsWith(heads, batch))))
      return { ...(await readDigested(heads)), anew }
    reached = next
    await breath()
  }
  return { ...(await withPassed(store, heads, reached)), anew }
}

const withPassed = async (
  { checkpoints }: Pick<EventStore, 'checkpoints'>,
  heads: HeadTable,
  reached: Digested,
): Promise<Digested> => {
  const passed = checkpoints.after(reached.position)
  if (passed <= reached.position || passed === reached.passed) return reached
  await keepPassed(heads, { ...reached, passed })
  return { ...reached, passed }
}

const nextOf = ({ events, place }: Digested, batch: readonly Recorded[]): Digested => {
  const last = batch.at(-1) ?? place
  return { position: last?.position ?? 0n, events: events + BigInt(batch.length), place: last, passed: 0n }
}

/** The heads of the streams of these events, with them. */
const headsWith = async (table: HeadTable, batch: readonly Recorded[]): Promise<readonly MovedHead[]> => {
  const before = await readHeads(table, [...new Set(batch.map(({ stream }) => stream))])
  const known = new Map(before.map(({ stream, digest }) => [stream, digest]))
  const moved = new Map<StreamName, MovedHead>()
  for (const event of batch) {
    const { stream, revision, position } = event
    const digest = moved.get(stream)?.digest ?? known.get(stream) ?? emptyStream(stream)
    moved.set(stream, { stream, revision, position, digest: extended(digest, event) })
  }
  return [...moved.values()]
}
