import { type Actor, isErased, type MemoryMetadata, type Reason } from '../../../domain/event.js'
import type { MemoryOf, Wording } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'

/** The content, or that it was erased by this event or by a later one. */
type Said = Wording | 'erased'
type Status = 'active' | 'needs_clarification' | 'pending' | 'superseded' | 'deleted' | 'erased'
type Action = 'add' | 'update' | 'share' | 'supersede' | 'restore' | 'contest' | 'clarify' | 'delete' | 'erase'

type Stated = MemoryOf<'MemoryStored'>['data']

/** The content of a version, with what was extracted from it. */
export type Worded = Pick<
  Stated,
  'memoryType' | 'network' | 'language' | 'importance' | 'trust' | 'claimType' | 'evidence'
> & {
  readonly said: Said
  /** The version that first set this content; an earlier one where it was restored. */
  readonly of: number
}

/** One version of a memory, as its event states it. */
export type Version = {
  readonly version: number
  readonly action: Action
  /** The status that this version set. */
  readonly status: Status
  readonly at: string
  readonly reason: Reason | null
  readonly actor: Actor
  readonly episodeId: string | null
  readonly commandId: string
  /** Only for versions that set the content. */
  readonly worded: Worded | undefined
  /** Only for versions that set the visibility; trust is null where they set nothing else. */
  readonly readers: (Readers & { readonly trust: number | null }) | undefined
}

/** The state of a memory at some point in the log. */
export type Memory = Pick<
  Stated,
  'sourceSite' | 'sessionId' | 'place' | 'observedAt' | 'occurredOn' | 'role' | 'turns'
> & {
  readonly id: string
  readonly status: Status
  readonly version: number
  readonly worded: Worded
  readonly readers: Readers
  readonly episodeId: string | null
  readonly createdAt: string
  readonly expiredAt: string | null
  /** The memory that took its place, while it is superseded by one. */
  readonly supersededBy: string | null
  readonly deletedAt: string | null
  /** How often answers have shown it, and when last; initially the time at which it became active. */
  readonly recalls: number
  readonly recalledAt: string
  readonly versions: readonly Version[]
}

type Erased = { readonly erased: true }

/** The content of an event, or that it was erased. */
export const saidOf = <Words extends object>(said: Words): Exclude<Words, Erased> | 'erased' =>
  // The guard excludes exactly this variant, which the compiler does not infer for a generic type.
  isErased(said) ? 'erased' : (said as Exclude<Words, Erased>)

/** The visibility fields of an event, without its other fields. */
const readersIn = ({ workspaceId, agentId, visibility, grantedTo }: Readers): Readers => ({
  workspaceId,
  agentId,
  visibility,
  grantedTo,
})

/** A memory at its first event. */
export const storedMemory = ({ data, metadata: m }: MemoryOf<'MemoryStored'>): Memory => {
  const readers = readersIn(data)
  const worded = wordedIn(data, m.version)
  const first = { ...step(m, 'add', data.status), worded, readers: { ...readers, trust: data.trust } }
  const { sourceSite, sessionId, place, observedAt, occurredOn, role, turns, status } = data
  return {
    sourceSite,
    sessionId,
    place,
    observedAt,
    occurredOn,
    role,
    turns,
    status,
    readers,
    id: m.memoryId,
    version: m.version,
    worded,
    episodeId: m.episodeId ?? null,
    createdAt: m.at,
    expiredAt: null,
    supersededBy: null,
    deletedAt: null,
    recalls: 0,
    recalledAt: m.at,
    versions: [first],
  }
}

const wordedIn = (data: MemoryOf<'MemoryStored' | 'MemoryUpdated' | 'MemoryRestored'>['data'], of: number): Worded => {
  const { memoryType, network, language, importance, trust, claimType, evidence } = data
  return { memoryType, network, language, importance, trust, claimType, evidence, said: saidOf(data.said), of }
}

/** The fields of every version, whatever its event. */
export const step = (m: MemoryMetadata, action: Version['action'], status: Version['status']): Version => ({
  version: m.version,
  action,
  status,
  at: m.at,
  reason: m.reason ?? null,
  actor: m.actor,
  episodeId: m.episodeId ?? null,
  commandId: m.commandId,
  worded: undefined,
  readers: undefined,
})

/** Events that make a new version of one existing memory. */
type MemoryChange = MemoryOf<
  | 'MemoryUpdated'
  | 'MemoryShared'
  | 'MemorySuperseded'
  | 'MemoryRestored'
  | 'MemoryContested'
  | 'MemoryClarified'
  | 'MemoryDeleted'
  | 'MemoryErased'
>

/** A memory after one more of its events. */
export const changedMemory = (memory: Memory, event: MemoryChange): Memory => {
  const { metadata: m } = event
  switch (event.type) {
    case 'MemoryUpdated': {
      const worded = wordedIn(event.data, m.version)
      return { ...next(memory, { ...step(m, 'update', 'active'), worded }), status: memory.status, worded }
    }
    case 'MemoryShared': {
      const readers = readersIn(event.data)
      const version = { ...step(m, 'share', 'active'), readers: { ...readers, trust: null } }
      return { ...next(memory, version), status: memory.status, readers }
    }
    case 'MemorySuperseded':
      return { ...next(memory, step(m, 'supersede', 'superseded')), expiredAt: m.at, supersededBy: event.data.by }
    case 'MemoryRestored': {
      const worded = wordedIn(event.data, event.data.of)
      const restored = next(memory, { ...step(m, 'restore', 'active'), worded })
      return { ...restored, worded, expiredAt: null, deletedAt: null, supersededBy: null }
    }
    case 'MemoryContested':
      return next(memory, step(m, 'contest', 'needs_clarification'))
    case 'MemoryClarified': {
      const { outcome } = event.data
      return { ...next(memory, step(m, 'clarify', outcome)), deletedAt: outcome === 'deleted' ? m.at : null }
    }
    case 'MemoryDeleted':
      return deleted(memory, step(m, 'delete', 'deleted'))
    case 'MemoryErased':
      return erased(memory, step(m, 'erase', 'erased'))
  }
}

export const deleted = (memory: Memory, version: Version): Memory => ({
  ...next(memory, version),
  deletedAt: version.at,
})

/** Changes of content and of visibility leave the status as it is; all other events set it. */
const next = (memory: Memory, version: Version): Memory => ({
  ...memory,
  status: version.status,
  version: version.version,
  versions: [...memory.versions, version],
})

/** Removes all content of a memory, in every version. */
export const erased = (memory: Memory, version: Version): Memory => withoutWords(deleted(memory, version))

const withoutWords = (memory: Memory): Memory => ({
  ...memory,
  role: null,
  worded: { ...memory.worded, said: 'erased' },
  versions: memory.versions.map((version) =>
    version.worded === undefined ? version : { ...version, worded: { ...version.worded, said: 'erased' as const } },
  ),
})
