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

/** Where something was told: in which step, and what its episode is of. */
export type Place = {
  readonly told: number
  readonly source: string
  readonly session: string | null
  /** Undefined once the words of a memory were erased that this episode told, too. */
  readonly topic: string | undefined
}

export type Telling = Place & {
  readonly readers: Readers
  /** The step that removed it. */
  readonly removed: number | undefined
}

/**
 * The handle names a memory in every world alike: the step that told it first, and its place in what was told. Its own place is
 * that of its first telling that is left.
 */
export type Memory = Place & {
  readonly handle: string
  readonly user: string
  readonly tellings: readonly Telling[]
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

/** The memory with these tellings, at the place of the first that is left. */
export const toldBy = (memory: Memory, tellings: readonly Telling[]): Memory => {
  const first = tellings.find(({ removed }) => removed === undefined) ?? memory
  const { told, source, session, topic } = first
  return { ...memory, tellings, told, source, session, topic }
}

/** The tellings in force after a step that the caller may know of: in episodes that they may read, and the one that a row shows. */
export const tellingsFor = (caller: Caller, memory: Memory, step = Number.POSITIVE_INFINITY): readonly Telling[] =>
  memory.tellings
    .filter(
      ({ told, removed = Number.POSITIVE_INFINITY }) =>
        told <= step && removed >= Math.min(step + 1, Number.MAX_SAFE_INTEGER),
    )
    .filter(({ readers }, i) => i === 0 || mayRead(readers, caller))

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
