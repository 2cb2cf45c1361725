import type { DomainEvent } from '../../src/domain/all-events.js'
import { by, ended, id } from './sample-parts.js'

const conflict = { ...by, conflictId: id(6) }

/** A contradiction between agents, how it was resolved, and a memory of a large ingest that waits because of one. */
export const conflictSamples: Readonly<Record<string, DomainEvent>> = {
  ConflictOpened: {
    type: 'ConflictOpened',
    metadata: conflict,
    data: {
      workspaceId: 'w',
      existing: { memoryId: id(3), version: 2, agentId: 'a' },
      new: { memoryId: id(4), version: 1, agentId: 'b' },
      ...{ confidence: 0.9, reason: 'new_value', suggested: 'resolved_new', expiresAt: '2026-01-03T03:04:05.678Z' },
    },
  },
  ConflictContinued: {
    type: 'ConflictContinued',
    metadata: conflict,
    data: {
      replaced: id(4),
      existing: { memoryId: id(3), version: 2, agentId: 'a' },
      new: { memoryId: id(5), version: 1, agentId: 'b' },
      ...{ confidence: null, reason: 'negated', suggested: 'resolved_existing' },
    },
  },
  ConflictResolved: {
    type: 'ConflictResolved',
    metadata: { ...conflict, reason: 'requested' },
    data: { resolution: 'resolved_existing', existing: [id(3), 2], new: [id(4), 1] },
  },
  'EpisodeIngested.waiting': {
    type: 'EpisodeIngested',
    metadata: by,
    data: { ...ended, told: [], activated: [{ memoryId: id(4), ordinal: 8, waits: true }], usage: [] },
  },
}
