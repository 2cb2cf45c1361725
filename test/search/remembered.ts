import type { DomainEvent } from '../../src/domain/all-events.js'
import { isErased } from '../../src/domain/event.js'
import type { Readers, Scope } from '../../src/domain/scope.js'

type Remembered = {
  readonly id: string
  readonly user: string
  readonly version: number
  readonly status: string
  readonly content: string
  readonly readers: Readers
}

/** A plain fold of the events: every memory as it stands after them. */
const fold = (events: readonly DomainEvent[]): readonly Remembered[] => {
  const known = new Map<string, Remembered>()
  const change = (id: string, by: Partial<Remembered>) => {
    const before = known.get(id)
    if (before) known.set(id, { ...before, ...by })
  }
  for (const event of events) {
    const { data, metadata, type } = event
    switch (type) {
      case 'MemoryStored':
        known.set(event.metadata.memoryId, {
          id: event.metadata.memoryId,
          user: event.metadata.userId,
          version: event.metadata.version,
          status: event.data.status,
          content: wordsOf(event.data.said),
          readers: event.data,
        })
        break
      case 'MemoryUpdated':
        change(metadata.memoryId, { version: metadata.version, content: wordsOf(data.said) })
        break
      case 'MemoryShared':
        change(metadata.memoryId, { version: metadata.version, readers: data })
        break
      case 'MemoryContested':
        change(metadata.memoryId, { version: metadata.version, status: 'needs_clarification' })
        break
      case 'MemoryClarified':
        change(metadata.memoryId, { version: metadata.version, status: data.outcome })
        break
      case 'MemoryRestored':
        change(metadata.memoryId, { version: metadata.version, status: 'active', content: wordsOf(data.said) })
        break
      case 'MemorySuperseded':
      case 'MemoryDeleted':
        change(metadata.memoryId, { version: metadata.version, status: 'gone' })
        break
      case 'MemoryErased':
        change(metadata.memoryId, { version: metadata.version, status: 'erased' })
        break
      case 'MemoriesErased':
        for (const [id, version] of data.memories) change(id, { version, status: 'erased' })
        break
      case 'MemoriesDeleted':
        for (const [id, version] of data.memories) change(id, { version, status: 'gone' })
        break
      case 'UserErased':
        for (const { id, user } of [...known.values()]) if (user === metadata.userId) known.delete(id)
        break
      case 'EpisodeIngested':
        for (const { memoryId, waits } of data.activated)
          change(memoryId, { status: waits ? 'needs_clarification' : 'active' })
        break
    }
  }
  return [...known.values()]
}

const wordsOf = (said: { readonly content: string } | { readonly erased: true }): string =>
  isErased(said) ? '' : said.content

const mayRead = (scope: Scope, { user, readers }: Remembered): boolean => {
  const { workspaceId, agentId, visibility, grantedTo } = readers
  if (user !== scope.userId) return false
  if (scope.kind === 'user') return workspaceId === null
  const { agentScope: agents } = scope
  const own = agentId === scope.agentId
  const wanted =
    agents === 'all' ||
    (agents === 'self' && own) ||
    (agents === 'others' && !own) ||
    (typeof agents === 'object' && agents.agents.includes(agentId ?? ''))
  const open = (visibility ?? 'workspace') === 'workspace'
  const granted = visibility === 'restricted' && grantedTo.includes(scope.agentId)
  return workspaceId === scope.workspaceId && wanted && (open || own || granted)
}

/** What was active at the instant and could be read then as it can be now, by id, in the words of then. */
export const readableAt = (events: readonly DomainEvent[], scope: Scope, instant: string) => {
  const now = new Map(fold(events).map((memory) => [memory.id, memory]))
  return fold(events.filter(({ metadata }) => metadata.at <= instant))
    .filter((then) => {
      const today = now.get(then.id)
      if (then.status !== 'active' || !today || today.status === 'erased') return false
      return mayRead(scope, then) && mayRead(scope, today)
    })
    .map(({ id, version, content }) => ({ id, version, content }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
