import { type Digest, leafOf, type StreamHead, sha256 } from './digests.js'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
/** A power of two. */
const MOST_NODES = 256

/** The hash of a leaf, which no inner node can have (RFC 6962, section 2.1). */
export const leafHash = (leaf: string): Digest => sha256(LEAF, leaf)

const parent = (left: Digest, right: Digest): Digest => sha256(NODE, left, right)

/**
 * A Merkle tree over some leaves. `nodes` are those of its lowest level that has at most 256: each stands for
 * `leavesPerNode` leaves in order, the last one for what remains. Two trees that differ can be told apart by them more
 * closely than by their roots.
 */
export type MerkleTree = {
  readonly root: Digest
  readonly leaves: number
  readonly nodes: readonly Digest[]
  readonly leavesPerNode: number
}

/** Builds a tree of one leaf or more, leaf by leaf, in memory that does not grow with their number. */
export const growTree = () => {
  let nodes: Digest[] = []
  let leavesPerNode = 1
  let leaves = 0
  /** Whole subtrees of the node that is not complete yet, the largest first. */
  const begun: { readonly digest: Digest; readonly leaves: number }[] = []
  return {
    /** Adds the next leaf, by its hash. */
    add: (leaf: Digest): void => {
      if (nodes.length === MOST_NODES) {
        nodes = paired(nodes)
        leavesPerNode *= 2
      }
      leaves++
      let last = { digest: leaf, leaves: 1 }
      for (let top = begun.at(-1); top?.leaves === last.leaves; top = begun.at(-1)) {
        begun.pop()
        last = { digest: parent(top.digest, last.digest), leaves: top.leaves * 2 }
      }
      if (last.leaves === leavesPerNode) nodes.push(last.digest)
      else begun.push(last)
    },
    tree: (): MerkleTree => {
      const rest = begun.map(({ digest }) => digest).reduceRight<Digest | undefined>(joined, undefined)
      const all = rest === undefined ? nodes : [...nodes, rest]
      return { root: rootOf(all), leaves, nodes: all, leavesPerNode }
    },
  }
}

/** The tree over heads of streams, which are in the order of their names; undefined without any. */
export const treeOf = async (
  heads: AsyncIterable<StreamHead> | Iterable<StreamHead>,
): Promise<MerkleTree | undefined> => {
  const growing = growTree()
  let isEmpty = true
  for await (const head of heads) {
    growing.add(leafHash(leafOf(head)))
    isEmpty = false
  }
  return isEmpty ? undefined : growing.tree()
}

const joined = (right: Digest | undefined, left: Digest): Digest => (right === undefined ? left : parent(left, right))

const paired = (nodes: readonly Digest[]): Digest[] =>
  nodes.flatMap((node, i) => (i % 2 === 1 ? [parent(nodes[i - 1] ?? node, node)] : []))

/** The root over the nodes of a level; one that is left over goes up as it is, which is the tree of RFC 6962. */
export const rootOf = (nodes: readonly Digest[]): Digest => {
  const [first, ...others] = nodes
  if (first === undefined) throw new RangeError('a tree has one leaf or more')
  if (others.length === 0) return first
  const odd = nodes.length % 2 === 1 ? nodes.slice(-1) : []
  return rootOf([...paired(nodes), ...odd])
}
