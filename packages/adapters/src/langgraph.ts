import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchOperation,
} from '@langchain/langgraph'
import type { Memories } from '@palimpsest/client'
import { type Document, Documents, type Labels, type Path } from './documents.js'

type SearchItem = Item & { score?: number }
type Result = Item | SearchItem[] | string[][] | null | undefined

const SOURCE = 'langgraph'
/** A search of the service answers with no more. */
const MOST_FOUND = 100
/** A filter of the service takes 16 pairs, of which one names the adapter. What is left over is compared here. */
const MOST_LABELS = 15

/**
 * The long-term store of a graph. An item is a memory: its `key` is the JSON of [namespace, key], its content the value as
 * JSON, by whose words a `query` finds it (`index` has no effect). Whose memories they are is fixed here, and no namespace
 * leads out of it. In a workspace all agents share the items: the newest that the agent sees counts, and a deletion is one
 * for all. Earlier values stay in the trail of their memories.
 * @example
 * const store = new PalimpsestStore(client.user('ana'))
 * await store.put(['ana', 'tastes'], 'tea', { likes: 'green tea' })
 * await store.search(['ana'], { query: 'what does she drink?' })
 * const graph = builder.compile({ store })
 */
export class PalimpsestStore extends BaseStore {
  readonly #documents: Documents

  constructor(memories: Memories) {
    super()
    this.#documents = new Documents(memories, SOURCE)
  }

  /** As the store in memory: reads see what was before, and of several values under one key the last one counts. */
  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    const results = await Promise.all(operations.map((operation) => this.#read(operation)))
    const puts = new Map(operations.filter(isPut).map((put) => [JSON.stringify(pathOf(put)), put]))
    await Promise.all([...puts.values()].map((put) => this.#put(put)))
    // Each operation has the result of its kind; that the compiler cannot see in an array.
    return results as OperationResults<Operations>
  }

  async #read(operation: Operation): Promise<Result> {
    if (isPut(operation)) return undefined
    if ('namespacePrefix' in operation) return this.#search(operation)
    if ('namespace' in operation) return this.#get(operation)
    return this.#namespaces(operation)
  }

  async #get(operation: GetOperation): Promise<Item | null> {
    const document = await this.#documents.read(pathOf(operation))
    return (document && itemOf(document)) ?? null
  }

  #put(put: PutOperation): Promise<void> {
    const { namespace, value } = put
    if (value === null) return this.#documents.delete(pathOf(put))
    return this.#documents.write(pathOf(put), value, labelsOf(namespace))
  }

  async #search({ namespacePrefix, filter, query, limit = 10, offset = 0 }: SearchOperation): Promise<SearchItem[]> {
    const most = offset + limit
    if (limit <= 0) return []
    const isWanted = (item: Item) =>
      startsWith(item.namespace, namespacePrefix) &&
      Object.entries(filter ?? {}).every(([field, wanted]) => isLike(item.value?.[field], wanted))
    const labels = labelsOf(namespacePrefix)
    const items: SearchItem[] = []
    if (query) {
      const asked = Math.min(MOST_FOUND, filter === undefined ? most : MOST_FOUND)
      for (const document of await this.#documents.search(query, labels, asked)) {
        const item = itemOf(document)
        if (item !== undefined && isWanted(item)) items.push({ ...item, score: document.score })
      }
      return items.slice(offset, most)
    }
    for await (const item of this.#items(labels)) {
      if (isWanted(item)) items.push(item)
      if (items.length >= most) break
    }
    return items.slice(offset)
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Set<string>()
    for await (const { namespace } of this.#items(labelsOf([])))
      if (matchConditions.every((condition) => isMatch(condition, namespace)))
        found.add(JSON.stringify(namespace.slice(0, maxDepth)))
    const namespaces = [...found].sort().map((namespace): string[] => JSON.parse(namespace))
    return namespaces.slice(offset, offset + limit)
  }

  async *#items(labels: Labels): AsyncGenerator<Item, void> {
    for await (const document of this.#documents.all(labels)) {
      const item = itemOf(document)
      if (item !== undefined) yield item
    }
  }
}

const isPut = (operation: Operation): operation is PutOperation => 'value' in operation

const pathOf = ({ namespace, key }: GetOperation | PutOperation): Path => [namespace, key]

/** By which a search finds all below a namespace. */
const labelsOf = (namespace: readonly string[]): Labels => ({
  metadata: {
    store: SOURCE,
    ...Object.fromEntries(namespace.slice(0, MOST_LABELS).map((label, depth) => [`namespace_${depth}`, label])),
  },
})

/** Undefined where somebody else has written the labels of the store, and not its keys. */
const itemOf = ({ path: [namespace, key], value, createdAt, updatedAt }: Document): Item | undefined => {
  if (!Array.isArray(namespace) || typeof key !== 'string') return undefined
  // What was put there, or a text where somebody has corrected it by hand.
  return { namespace, key, value: value as Item['value'], createdAt, updatedAt }
}

const startsWith = (namespace: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((label, depth) => label === namespace[depth])

const isMatch = ({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean => {
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length
  return (
    path.length <= namespace.length && path.every((label, depth) => label === '*' || label === namespace[start + depth])
  )
}

/** The comparisons of the store in memory. */
const COMPARISONS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  $nin: (value, wanted) => !Array.isArray(wanted) || !wanted.includes(value),
}

const isLike = (value: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  const comparisons = Object.entries(wanted).filter(([name]) => name.startsWith('$'))
  if (comparisons.length === 0) return JSON.stringify(value) === JSON.stringify(wanted)
  return comparisons.every(([name, than]) => COMPARISONS[name]?.(value, than) ?? false)
}
