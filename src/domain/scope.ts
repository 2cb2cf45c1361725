import { createHash } from 'node:crypto'
import { z } from 'zod'

export type AgentScope = 'all' | 'self' | 'others' | { readonly agents: readonly string[] }

type UserScope = { readonly kind: 'user'; readonly userId: string }

export type WorkspaceScope = {
  readonly kind: 'workspace'
  readonly userId: string
  readonly workspaceId: string
  /** The agent that makes the request. */
  readonly agentId: string
  /** The agents whose memories are requested. */
  readonly agentScope: AgentScope
}

/** The security boundary: every read is restricted to one scope. */
export type Scope = UserScope | WorkspaceScope

export const visibility = z.enum(['workspace', 'agent_only', 'restricted'])
export type Visibility = z.infer<typeof visibility>

/** Who may read a memory. If all are null and empty: the user alone. */
export const readers = z.object({
  workspaceId: z.string().nullable(),
  agentId: z.string().nullable(),
  visibility: visibility.nullable(),
  grantedTo: z.array(z.string()),
})
export type Readers = z.infer<typeof readers>

/** The readers of memories written in this scope. */
export const readersOf = (
  scope: Scope,
  wish: { readonly visibility?: Visibility; readonly grantedTo?: readonly string[] },
): Readers =>
  scope.kind === 'user'
    ? { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
    : {
        workspaceId: scope.workspaceId,
        agentId: scope.agentId,
        visibility: wish.visibility ?? 'workspace',
        grantedTo: [...new Set(wish.grantedTo ?? [])].sort(),
      }

/**
 * The group of readers as one short key: same workspace, agent, visibility and set of grants. Neighbours, counts and
 * document frequencies never cross groups. Empty for the user's own memories.
 */
export const readerGroup = ({ workspaceId, agentId, visibility, grantedTo }: Readers): string =>
  workspaceId === null
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([workspaceId, agentId, visibility ?? 'workspace', [...new Set(grantedTo)].sort()]))
        .digest('base64url')
        .slice(0, 22)

/** Whether every reader of `theirs` may also read `mine`: only then can `theirs` be a duplicate of `mine`. */
export const readByAllOf = (mine: Readers, theirs: Readers): boolean => {
  if (mine.workspaceId !== theirs.workspaceId) return false
  if (mine.workspaceId === null) return true
  const known = readersNamed(mine)
  const wanted = readersNamed(theirs)
  return known === 'everybody' || (wanted !== 'everybody' && wanted.every((agent) => known.includes(agent)))
}

/** The agents of the workspace that may read it. */
export const readersNamed = ({ agentId, visibility, grantedTo }: Readers): readonly (string | null)[] | 'everybody' => {
  if ((visibility ?? 'workspace') === 'workspace') return 'everybody'
  return visibility === 'restricted' ? [agentId, ...grantedTo] : [agentId]
}
