export type AgentScope = 'all' | 'self' | 'others' | { readonly agents: readonly string[] }

export type UserScope = { readonly kind: 'user'; readonly userId: string }

export type WorkspaceScope = {
  readonly kind: 'workspace'
  readonly userId: string
  readonly workspaceId: string
  /** The calling agent: who is asking. */
  readonly agentId: string
  /** Whose memories are wanted. */
  readonly agentScope: AgentScope
}

/** The security boundary: every read is bound to one. */
export type Scope = UserScope | WorkspaceScope
