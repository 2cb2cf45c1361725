import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { MemoryNotFound } from '../../src/domain/errors.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import type { Scope } from '../../src/domain/scope.js'
import type { Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { readTrail } from '../../src/queries/visible-trail.js'
import { databasesFor } from '../support/database.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const { MemoryStored: stored, EpisodeIngested: ingested } = samples
if (stored?.type !== 'MemoryStored' || ingested?.type !== 'EpisodeIngested' || 'erased' in stored.data.said)
  throw new Error('the samples have changed')
const { said } = stored.data
const memoryId = stored.metadata.memoryId
const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`
const m = (version: number) => ({ ...stored.metadata, version, at: at(version) })
const words = (content: string) => ({ ...stored.data, said: { ...said, content, speaker: null } })

const inWorkspace = { workspaceId: 'w', agentId: 'a', visibility: 'workspace' as const, grantedTo: [] }
const put = (content: string, readers = {}, status: 'active' | 'pending' = 'active'): MemoryOf<'MemoryStored'> => ({
  ...stored,
  metadata: m(1),
  data: { ...words(content), ...readers, status, grantedTo: [] },
})
const update = (version: number, content: string): MemoryOf<'MemoryUpdated'> => {
  const { memoryType, network, language, importance, trust, claimType, evidence, said: spoken } = words(content)
  return {
    type: 'MemoryUpdated',
    metadata: m(version),
    data: { memoryType, network, language, importance, trust, claimType, evidence, said: spoken },
  }
}
const share = (version: number, visibility: 'agent_only' | 'restricted', grantedTo: string[] = []): DomainEvent => ({
  type: 'MemoryShared',
  metadata: m(version),
  data: { workspaceId: 'w', agentId: 'a', visibility, grantedTo },
})
const without = (type: 'MemoryDeleted' | 'MemoryErased', version: number): DomainEvent =>
  type === 'MemoryDeleted'
    ? { type, metadata: m(version), data: {} }
    : { type, metadata: m(version), data: { turns: [] } }

const user: Scope = { kind: 'user', userId: 'anna' }
const agent = (agentId: string): Scope => ({
  kind: 'workspace',
  userId: 'anna',
  workspaceId: 'w',
  agentId,
  agentScope: 'all',
})

describe.each(databasesFor(import.meta.url))('the trail on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  const given = async (...events: readonly DomainEvent[]) => {
    await projectBatch(model, 'start', recordedAs(events.map((event) => [event])).flat())
    return async (scope: Scope) => {
      const { trail } = await readTrail(model.db, scope, memoryId)
      return (trail as Schemas['Trail']['trail']).map(({ version, action, content }) => [version, action, content])
    }
  }

  test('tells what was done and what was said, version by version', async () => {
    const trail = await given(put('tea'), update(2, 'green tea'), without('MemoryDeleted', 3))
    expect(await trail(user)).toEqual([
      [1, 'add', 'tea'],
      [2, 'update', 'green tea'],
      [3, 'delete', 'green tea'],
    ])
  })

  test('shows a version to whom could read it then and can read the memory now', async () => {
    const trail = await given(
      put('one', inWorkspace),
      share(2, 'agent_only'),
      update(3, 'two'),
      share(4, 'restricted', ['b']),
    )
    const done = (...contents: readonly (string | undefined)[]) =>
      ['add', 'share', 'update', 'share'].map((action, i) => [i + 1, action, contents[i]])
    expect(await trail(agent('a'))).toEqual(done('one', 'one', 'two', 'two'))
    expect(await trail(agent('b'))).toEqual(done('one', undefined, undefined, 'two'))
    expect(await trail(agent('c'))).toEqual(done())
    expect(await trail(user)).toEqual(done())
  })

  test('of an erased memory has no word left', async () => {
    const trail = await given(put('tea'), update(2, 'green tea'), without('MemoryErased', 3))
    expect(await trail(user)).toEqual([
      [1, 'add', undefined],
      [2, 'update', undefined],
      [3, 'erase', undefined],
    ])
  })

  test('begins when pending material becomes active', async () => {
    const decided: DomainEvent = {
      ...ingested,
      metadata: { ...ingested.metadata, at: at(5) },
      data: { ...ingested.data, activated: [{ memoryId, ordinal: 3 }] },
    }
    await given(put('tea', {}, 'pending'), decided)
    const { trail, versionCount } = await readTrail(model.db, user, memoryId)
    expect(versionCount).toBe(1)
    expect(trail).toEqual([
      {
        version: 1,
        action: 'add',
        timestamp: at(5),
        reason: 'extracted',
        actor: { key: 'standard', agentId: null },
        episodeId: stored.metadata.episodeId,
        content: 'tea',
      },
    ])
  })

  test.each<[string, Scope, readonly DomainEvent[]]>([
    ['of pending material', user, [put('tea', {}, 'pending')]],
    ['of nothing', user, []],
    ['of another user', { kind: 'user', userId: 'ben' }, [put('tea')]],
  ])('%s does not exist', async (_, scope, events) => {
    await given(...events)
    await expect(readTrail(model.db, scope, memoryId)).rejects.toThrow(MemoryNotFound)
  })
})
