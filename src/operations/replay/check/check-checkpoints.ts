import type { Watch } from '../../../concurrency/operation.js'
import {
  logId as idOfLog,
  type LogCheckpointSigned,
  type SignedCheckpoint,
  type StoreEvent,
} from '../../../domain/store.js'
import { decode } from '../../../event-store/codec.js'
import type { Position, Recorded, StoreStreams, StreamName } from '../../../event-store/event-store.js'
import { batchesOf, numberOf } from '../../../event-store/log-range.js'
import { checkpointDigest, isSigned } from '../../../integrity/checkpoint.js'
import { type Digest, emptyStream, extended, hex } from '../../../integrity/digests.js'
import { type MerkleTree, rootOf, treeOf } from '../../../integrity/merkle-tree.js'
import { counting, type Replayed } from '../replayed.js'
import type { CheckedCheckpoints, Mismatch, Suspects } from './check-report.js'

/** A checkpoint in the log. */
type Signed = {
  readonly data: LogCheckpointSigned['data']
  /** Of its own event. */
  readonly position: Position
  /** Whether the store was given another secret key since the checkpoint before, and so may sign with another one. */
  readonly isRekeyed: boolean
}

type SignedChain = {
  readonly logId: string | undefined
  /** Those of this log, in order. */
  readonly own: readonly Signed[]
  /** Those of the log that this one was copied from: there they stood at other positions. */
  readonly copied: readonly Signed[]
}

