import { z } from 'zod'
import { ingestResult } from '../../http/answers/ingest.js'
import { deletedMany, removeMany } from '../../http/routes/changes.js'
import type { ingest } from '../../http/routes/ingest.js'
import { expand, list, memoryPage, memoryRecord, statistics, stats } from '../../http/routes/memories.js'
import { search } from '../../http/routes/search.js'
import { Refused } from '../operations.js'
import type { Fields, Using } from '../tool.js'
import { forget } from '../tools/forget.js'

/** Where memories come from whose writer names no program. */
export const SOURCE = 'mcp'

/** A memory in the fields that mem0 and OpenMemory give it. */
export const memory = z.object({
  id: z.string(),
  memory: z.string(),
  score: z.number().optional(),
  app_id: z.string(),
  run_id: z.string().nullable().optional(),
  agent_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
})
export const memories = z.object({ results: z.array(memory) })

const { id, content, source_site, session_id, agent_id, metadata, created_at } = memoryRecord.shape
const Read = z
  .object({ id, content, source_site, agent_id, metadata, created_at })
  // A search does not tell the session, and nothing else a score.
  .extend({ session_id: session_id.optional(), score: z.number().optional() })
  .transform(({ id, content, source_site, session_id, ...same }) => ({
    id,
    memory: content,
    app_id: source_site,
    ...(session_id !== undefined && { run_id: session_id }),
    ...same,
  }))
const Found = z.object({ memories: z.array(Read) })
const Page = Found.extend(memoryPage.pick({ total: true }).shape)

/** Ingests by a route, and answers the memories that came of it. */
export const add = async (route: typeof ingest, said: Fields, { ask, scope }: Using) => {
  const { body } = await ask(route, { input: { ...scope, source_site: SOURCE, ...said } })
  // As many as one request reads.
  const memory_ids = ingestResult.parse(body).memoryIds.slice(0, 100)
  return { results: Found.parse((await ask(expand, { input: { ...scope, memory_ids } })).body).memories }
}

/** The memories that a search finds, best first. */
export const find = async (asked: Fields, { ask, scope }: Using) => ({
  results: Found.parse((await ask(search, { input: { ...scope, ...asked } })).body).memories,
})

/** A page of the memories, newest first. */
export const listed = async (asked: Readonly<Record<string, string>>, { ask, scope }: Using) => {
  const { memories: results, total } = Page.parse((await ask(list, { input: { ...scope, ...asked } })).body)
  return { results, total }
}

/** One memory of an answer. */
export const memoryIn = (body: unknown) => Read.parse(body)

/** How many memories come from each source. */
export const sourcesOf = async ({ ask, scope }: Using): Promise<Readonly<Record<string, number>>> =>
  statistics.parse((await ask(stats, { input: scope })).body).sourceDistribution

/** What became of a memory to delete. A superseded one deletes nothing: what holds in its place is named. */
export const forgotten = async (id: string, using: Using): Promise<string> => {
  try {
    return (await forget.run({ id }, using)).text
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return error.message
    throw error
  }
}

/** Deletes the memories of the scope that are from this source and session, or all of them. Answers how many. */
export const removeAll = async (narrowing: Fields, using: Using): Promise<string> => {
  const removed = async (of: Fields) =>
    deletedMany.parse((await using.ask(removeMany, { input: { ...using.scope, ...of } })).body).deleted
  if (Object.keys(narrowing).length > 0) return inWords(await removed(narrowing))
  let total = 0
  // Source by source; a memory that was said at several places is gone with the last of them.
  for (let before = -1; before < total; ) {
    before = total
    for (const source_site of Object.keys(await sourcesOf(using))) total += await removed({ source_site })
  }
  return inWords(total)
}

const inWords = (deleted: number): string => `Deleted ${deleted} memories.`
