import type { LogCheckpointSigned, SignedCheckpoint } from '../../../domain/store.js'
import type { Recorded, StreamName } from '../../../event-store/event-store.js'
import { batchesOf } from '../../../event-store/log-range.js'
import { type Digest, emptyStream, extended, hex, leafOf } from '../../../integrity/digests.js'
import { growTree, leafHash, type MerkleTree } from '../../../integrity/merkle-tree.js'
import { progressCounter, type Replayed, type Watch } from '../replayed.js'
import type { CheckedCheckpoints, Mismatch, Suspects } from './check-report.js'
import { chainMismatch, keptMismatch, ofCheckpoint, readSignedChain } from './signed-chain.js'

type Found = { readonly checkpoints: CheckedCheckpoints | null; readonly mismatch: Mismatch | undefined }

/**
 * Holds the log against the checkpoints in it, and those against others that were kept elsewhere: one pass over what they
 * cover, which reads no digest that the store keeps.
 */
export const checkCheckpoints = async (
  replayed: Replayed,
  kept: readonly SignedCheckpoint[],
  watch: Watch,
): Promise<Found> => {
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
  const count = progressCounter(watch, 'digesting', last.events)
  const streams = digestStreams()
  const waiting = [...checkpoints]
  const covered = { end: BigInt(last.position), signal: watch.signal, silenceMs }
  for await (const batch of batchesOf(raw, covered))
    for (const event of batch) {
      for (let next = waiting[0]; next && event.position > BigInt(next.position); next = waiting[0]) {
        const mismatch = streams.differsFrom(next)
        if (mismatch) return mismatch
        waiting.shift()
      }
      streams.add(event)
      count()
    }
  for (const next of waiting) {
    const mismatch = streams.differsFrom(next)
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
    differsFrom: (checkpoint: Checkpoint): Mismatch | undefined => {
      const spans = [...changed.values()].sort((a, b) => (a.first.stream < b.first.stream ? -1 : 1))
      changed.clear()
      const tree = treeOf(spans, digests)
      if (tree !== undefined && hex(tree.root) === checkpoint.root && events === checkpoint.events) return undefined
      return tampered(checkpoint, { tree, spans, events })
    },
  }
}

const treeOf = (spans: readonly Span[], digests: ReadonlyMap<StreamName, Digest>): MerkleTree | undefined => {
  const growing = growTree()
  for (const { last } of spans) {
    const digest = digests.get(last.stream)
    if (digest) growing.add(leafHash(leafOf({ stream: last.stream, revision: last.revision, digest })))
  }
  return spans.length === 0 ? undefined : growing.tree()
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
