import { z } from 'zod'
import { actor, reason } from '../../domain/metadata.js'
import { count, id, moment, named } from './named.js'
import { AT, EPISODE, MEMORY } from './samples.js'

const deleted = {
  version: 2,
  action: 'delete' as const,
  timestamp: '2026-06-01T12:00:00.000Z',
  reason: 'requested' as const,
  actor: { key: 'standard' as const, agentId: null },
  episodeId: null,
  content: 'Ana: I moved to Lisbon yesterday.',
}

const entry = named({
  name: 'TrailEntry',
  says: 'What one version of a memory changed, when, by whom and why.',
  fields: {
    version: z.int().min(1).describe('From 1, without gaps.'),
    action: z.enum(['add', 'update', 'supersede', 'delete', 'clarify', 'share', 'erase']),
    timestamp: moment,
    reason: reason.nullable().describe('A short code.'),
    actor: actor.describe('The class of the key, and the agent.'),
    episodeId: id.nullable(),
    content: z.string().optional().describe('As of that version; only where the caller may see the memory.'),
  },
  example: deleted,
})

export const trailAnswer = named({
  name: 'Trail',
  says: 'The history of a memory, oldest first.',
  fields: { memoryId: id, trail: z.array(entry), versionCount: count },
  example: {
    memoryId: MEMORY,
    trail: [{ ...deleted, version: 1, action: 'add', timestamp: AT, reason: 'extracted', episodeId: EPISODE }, deleted],
    versionCount: 2,
  },
})
