import { slices } from '../concurrency/slices.js'
import { createTurns } from '../concurrency/steps.js'
import { isOpen } from './memory-index.js'
import { directionOf, QUERIES, queriesOf } from './vector-arena.js'
import type { VisibleIndex } from './visible-index.js'

/** The best of very many, in an order: most are refused by a comparison with the worst of those that were kept. */
export class Best<Item> {
  /** The worst once there are enough: what comes after it need not be added. */
  worst: Item | undefined
  private items: Item[] = []
  private readonly most: number
  private readonly inOrder: (a: Item, b: Item) => number

  constructor(most: number, inOrder: (a: Item, b: Item) => number) {
    this.most = most
    this.inOrder = inOrder
  }

  add(item: Item): void {
    this.items.push(item)
    if (this.items.length >= 2 * this.most) this.best()
  }

  /** Best first. */
  best(): readonly Item[] {
    this.items = this.items.sort(this.inOrder).slice(0, this.most)
    this.worst = this.items[this.most - 1]
    return this.items
  }
}

/** A memory that is near to a sample: its number, and the cosine of the two vectors. */
export type Near = { readonly sample: number; readonly id: string; readonly cosine: number }

/** The most memories given for one sample. */
export const OF_A_SAMPLE = 20

/**
 * The nearest visible memories of each sample, with a cosine of at least `least`; samples without a vector have none. All
 * samples are compared with one block of vectors, while that is in the processor's cache, and between blocks others may compute.
 * Undefined where the index is dropped meanwhile. What changes meanwhile may be missing or be there: only a decision that knows
 * its revision may use it.
 */
export const nearestIn = async (
  visible: VisibleIndex,
  { vectors, least }: { readonly vectors: readonly (Float32Array | null)[]; readonly least: number },
): Promise<readonly Near[] | undefined> => {
  const { memoryIndex } = visible
  const { arena, layout } = memoryIndex
  const best = vectors.map(() => new Best(OF_A_SAMPLE, byNearness))
  const samples = vectors.flatMap((vector, sample) =>
    vector?.length === layout.dimensions ? [{ sample, direction: directionOf(vector) }] : [],
  )
  const searches = slices(samples, QUERIES).map((some) => ({
    some,
    queries: queriesOf(
      some.map(({ direction }) => direction),
      layout,
    ),
  }))
  const turns = createTurns()
  for (let block = 0; block < memoryIndex.blocks.length; block++) {
    if (turns.isOver()) await turns.next()
    if (!isOpen(memoryIndex)) return undefined
    const place = { block: memoryIndex.blocks[block] ?? 0, least }
    for (const { some, queries } of searches) {
      const found = (query: number, row: number, cosine: number) => {
        const slot = block * layout.rows + row
        const id = memoryIndex.entries[slot]?.memory.id
        const sample = some[query]?.sample ?? 0
        if (id !== undefined && visible.mask[memoryIndex.columns.group[slot] ?? 0] === 1)
          best[sample]?.add({ sample, id, cosine })
      }
      arena.near(queries, { ...place, found }, layout)
    }
  }
  return best.flatMap((each) => each.best())
}

const byNearness = (a: Near, b: Near): number => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)
