import { z } from 'zod'
import { memoryRecord, statistics } from '../../http/answers/memory.js'
import { deletedMany, ingestResult } from '../../http/answers/writes.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { removeMany } from '../../http/routes/changes.js'
import type { ingest } from '../../http/routes/ingest.js'
import { expand, list, stats } from '../../http/routes/memories.js'
import { search } from '../../http/routes/search.js'
import type { Using } from '../tool.js'

/** Where memories come from whose writer names no program. */
export const SOURCE = 'mcp'

type Asked = Readonly<Record<string, unknown>>

/** A memory in the fields that mem0 and OpenMemory give it. */
export const memoryFields = z.object({
  id: z.string(),
  memory: z.string(),
  event: z.string().optional(),
  score: z.number().optional(),
  app_id: z.string(),
  run_id: z.string().nullable().optional(),
  agent_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
})
type MemoryFields = z.output<typeof memoryFields>

/** What several of its memories are answered as. */
export const memoryList = z.object({ results: z.array(memoryFields) })
type MemoryList = z.output<typeof memoryList>

const { id, content, source_site, session_id, agent_id, metadata, created_at } = memoryRecord.shape
const Listed = z.object({ id, content, source_site, session_id, agent_id, metadata, created_at })
/** A search does not tell the session. */
const Read = Listed.extend({ session_id: session_id.optional(), score: z.number().optional() })
const Found = z.object({ memories: z.array(Read) })
const Page = z.object({ memories: z.array(Listed), total: z.number(), next_cursor: z.string().nullable() })

/** The memory of an answer of the interface. Throws ZodError for anything else. */
export const memoryOf = (answer: unknown): MemoryFields => {
  const { content: memory, source_site: app_id, session_id: run_id, ...same } = Read.parse(answer)
  return { memory, app_id, ...same, ...omitUndefined({ run_id }) }
}

const listOf = (answer: unknown): MemoryList => ({ results: Found.parse(answer).memories.map(memoryOf) })

/** Ingests by a route, and answers the memories that came of it. */
export const add = async (route: typeof ingest, said: Asked, { ask, scope }: Using): Promise<MemoryList> => {
  const { body } = await ask(route, { input: { ...scope, source_site: SOURCE, ...said } })
  const { memoryIds } = ingestResult.parse(body)
  // What one request may read back.
  const shown = await ask(expand, { input: { ...scope, memory_ids: memoryIds.slice(0, 100) } })
  return { results: listOf(shown.body).results.map((each) => ({ ...each, event: 'ADD' })) }
}

/** The memories that a search finds, best first. */
export const find = async (asked: Asked, { ask, scope }: Using): Promise<MemoryList> =>
  listOf((await ask(search, { input: { ...scope, ...asked } })).body)

/** A page of all memories, newest first. */
export const page = async (asked: Readonly<Record<string, string>>, { ask, scope }: Using) => {
  const { body } = await ask(list, { input: { ...scope, ...asked } })
  const { memories, total, next_cursor } = Page.parse(body)
  return { results: memories.map(memoryOf), total, next_cursor }
}

/** How many memories come from each source. */
export const sourcesOf = async ({ ask, scope }: Using): Promise<Readonly<Record<string, number>>> =>
  statistics.parse((await ask(stats, { input: scope })).body).sourceDistribution

/** Deletes all memories of the scope that are from this source and session; of all, source by source. */
export const removeAll = async (
  narrowing: { readonly source_site?: string; readonly session_id?: string },
  using: Using,
): Promise<number> => {
  const { ask, scope } = using
  const removed = async (of: object) =>
    deletedMany.parse((await ask(removeMany, { input: { ...scope, ...of } })).body).deleted
  if (Object.keys(narrowing).length > 0) return removed(narrowing)
  let total = 0
  // A memory that was said at several places is gone with the last of them.
  for (let before = -1; before < total; ) {
    before = total
    for (const source_site of Object.keys(await sourcesOf(using))) total += await removed({ source_site })
  }
  return total
}
