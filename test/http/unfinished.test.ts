import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { type RunningApp, startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { samples } from '../support/samples.js'

describe.each(databasesFor(import.meta.url))('an ingest that nobody finishes, on $name', (database) => {
  const apps: RunningApp[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })

  /** What a service left behind that died between the parts of an ingest, so long ago. */
  const leave = async (app: RunningApp, hours: number): Promise<string> => {
    const { EpisodeRecorded: recorded, MemoryStored: stored } = samples
    if (recorded?.type !== 'EpisodeRecorded' || stored?.type !== 'MemoryStored') throw new Error('no samples')
    const at = new Date(Date.now() - hours * 3_600_000).toISOString()
    const by = { at, userId: 'u', commandId: uuid(`${hours}`), episodeId: uuid(`episode ${hours}`) }
    const own = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
    const events: DomainEvent[] = [
      { ...recorded, metadata: { ...recorded.metadata, ...by }, data: { ...recorded.data, ...own } },
      {
        ...stored,
        metadata: { ...stored.metadata, ...by, memoryId: uuid(`memory ${hours}`) },
        data: { ...stored.data, ...own, status: 'pending' },
      },
    ]
    const position = await clientOf(app).append('u', events)
    await app.ask('/v1/memories/list?user_id=u', undefined, { headers: { 'X-Min-Position': `${position}` } })
    return by.episodeId
  }
  const episodes = async (app: RunningApp) =>
    (await app.ask<{ episodes: { id: string }[] }>('/v1/memories/episodes?user_id=u')).body.episodes.map(({ id }) => id)

  test('is given up after an hour, and leaves no row', async () => {
    const first = await startApp(database)
    const [old, young] = [await leave(first, 2), await leave(first, 0.5)]
    expect((await episodes(first)).toSorted()).toEqual([old, young].toSorted())
    const again = await startApp({ open: async () => ({ ...first.databases, close: async () => {} }) })
    apps.push(again, first)
    await vi.waitFor(async () => expect(await episodes(again)).toEqual([young]), { timeout: 10_000 })
    const rows = await clientOf(again).rowsOf('memory')
    expect(rows.join()).not.toContain(uuid('memory 2'))
    expect(rows.join()).toContain(uuid('memory 0.5'))
    expect((await clientOf(again).rowsOf('episode_transcript')).join()).not.toContain(old)
  })
})
