import {
  logId as idOfLog,
  type LogCheckpointSigned,
  type SignedCheckpoint,
  type StoreEvent,
} from '../../../domain/store.js'
import { decode } from '../../../event-store/codec.js'
import type { Position, Recorded, StoreStreams } from '../../../event-store/event-store.js'
import { checkpointDigest, isSigned } from '../../../integrity/checkpoint.js'
import { hex } from '../../../integrity/digests.js'
import { rootOf } from '../../../integrity/merkle-tree.js'
import type { Replayed } from '../replayed.js'
import type { Mismatch } from './check-report.js'

/** A checkpoint in the log. */
type Signed = {
  readonly data: LogCheckpointSigned['data']
  /** Of its own event. */
  readonly position: Position
  /** Whether the store was given another secret key since the checkpoint before, and so may sign with another one. */
  readonly isRekeyed: boolean
}

export type SignedChain = {
  readonly logId: string | undefined
  /** Those of this log, in order. */
  readonly own: readonly Signed[]
  /** Those of the log that this one was copied from: there they stood at other positions. */
  readonly copied: readonly Signed[]
}

/** The checkpoints of a log, and what the stream of the store says of its id and its secret keys. */
export const readSignedChain = async ({ raw, streams }: Pick<Replayed, 'raw' | 'streams'>): Promise<SignedChain> => {
  const all: Signed[] = []
  let logId: string | undefined
  let isRekeyed = false
  for (const recorded of await inOrder(raw, streams)) {
    const event = decode(recorded) as StoreEvent // of no user
    logId = idOfLog.evolve(logId, event)
    isRekeyed ||= event.type === 'MasterKeyChosen' || event.type === 'MasterKeyRotated'
    if (event.type !== 'LogCheckpointSigned') continue
    all.push({ data: event.data, position: recorded.position, isRekeyed })
    isRekeyed = false
  }
  return {
    logId,
    own: all.filter(({ data }) => data.logId === logId),
    copied: all.filter(({ data }) => data.logId !== logId),
  }
}

/** What happened to the store, and its checkpoints, as the log has them. */
const inOrder = async (raw: Replayed['raw'], { store, checkpoints }: StoreStreams): Promise<readonly Recorded[]> => {
  const all: Recorded[] = []
  for (const stream of [store, checkpoints]) for await (const recorded of raw.read(stream)) all.push(recorded)
  return all.sort((a, b) => (a.position < b.position ? -1 : 1))
}

/** A mismatch of one checkpoint. */
export const ofCheckpoint = (
  { number, position }: Pick<SignedCheckpoint, 'number' | 'position'>,
  wrong: string,
  next: string,
): Extract<Mismatch, { in: 'signed checkpoint' }> => ({
  ...{ in: 'signed checkpoint', number, position, wrong, suspects: null, next },
})

const COMPARE =
  'Leave this store as it is, and compare it with a backup of before, or check it against checkpoints that were kept elsewhere (--checkpoint FILE).'

/** What is wrong with the checkpoints by themselves: their signatures, and the chain that they form. */
export const chainMismatch = ({ own, copied }: SignedChain): Mismatch | undefined => {
  for (const { data } of copied)
    if (!isSigned(data)) return ofCheckpoint(data, 'its signature does not fit what it says', COMPARE)
  let before: Signed | undefined
  for (const one of own) {
    const wrong = linkFault(one, before)
    if (wrong !== undefined) return ofCheckpoint(one.data, wrong, COMPARE)
    before = one
  }
  return undefined
}

const linkFault = ({ data, position, isRekeyed }: Signed, before: Signed | undefined): string | undefined => {
  const last = before?.data
  if (!isSigned(data)) return 'its signature does not fit what it says'
  if (hex(rootOf(data.nodes.map((node) => Buffer.from(node, 'hex')))) !== data.root)
    return 'its nodes do not lead to the root that was signed'
  if (BigInt(data.position) >= position)
    return `it stands at position ${position}, before the end of what it covers: events before it were taken out`
  if (data.number !== (last?.number ?? 0) + 1 || data.previous !== (last === undefined ? null : checkpointDigest(last)))
    return last === undefined
      ? 'it is the first one of the log, and says that there was one before it'
      : `it does not follow checkpoint ${last.number}, which comes before it: one between them is missing, or that one was changed`
  if (last === undefined) return undefined
  if (last.key !== data.key && !isRekeyed)
    return `it is signed with the key ${data.key}, and the one before it with ${last.key}`
  return BigInt(data.position) <= BigInt(last.position) ? `it covers no more than checkpoint ${last.number}` : undefined
}

/** What checkpoints that were kept elsewhere say of this log; the log's own are whole by themselves. */
export const keptMismatch = (
  { logId, own }: SignedChain,
  kept: readonly SignedCheckpoint[],
  end: Position | 'start',
): Mismatch | undefined => {
  const digests = new Set(own.map(({ data }) => checkpointDigest(data)))
  for (const one of [...kept].sort((a, b) => a.number - b.number)) {
    if (!isSigned(one))
      return ofCheckpoint(one, 'kept elsewhere: its signature does not fit what it says', CHANGED_COPY)
    if (one.logId !== logId)
      return ofCheckpoint(one, `kept elsewhere: it is of log ${one.logId}, and this is ${logId}`, OTHER_LOG)
    if (digests.has(checkpointDigest(one))) continue
    return ofCheckpoint(one, `kept elsewhere: ${missingFault(one, own, end)}`, BACKUP)
  }
  return undefined
}

const CHANGED_COPY = 'The file was changed, or is not whole. Take the line of the service’s log again.'
const OTHER_LOG =
  'Name the checkpoints of this log, and the store that they are of. A log that was copied begins its own: check the one that it was copied from against this file.'
const BACKUP =
  'Leave this store as it is, and restore a backup into another one that holds this checkpoint (check it with the same file); compare the two by `palimpsest replay log`.'

const missingFault = (kept: SignedCheckpoint, own: SignedChain['own'], end: Position | 'start'): string => {
  const same = own.find(({ data }) => data.number === kept.number)?.data
  if (same !== undefined)
    return same.key === kept.key
      ? 'the log holds another checkpoint of this number: it was written anew from before there on, or restored from an older backup'
      : `the log holds another checkpoint of this number, signed with the key ${same.key} instead of ${kept.key}: it was written anew`
  if (end === 'start' || end < BigInt(kept.position))
    return `the log ends at position ${end === 'start' ? 0n : end}: its tail was cut off, or it was restored from an older backup`
  return 'the log does not hold it: its tail was cut off, or it was restored from an older backup, and has grown since'
}
