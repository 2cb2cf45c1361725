import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Readers } from '../../src/domain/scope.js'
import { textHash } from '../../src/text/text-hash.js'
import type { RunningApp } from './app.js'
import { clientOf } from './client.js'
import { uuid } from './histories.js'
import { samples } from './samples.js'

const OWN: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }

/** A memory of user u as it may stand in a log without any request of today having written it; its id. */
export const appendMemory = async (
  app: RunningApp,
  content: string,
  { readers = OWN, status = 'active' }: { readonly readers?: Readers; readonly status?: 'active' | 'pending' } = {},
): Promise<string> => {
  const { EpisodeRecorded: recorded, MemoryStored: stored } = samples
  if (recorded?.type !== 'EpisodeRecorded' || stored?.type !== 'MemoryStored' || 'erased' in stored.data.said)
    throw new Error('the samples have changed')
  const memoryId = uuid(textHash(content))
  const by = { commandId: uuid(memoryId), userId: 'u', episodeId: uuid('episode') }
  const said = { ...stored.data.said, content, speaker: null, subject: null, metadata: {} }
  const events: readonly DomainEvent[] = [
    { ...recorded, metadata: { ...recorded.metadata, ...by }, data: { ...recorded.data, ...readers } },
    {
      ...stored,
      metadata: { ...stored.metadata, ...by, memoryId },
      data: { ...stored.data, ...readers, said, status },
    },
  ]
  const position = await clientOf(app).append('u', events)
  await app.ask('/v1/memories/list?user_id=u', undefined, { headers: { 'X-Min-Position': `${position}` } })
  return memoryId
}
