import type { Memories, Schemas } from '@palimpsest/client'
import { valueIn, written } from './written-json.js'

/** Names that lead to a document. Their JSON is the `key` of its memory. */
export type Path = readonly unknown[]

/** What a framework keeps under a path: a memory whose content is the value as JSON. */
export type Document = {
  readonly id: string
  /** Empty where the key is none of ours. */
  readonly path: Path
  readonly value: unknown
  /** When its first version was written. */
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What documents are found by, besides their paths and their words. */
export type Labels = {
  readonly metadata?: Readonly<Record<string, string | number>>
  readonly session_id?: string
}
type Kept = Pick<Schemas['MemoryRecord'], 'id' | 'key' | 'content' | 'metadata' | 'created_at'>

/** Where the metadata of a later version say when the first one was written. */
const FIRST = 'first_written_at'
const PAGE = 100

/**
 * Documents under paths in the scope of `memories`. Each is a memory with a `key`: the newest statement of it is in force. In
 * a workspace every agent writes a statement of its own, and the newest that the caller sees counts.
 */
export class Documents {
  readonly #memories: Memories
  readonly #source: string

  /** `source` is the `source_site` of what is written. */
  constructor(memories: Memories, source: string) {
    this.#memories = memories
    this.#source = source
  }

  async read(path: Path): Promise<Document | undefined> {
    const newest = await this.#newest(path)
    return newest && documentOf(newest)
  }

  /**
   * `instead`: what this was derived from; throws `conflict` where that is in force no longer. Throws where the path holds a
   * secret: others that differ in the secret alone would be the same for the service.
   */
  async write(path: Path, value: unknown, labels: Labels = {}, instead?: Document): Promise<void> {
    const before = instead ?? (await this.read(path))
    const statement = {
      ...labels,
      key: JSON.stringify(path),
      skip_extraction: true,
      source_site: this.#source,
      metadata: { ...labels.metadata, ...(before === undefined ? {} : { [FIRST]: before.createdAt.toISOString() }) },
      ...(instead === undefined ? {} : { replaces: [instead.id] }),
    }
    const text = written(value)
    let said = await this.#memories.ingestQuick({ ...statement, conversation: text })
    // What differs in case alone is the same to the service, and what an agent has said before others is not said anew.
    if (said.duplicates > 0 && (await this.#newest(path))?.content !== text)
      said = await this.#memories.ingestQuick({ ...statement, conversation: written(value, new Date()) })
    // Other agents may have written otherwise. That is no contradiction to be settled: the newest counts.
    for (const { id } of said.conflicts ?? []) await this.#memories.resolveConflict(id, { resolution: 'resolved_both' })
    if (before === undefined) await this.read(path)
  }

  /** For all who see it: what another agent wrote under the path would take its place otherwise. */
  async delete(path: Path): Promise<void> {
    const key = JSON.stringify(path)
    const ids: string[] = []
    for await (const memory of this.#memories.list({ key, limit: PAGE })) if (memory.key === key) ids.push(memory.id)
    for (const id of ids) await this.deleteOne(id)
  }

  /** Whether it was still there. */
  async deleteOne(id: string): Promise<boolean> {
    try {
      await this.#memories.delete(id)
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  /** Those with all of these labels, newest first. */
  async *all(labels: Labels): AsyncGenerator<Document, void> {
    const seen = new Set<string | null>()
    for await (const memory of this.#memories.list({ ...labels, limit: PAGE })) {
      if (memory.key === null || seen.has(memory.key)) continue
      seen.add(memory.key)
      yield documentOf(memory)
    }
  }

  /** Those of them that speak to a query, at most `limit` (100 at most), best first. */
  async search(query: string, labels: Labels, limit: number): Promise<readonly (Document & { score: number })[]> {
    const { memories: found } = await this.#memories.search(query, { ...labels, limit })
    if (found.length === 0) return []
    const scores = new Map(found.map(({ id, score }) => [id, score]))
    const { memories } = await this.#memories.expand([...scores.keys()])
    const inForce = await Promise.all(memories.map((memory) => this.#isInForce(memory)))
    return memories
      .filter((_, place) => inForce[place])
      .map((memory) => ({ ...documentOf(memory), score: scores.get(memory.id) ?? 0 }))
  }

  async #newest(path: Path): Promise<Kept | undefined> {
    const key = JSON.stringify(path)
    const { memories } = await this.#memories.list({ key, limit: 1 }).page()
    const [newest] = memories
    if (newest !== undefined && newest.key !== key)
      throw new Error(`The service takes a part of ${newest.key} for a secret`)
    return newest
  }

  /** Agents of a workspace may have written after one another. Otherwise only what is in force is found. */
  async #isInForce({ id, key }: Kept): Promise<boolean> {
    if (this.#memories.scope.workspace_id === undefined || key === null) return true
    const { memories } = await this.#memories.list({ key, limit: 1 }).page()
    return memories[0]?.id === id
  }
}

const documentOf = ({ id, key, content, metadata, created_at }: Kept): Document => {
  const { [FIRST]: first } = metadata
  return {
    id,
    path: pathIn(key),
    value: valueIn(content),
    createdAt: new Date(typeof first === 'string' ? first : created_at),
    updatedAt: new Date(created_at),
  }
}

const pathIn = (key: string | null): Path => {
  try {
    const path: unknown = JSON.parse(key ?? '')
    return Array.isArray(path) ? path : []
  } catch {
    return []
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Error && Reflect.get(error, 'code') === 'not_found'
