import { setImmediate as breath } from 'node:timers/promises'
import { SYSTEM } from '../../domain/event.js'
import type { LogCheckpointSigned } from '../../domain/store.js'
import { encode } from '../../event-store/codec.js'
import {
  appendDeterminate,
  type EventStore,
  type Position,
  type Recorded,
  type StoreStreams,
  type StreamName,
  WrongRevision,
} from '../../event-store/event-store.js'
import { batchesOf, lostPlace, numberOf } from '../../event-store/log-range.js'
import { type CheckpointSigner, checkpointDigest } from '../../integrity/checkpoint.js'
import { emptyStream, extended, hex } from '../../integrity/digests.js'
import { type MerkleTree, treeOf } from '../../integrity/merkle-tree.js'
import { type Chain, NO_CHAIN, readChain } from './checkpoint-chain.js'
import {
  type Digested,
  forgetHeads,
  type HeadTable,
  headsAfter,
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

/** Brings the digests up to the log's end by pages. Where their source is gone, makes them anew, and `anew` is true. */
const digestLog = async ({ store, heads, signal }: Digesting): Promise<Digested & { readonly anew: boolean }> => {
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

/** When a checkpoint is due: at so many new events, or with any new event after so long; 0: not for that reason. */
export type Schedule = { readonly events: number; readonly intervalMs: number }

type Signing = {
  /** The log as it is kept: digests are over what stands in it. */
  readonly store: EventStore
  readonly streams: StoreStreams
  readonly heads: HeadTable
  readonly sign: CheckpointSigner
  readonly schedule: Schedule
  readonly now: () => string
  readonly newId: () => string
}

/** `due`: if the schedule says so; `now`: if there is anything that the last one does not cover. */
export type When = 'due' | 'now'

/** Signs and appends a checkpoint; undefined: none due, or another process was quicker. One call at a time. */
export type SignCheckpoint = (when: When, signal: AbortSignal) => Promise<LogCheckpointSigned['data'] | undefined>

export const createSignCheckpoint = (signing: Signing): SignCheckpoint => {
  const { store, streams, heads } = signing
  let chain = NO_CHAIN
  let digested: Digested | undefined
  return async (when, signal) => {
    const isWanted = wantedBy(signing, when)
    if (isSettled(store, await store.end(), { chain, digested, isWanted })) return undefined
    const { anew, ...reached } = await digestLog({ store, heads, signal })
    digested = reached
    chain = await readChain(store, streams, anew ? NO_CHAIN : chain)
    if (chain.logId !== heads.logId || !isWanted(chain, freshEvents(reached.events, chain))) return undefined
    // Over the heads of all streams that have events which the last checkpoint does not cover.
    const tree = await treeOf(headsAfter(heads, BigInt(chain.last?.position ?? 0)))
    // Another process may have gone on with the digests meanwhile.
    if (tree === undefined || (await readDigested(heads)).position !== reached.position) return undefined
    const data = signed(signing, chain, { digested: reached, tree })
    if (await appended(signing, chain, data)) return data
    chain = NO_CHAIN
    return undefined
  }
}

/** Events that the last checkpoint does not cover, but for the checkpoint itself, which is no reason for another one. */
const freshEvents = (events: bigint, { last }: Chain): number =>
  last === undefined ? Number(events) : Number(events) - last.events - 1

type IsWanted = (chain: Chain, fresh: number) => boolean

const wantedBy =
  ({ schedule, now }: Signing, when: When): IsWanted =>
  ({ at }, fresh) => {
    if (fresh < 1) return false
    const time = now()
    const ageMs = Date.parse(time) - Date.parse(at ?? time)
    const { events, intervalMs } = schedule
    return when === 'now' || (events > 0 && fresh >= events) || (intervalMs > 0 && ageMs >= intervalMs)
  }

/** Whether the end of the log alone says that no checkpoint is due: nothing more is asked of the database of an idle store. */
const isSettled = (
  { gapless }: Pick<EventStore, 'gapless'>,
  end: Position | 'start',
  {
    chain,
    digested,
    isWanted,
  }: { readonly chain: Chain; readonly digested: Digested | undefined; readonly isWanted: IsWanted },
): boolean => {
  if (chain.logId === undefined || digested === undefined) return false
  if (numberOf(end) === digested.position) return !isWanted(chain, freshEvents(digested.events, chain))
  // As many new events there are at most; a log that has become shorter is looked at.
  const most = Number(numberOf(end) - BigInt(chain.last?.position ?? 0)) - (chain.last === undefined ? 0 : 1)
  return gapless && most >= 0 && !isWanted(chain, most)
}

const signed = (
  { sign, heads }: Signing,
  { last }: Chain,
  { digested, tree }: { readonly digested: Digested; readonly tree: MerkleTree },
): LogCheckpointSigned['data'] => ({
  ...sign({
    logId: heads.logId,
    number: (last?.number ?? 0) + 1,
    position: `${digested.position}`,
    events: Number(digested.events),
    streams: tree.leaves,
    root: hex(tree.root),
    previous: last === undefined ? null : checkpointDigest(last),
  }),
  nodes: tree.nodes.map(hex),
})

/** False where the stream has moved on: then another process may have signed one. */
const appended = async (
  { store, streams, now, newId }: Signing,
  { revision }: Chain,
  data: LogCheckpointSigned['data'],
): Promise<boolean> => {
  const event: LogCheckpointSigned = {
    type: 'LogCheckpointSigned',
    metadata: { commandId: newId(), at: now(), actor: SYSTEM },
    data,
  }
  try {
    const append = { stream: streams.checkpoints, expected: revision, events: encode([event], revision) }
    await appendDeterminate(store, append)
    return true
  } catch (error) {
    if (error instanceof WrongRevision) return false
    throw error
  }
}