/** The checkpoints of a log, and what the stream of the store says of its id and its secret keys. */
const readSignedChain = async ({ raw, streams }: Pick<Replayed, 'raw' | 'streams'>): Promise<SignedChain> => {
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
const ofCheckpoint = (
  { number, position }: Pick<SignedCheckpoint, 'number' | 'position'>,
  wrong: string,
  next: string,
): Extract<Mismatch, { in: 'signed checkpoint' }> => ({
  in: 'signed checkpoint',
  number,
  position,
  wrong,
  suspects: null,
  next,
})

const COMPARE =
  'Leave this store as it is, and compare it with a backup of before, or check it against checkpoints that were kept elsewhere (--checkpoint FILE).'

/** What is wrong with the checkpoints by themselves: their signatures, and the chain that they form. */
const chainMismatch = ({ own, copied }: SignedChain): Mismatch | undefined => {
  const unsigned = [...copied, ...own].find(({ data }) => !isSigned(data))
  if (unsigned) return ofCheckpoint(unsigned.data, UNSIGNED, COMPARE)
  for (const [i, one] of own.entries()) {
    const wrong = linkFault(one, own[i - 1]?.data)
    if (wrong !== undefined) return ofCheckpoint(one.data, wrong, COMPARE)
  }
  return undefined
}

const UNSIGNED = 'its signature does not fit what it says'

const linkFault = (
  { data, position, isRekeyed }: Signed,
  last: LogCheckpointSigned['data'] | undefined,
): string | undefined => {
  if (hex(rootOf(data.nodes.map((node) => Buffer.from(node, 'hex')))) !== data.root)
    return 'its nodes do not lead to the root that was signed'
  if (BigInt(data.position) >= position)
    return `it stands at position ${position}, before the end of what it covers: events before it were taken out`
  if (data.number !== (last?.number ?? 0) + 1 || data.previous !== (last === undefined ? null : checkpointDigest(last)))
    return `it does not follow ${last === undefined ? 'the beginning of the log' : `checkpoint ${last.number}, which comes before it`}: one between them is missing, or was changed`
  if (last === undefined) return undefined
  if (last.key !== data.key && !isRekeyed)
    return `it is signed with the key ${data.key}, and the one before it with ${last.key}`
  return BigInt(data.position) <= BigInt(last.position) ? `it covers no more than checkpoint ${last.number}` : undefined
}

/** What checkpoints that were kept elsewhere say of this log; the log's own are whole by themselves. */
const keptMismatch = (
  { logId, own }: SignedChain,
  kept: readonly SignedCheckpoint[],
  end: Position | 'start',
): Mismatch | undefined => {
  const digests = new Set(own.map(({ data }) => checkpointDigest(data)))
  for (const one of [...kept].sort((a, b) => a.number - b.number)) {
    if (!isSigned(one)) return ofCheckpoint(one, `kept elsewhere: ${UNSIGNED}`, CHANGED_COPY)
    if (one.logId !== logId)
      return ofCheckpoint(one, `kept elsewhere: it is of log ${one.logId}, and this is ${logId}`, OTHER_LOG)
    if (digests.has(checkpointDigest(one))) continue
    return ofCheckpoint(one, `kept elsewhere: ${missingFault(one, own, numberOf(end))}`, BACKUP)
  }
  return undefined
}

const CHANGED_COPY = 'The file was changed, or is not whole. Take the line of the service’s log again.'
const OTHER_LOG =
  'Name the checkpoints of this log, and the store that they are of. A log that was copied begins its own: check the one that it was copied from against this file.'
const BACKUP =
  'Leave this store as it is, and restore a backup into another one that holds this checkpoint (check it with the same file); compare the two by `palimpsest replay log`.'

const missingFault = (kept: SignedCheckpoint, own: SignedChain['own'], end: Position): string => {
  const same = own.find(({ data }) => data.number === kept.number)?.data
  if (same !== undefined)
    return `the log holds another checkpoint of this number, signed with the key ${same.key === kept.key ? kept.key : `${same.key} instead of ${kept.key}`}: it was written anew, or restored from an older backup`
  return `the log ends at position ${end}: its tail was cut off, or it was restored from an older backup${end < BigInt(kept.position) ? '' : ', and has grown since'}`
}

/** Compares the log with its checkpoints, and those with kept ones: one pass, without digests of the store. */
export const checkCheckpoints = async (
  replayed: Replayed,
  kept: readonly SignedCheckpoint[],
  watch: Watch,
): Promise<{ readonly checkpoints: CheckedCheckpoints | null; readonly mismatch: Mismatch | undefined }> => {
  const chain = await readSignedChain(replayed)
  const own = chain.own.map(({ data }) => data)
  const end = await replayed.raw.end()
  const mismatch =
    chainMismatch(chain) ?? keptMismatch(chain, kept, end) ?? (await digestMismatch(replayed, own, watch))
  const last = own.at(-1)
  if (mismatch !== undefined || last === undefined) return { checkpoints: null, mismatch }
  const { events, position, key } = last
  const checkpoints = { signed: own.length, events, position, key, copied: chain.copied.length, kept: kept.length }
  return { checkpoints, mismatch: undefined }
}

type Checkpoint = LogCheckpointSigned['data']

/** Makes the digests of all streams again, and at the position of each checkpoint its root. */
const digestMismatch = async (
  { raw, silenceMs }: Replayed,
  checkpoints: readonly Checkpoint[],
  watch: Watch,
): Promise<Mismatch | undefined> => {
  const last = checkpoints.at(-1)
  if (last === undefined) return undefined
  const count = counting(watch, { phase: 'Checking the digests', total: last.events, unit: 'events' })
  const streams = digestStreams()
  const waiting = [...checkpoints]
  const covered = { end: BigInt(last.position), signal: watch.signal, silenceMs }
  for await (const batch of batchesOf(raw, covered))
    for (const event of batch) {
      for (let next = waiting[0]; next && event.position > BigInt(next.position); next = waiting[0]) {
        const mismatch = await streams.differsFrom(next)
        if (mismatch) return mismatch
        waiting.shift()
      }
      streams.add(event)
      count()
    }
  for (const next of waiting) {
    const mismatch = await streams.differsFrom(next)
    if (mismatch) return mismatch
  }
  return undefined
}

type Place = Pick<Recorded, 'stream' | 'revision' | 'position' | 'id'>
/** A stream with events since the last checkpoint: the first of them, and the last. */
type Span = { readonly first: Place; readonly last: Place }

const digestStreams = () => {
  const digests = new Map<StreamName, Digest>()
  const changed = new Map<StreamName, Span>()
  let events = 0
  return {
    add: (event: Recorded): void => {
      const { stream, revision, position, id } = event
      const place = { stream, revision, position, id }
      digests.set(stream, extended(digests.get(stream) ?? emptyStream(stream), event))
      changed.set(stream, { first: changed.get(stream)?.first ?? place, last: place })
      events++
    },
    /** Compares what has changed since the last one that was asked of. */
    differsFrom: async (checkpoint: Checkpoint): Promise<Mismatch | undefined> => {
      const spans = [...changed.values()].sort((a, b) => (a.first.stream < b.first.stream ? -1 : 1))
      changed.clear()
      const heads = spans.flatMap(({ last: { stream, revision } }) => {
        const digest = digests.get(stream)
        return digest === undefined ? [] : [{ stream, revision, digest }]
      })
      const tree = await treeOf(heads)
      if (tree !== undefined && hex(tree.root) === checkpoint.root && events === checkpoint.events) return undefined
      return tampered(checkpoint, { tree, spans, events })
    },
  }
}

type Ours = { readonly tree: MerkleTree | undefined; readonly spans: readonly Span[]; readonly events: number }

const tampered = (checkpoint: Checkpoint, ours: Ours): Mismatch => {
  const among = suspectSpans(checkpoint, ours)
  const [one] = among
  const counted =
    ours.events === checkpoint.events
      ? ''
      : `: it was signed over ${checkpoint.events} events, and there are ${ours.events}`
  const gone = checkpoint.streams - (ours.tree?.leaves ?? 0)
  const streamsGone = gone > 0 ? `; of ${gone} of its ${checkpoint.streams} streams all new events are missing` : ''
  const wrong = `the log up to there is not what was signed${counted}${streamsGone}${whereOf(among)}`
  if (one === undefined || among.length > 1) return ofCheckpoint(checkpoint, wrong, NEXT)
  return { ...ofCheckpoint(checkpoint, wrong, NEXT), suspects: suspectsOf(one) }
}

const NEXT =
  'Leave this store as it is, and compare these events with those of a backup: `palimpsest replay log --from POSITION --to POSITION` on both.'

const whereOf = (among: readonly Span[]): string => {
  const [first, last] = [among[0]?.first, among.at(-1)?.first]
  if (among.length < 2 || first === undefined || last === undefined) return ''
  return `; it differs in one of the ${among.length} streams from ${first.stream} to ${last.stream}`
}

/**
 * The streams of which one differs, as closely as the nodes of the checkpoint tell: one where it covers up to 256. Without
 * a node for each of them nothing more can be told where a stream has come or gone.
 */
const suspectSpans = ({ nodes, streams }: Checkpoint, { tree, spans }: Ours): readonly Span[] => {
  if (tree === undefined) return []
  const isSame = tree.leaves === streams
  const signed = new Set(nodes)
  const differs = (node: Digest, i: number) => (isSame ? hex(node) !== nodes[i] : !signed.has(hex(node)))
  const at = tree.nodes.findIndex(differs)
  if (isSame || (tree.leavesPerNode === 1 && streams <= nodes.length))
    return at < 0 ? [] : spans.slice(at * tree.leavesPerNode, (at + 1) * tree.leavesPerNode)
  return spans
}

const suspectsOf = ({ first, last }: Span): Suspects => ({
  stream: first.stream,
  revisions: [`${first.revision}`, `${last.revision}`],
  positions: [`${first.position}`, `${last.position}`],
  id: first.id,
})
