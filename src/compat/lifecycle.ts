import { z } from 'zod'
import type { Schema } from '../http/check.js'
import { nameWithoutSecrets } from '../http/fields.js'
import { checked, nothing, type Outline, outline, type Route, write } from '../http/route.js'
import { scopeFields } from '../http/scope.js'

const { user_id } = scopeFields

type Idle<Input> = Pick<Outline, 'call' | 'name'> & {
  readonly input: Schema<Input>
  readonly answer: (input: Input) => object
}

/** AtomicMemory's upkeep, checked but idle here: duplicates are found when written, nothing decays or is put off. */
const idle = <Input>({ answer, ...asked }: Idle<Input>): Route => {
  const spec = { ...asked, result: nothing }
  return {
    ...outline(spec),
    kind: 'read',
    run: async (_, request) => ({ status: 200, body: answer(checked(spec, request, []).input) }),
  }
}

export const consolidate = idle({
  call: 'POST /v1/memories/consolidate',
  name: 'consolidate',
  input: z.object({ user_id, execute: z.boolean().default(false) }),
  answer: ({ execute }) =>
    execute
      ? { clusters_consolidated: 0, memories_archived: 0, memories_created: 0, consolidated_memory_ids: [] }
      : { memories_scanned: 0, clusters_found: 0, memories_in_clusters: 0, clusters: [] },
})

export const decay = idle({
  call: 'POST /v1/memories/decay',
  name: 'decay',
  input: z.object({ user_id, dry_run: z.boolean().default(true) }),
  answer: () => ({
    memories_evaluated: 0,
    candidates_for_archival: [],
    retention_threshold: 0,
    avg_retention_score: 0,
    archived: 0,
  }),
})

export const reconcile = idle({
  call: 'POST /v1/memories/reconcile',
  name: 'reconcile',
  input: z.object({ user_id: user_id.optional() }),
  answer: () => ({
    processed: 0,
    resolved: 0,
    noops: 0,
    updates: 0,
    supersedes: 0,
    deletes: 0,
    adds: 0,
    errors: 0,
    duration_ms: 0,
  }),
})

export const reconcileStatus = idle({
  call: 'GET /v1/memories/reconcile/status',
  name: 'reconcileStatus',
  input: z.object({ user_id }),
  answer: () => ({ pending: 0, enabled: false }),
})

/** Deletes a source's personal memories; conversations stay, emptied. Checked as a deletion: refuses unknown fields. */
export const resetSource = write({
  call: 'DELETE /v1/memories/reset-source',
  name: 'resetSource',
  input: z.object({ user_id, source_site: nameWithoutSecrets }),
  result: nothing,
  write: ({ edge, scope, caller, input }) =>
    edge.api.removeMany({ ...caller, scope, of: { sourceSite: input.source_site }, hard: false }),
  answer: ({ deleted }) => ({ success: true, deleted_memories: deleted, deleted_episodes: 0 }),
})
