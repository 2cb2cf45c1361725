import type { MemoryOf } from '../../../domain/memory/events.js'
import type { MemoryMetadata } from '../../../domain/metadata.js'
import { readersIn, saidOf } from './said-of.js'
import type { Memory, Version, Worded } from './state.js'

/** A memory at its first event. */
export const storedMemory = ({ data, metadata: m }: MemoryOf<'MemoryStored'>): Memory => {
  const readers = readersIn(data)
  const first = { ...step(m, 'add', data.status), worded: wordedIn(data), readers: { ...readers, trust: data.trust } }
  const { sourceSite, sessionId, place, observedAt, occurredOn, role, turns, status } = data
  return {
    ...{ sourceSite, sessionId, place, observedAt, occurredOn, role, turns, status, readers },
    id: m.memoryId,
    version: m.version,
    worded: first.worded,
    episodeId: m.episodeId ?? null,
    createdAt: m.at,
    expiredAt: null,
    deletedAt: null,
    recalls: 0,
    recalledAt: m.at,
    versions: [first],
  }
}

export const wordedIn = (data: MemoryOf<'MemoryStored' | 'MemoryUpdated'>['data']): Worded => {
  const { memoryType, network, language, importance, trust } = data
  return { memoryType, network, language, importance, trust, said: saidOf(data.said) }
}

/** What every version tells, whatever it did. */
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
