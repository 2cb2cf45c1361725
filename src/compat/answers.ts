import type { Api } from '../http/api.js'
import type { Asking } from './translate.js'

type Answered<Name extends keyof Api> = Awaited<ReturnType<Api[Name]>>

/** An ingest: the SDK is told apart which memories are new and which are the updated ones. */
export const ingestAnswer = (result: Answered<'ingest'>['result']) => {
  const { memoryIds, memoriesStored, outcomes = [] } = result
  const updated = new Set(outcomes.flatMap(({ outcome, memoryId }) => (outcome === 'updated' ? [memoryId] : [])))
  // A quick ingest tells no outcomes; where it has stored nothing, it has updated all that it names.
  const isUpdated = (id: string): boolean => memoriesStored === 0 || updated.has(id)
  return {
    ...result,
    stored_memory_ids: memoryIds.filter((id) => !isUpdated(id)),
    updated_memory_ids: memoryIds.filter(isUpdated),
  }
}

/** A memory may be said in several sessions. The SDK accepts none but the one that it has asked for. */
const sessionAskedFor = ({ input }: Asking): string | undefined =>
  typeof input.session_id === 'string' ? input.session_id : undefined

/** A search. The SDK refuses a namespace below the one that it asked for, and AtomicMemory tells none. */
export const searchAnswer = async ({ memories, ...answer }: Answered<'search'>, asking: Asking) => {
  const session = sessionAskedFor(asking)
  const ids = memories.map(({ id }) => id)
  const scope = answer.scope.kind === 'user' ? answer.scope : { ...answer.scope, agentScope: 'all' as const }
  const sessions = session === undefined ? await asking.edge.api.sessions(scope, ids) : undefined
  return {
    ...answer,
    memories: memories.map(({ namespace: _, ...memory }) => ({
      ...memory,
      session_id: session ?? sessions?.get(memory.id) ?? null,
    })),
  }
}

/** A page of memories. */
export const listAnswer = ({ memories, ...page }: Answered<'list'>, asking: Asking) => {
  const session = sessionAskedFor(asking)
  return {
    ...page,
    memories: memories.map((memory) => ({ ...memory, session_id: session ?? memory.session_id })),
  }
}

/** The lessons in force. Here they have neither a vector nor a query that can be read, nor metadata. */
export const lessonsAnswer = ({ lessons, ...page }: Answered<'lessons'>, { input }: Asking) => ({
  ...page,
  lessons: lessons.map((lesson) => ({
    ...lesson,
    user_id: input.user_id,
    embedding: [],
    source_query: null,
    active: true,
    metadata: {},
  })),
})

/** How many lessons there are. */
export const lessonStatisticsAnswer = (statistics: Answered<'lessonStatistics'>) => ({
  ...statistics,
  total_active: statistics.active,
})

/** Open conflicts. Where nobody said how sure a contradiction is, a caller has stated it: that is certain. */
export const conflictsAnswer = ({ conflicts, ...page }: Answered<'conflicts'>, { input }: Asking) => ({
  ...page,
  conflicts: conflicts.map((conflict) => ({
    ...conflict,
    user_id: input.user_id,
    new_memory_id: conflict.new_memory_id ?? null,
    existing_memory_id: conflict.existing_memory_id ?? null,
    new_agent_id: conflict.agent_b,
    existing_agent_id: conflict.agent_a,
    new_trust_level: null,
    existing_trust_level: null,
    contradiction_confidence: conflict.confidence ?? 1,
    clarification_note: null,
    resolution_policy: conflict.resolved_because,
    auto_resolve_after: conflict.expires_at,
  })),
})
