import type { DomainEvent } from '../../src/domain/events.js'
import type { RunningApp } from './app.js'
import { clientOf } from './client.js'
import { uuid } from './histories.js'
import { samples } from './samples.js'

/** A memory of agent a in workspace w of user u whose visibility was never set, as old rows have it; its id. */
export const legacyMemory = async (app: RunningApp, content: string): Promise<string> => {
  const { EpisodeRecorded: recorded, MemoryStored: stored } = samples
  if (recorded?.type !== 'EpisodeRecorded' || stored?.type !== 'MemoryStored' || 'erased' in stored.data.said)
    throw new Error('the samples have changed')
  const memoryId = uuid(content)
  const by = { commandId: uuid('legacy'), userId: 'u', episodeId: uuid('episode') }
  const readers = { workspaceId: 'w', agentId: 'a', visibility: null, grantedTo: [] }
  const said = { ...stored.data.said, content, speaker: null, subject: null, metadata: {} }
  const events: readonly DomainEvent[] = [
    { ...recorded, metadata: { ...recorded.metadata, ...by }, data: { ...recorded.data, ...readers } },
    { ...stored, metadata: { ...stored.metadata, ...by, memoryId }, data: { ...stored.data, ...readers, said } },
  ]
  const position = await clientOf(app).append('u', events)
  await app.ask('/v1/memories/list?user_id=u', undefined, { headers: { 'X-Min-Position': `${position}` } })
  return memoryId
}
