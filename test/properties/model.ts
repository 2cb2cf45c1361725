/** Who asks or writes: a user for themselves, or an agent in one of their workspaces. */
export type Caller = { readonly user: string; readonly workspace: string | null; readonly agent: string | null }

export type Visibility = 'workspace' | 'agent_only' | 'restricted'
export type Readers = {
  readonly workspace: string | null
  readonly agent: string | null
  readonly visibility: Visibility
  readonly granted: readonly string[]
}

type Action = 'add' | 'update' | 'share' | 'delete' | 'erase'

/** What a memory was from one step on. */
export type Version = {
  readonly step: number
  readonly action: Action
  /** Which of the texts it says. */
  readonly text: number
  readonly importance: number | null
  readonly readers: Readers
}

/** The handle names a memory in every world alike: the step that told it, and its place in what was told. */
export type Memory = {
  readonly handle: string
  readonly user: string
  readonly told: number
  readonly source: string
  readonly session: string | null
  /** Undefined once the words of a memory were erased that an episode of it told, too. */
  readonly topic: string | undefined
  readonly versions: readonly Version[]
}

/** What was told at once, for whom. */
export type Episode = {
  readonly step: number
  readonly user: string
  readonly readers: Readers
  readonly source: string
  readonly session: string | null
  readonly memories: readonly string[]
  /** What was known before: which of the texts said what which memory says. */
  readonly known: readonly { readonly line: number; readonly handle: string }[]
}

export type World = { readonly memories: readonly Memory[]; readonly episodes: readonly Episode[] }

export const nothing: World = { memories: [], episodes: [] }

/** The rules of the interface: personal memories for the user, those of a workspace as their visibility says. */
export const mayRead = (readers: Readers, { workspace, agent }: Caller): boolean => {
  if (readers.workspace !== workspace) return false
  if (workspace === null || readers.visibility === 'workspace' || readers.agent === agent) return true
  return readers.visibility === 'restricted' && readers.granted.includes(String(agent))
}

const GONE: readonly Action[] = ['delete', 'erase']

/** What the memory was after a step; undefined before it was told. */
export const stateAt = (memory: Memory, step = Number.POSITIVE_INFINITY): Version | undefined =>
  memory.versions.findLast((version) => version.step <= step)

export const isAlive = (version: Version | undefined): version is Version =>
  version !== undefined && !GONE.includes(version.action)

export const isErased = (memory: Memory): boolean => stateAt(memory)?.action === 'erase'

/** Whether the caller sees the memory after a step. */
export const sees = (caller: Caller, memory: Memory, step?: number): boolean => {
  const state = stateAt(memory, step)
  return memory.user === caller.user && isAlive(state) && mayRead(state.readers, caller)
}

/** What a question about the past shows: what was active then, to who could see it then and can now, erased ones aside. */
export const sawAt = (caller: Caller, memory: Memory, step: number): boolean => {
  const now = stateAt(memory)
  return sees(caller, memory, step) && now !== undefined && !isErased(memory) && mayRead(now.readers, caller)
}

export const visible = ({ memories }: World, caller: Caller): readonly Memory[] =>
  memories.filter((memory) => sees(caller, memory))

export const episodesOf = ({ episodes }: World, caller: Caller): readonly Episode[] =>
  episodes.filter(({ user, readers }) => user === caller.user && mayRead(readers, caller))

/** Whom the agent scope of a search names: the owner of a memory, seen from the one who asks. */
export type AgentScope = 'all' | 'self' | 'others' | string | readonly string[]

export const isWanted = (scope: AgentScope | undefined, owner: string | null, caller: Caller): boolean => {
  if (scope === undefined || scope === 'all' || caller.workspace === null) return true
  if (scope === 'self') return owner === caller.agent
  if (scope === 'others') return owner !== caller.agent
  return [scope].flat().includes(String(owner))
}

/** Whether everybody who may read the one may read the other too; 'nobody' is an agent that no grant ever names. */
export const readByAllWhoRead = (other: Readers, one: Readers): boolean =>
  other.workspace === one.workspace &&
  ['nobody', ...[one, other].flatMap(({ agent, granted }) => [String(agent), ...granted])]
    .map((agent) => ({ user: '', workspace: one.workspace, agent: one.workspace === null ? null : agent }))
    .every((reader) => !mayRead(one, reader) || mayRead(other, reader))
