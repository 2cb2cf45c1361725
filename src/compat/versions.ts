import type { Api } from '../http/api.js'
import type { Asking } from './translate.js'

type Trail = Awaited<ReturnType<Api['trail']>>
type Entry = Trail['trail'][number]

/** What the SDK calls an action, and in a history; null where it has no word for it. The answer keeps our own, too. */
const WORDS: Readonly<Record<Entry['action'], { readonly type: string | null; readonly event: string }>> = {
  add: { type: 'add', event: 'created' },
  update: { type: 'update', event: 'updated' },
  restore: { type: 'update', event: 'updated' },
  supersede: { type: 'supersede', event: 'superseded' },
  delete: { type: 'delete', event: 'invalidated' },
  erase: { type: 'delete', event: 'invalidated' },
  clarify: { type: 'clarify', event: 'updated' },
  contest: { type: null, event: 'updated' },
  share: { type: null, event: 'updated' },
}

/** A version has no id of its own: it is the version so-and-so of its memory. */
const versionId = (memoryId: string, version: number): string => `${memoryId}:${version}`

const idOf = (memoryId: string, entry: Entry | undefined): string | null =>
  entry === undefined ? null : versionId(memoryId, entry.version)

/** A trail as the SDK's history and audit read it. A claim is a memory with its versions; hidden content is empty. */
const versionsOf = ({ memoryId, trail }: Trail) =>
  trail.map((entry, i) => {
    const [previous, next] = [trail[i - 1], trail[i + 1]]
    const previousId = idOf(memoryId, previous)
    return {
      ...entry,
      id: versionId(memoryId, entry.version),
      version_id: versionId(memoryId, entry.version),
      memory_id: memoryId,
      claim_id: memoryId,
      content: entry.content ?? '',
      event: WORDS[entry.action].event,
      mutation_type: WORDS[entry.action].type,
      mutation_reason: entry.reason,
      actor_model: null,
      contradiction_confidence: null,
      ...(previousId === null ? {} : { parent_id: previousId }),
      previous_version_id: previousId,
      superseded_by_version_id: idOf(memoryId, next),
      created_at: entry.timestamp,
      valid_from: entry.timestamp,
      valid_to: next?.timestamp ?? null,
    }
  })

/** The history of one memory. */
export const trailAnswer = (trail: Trail) => ({ ...trail, trail: versionsOf(trail) })

type Recent = { readonly mutations: Awaited<ReturnType<Api['recentMutations']>>; readonly count: number }

/** The last changes. The interface tells them without content: this is read in the trails, as far as the user may read it. */
export const recentAnswer = async ({ mutations, count }: Recent, { edge, input }: Asking) => {
  const userId = String(input.user_id)
  const ids = new Set(mutations.map((mutation) => mutation.memoryId))
  const trails = await edge.api.trails({ kind: 'user', userId }, [...ids])
  const versions = new Map(trails.flatMap(versionsOf).map((version): [string, object] => [version.id, version]))
  const told = mutations.map(({ memoryId, version, ...mutation }) => ({
    ...mutation,
    ...versions.get(versionId(memoryId, version)),
    user_id: userId,
  }))
  return { mutations: told, count }
}

/** How many versions there are, and how many of them are in force: that of each active memory. */
export const summaryAnswer = async (summary: Awaited<ReturnType<Api['mutations']>>, { edge, input }: Asking) => {
  const { active_memories } = await edge.api.usage(String(input.user_id))
  return {
    ...summary,
    total_versions: summary.total,
    active_versions: active_memories,
    superseded_versions: summary.total - active_memories,
    total_claims: summary.memories,
    by_mutation_type: summary.byAction,
  }
}
