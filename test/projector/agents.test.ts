import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { AgentTrustSet } from '../../src/domain/agent.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Scope } from '../../src/domain/scope.js'
import type { Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { agentState, listAgents, trustHistory } from '../../src/queries/read-agents.js'
import { databasesFor } from '../support/database.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { recordedEpisode } from '../support/recorded-episode.js'
import { by, id, ofAgent } from '../support/sample-parts.js'
import { samples } from '../support/samples.js'

const set = (agentId: string, version: number, trust: number, displayName: string | null = null): AgentTrustSet => ({
  type: 'AgentTrustSet',
  metadata: { ...ofAgent, agentId, version },
  data: { trust, said: { displayName } },
})
const owned = (agentId: string, visibility: 'workspace' | 'agent_only' | 'restricted', grantedTo: string[] = []) => ({
  ...{ workspaceId: 'w', agentId, visibility, grantedTo },
})
let ids = 10
const told = (readers: ReturnType<typeof owned>): readonly DomainEvent[] => {
  const stored = samples.MemoryStored as Extract<DomainEvent, { type: 'MemoryStored' }>
  const [memoryId, episodeId] = [id(ids++), id(ids++)]
  return [
    recordedEpisode({ ...by, episodeId }, readers),
    { ...stored, metadata: { ...stored.metadata, memoryId, episodeId }, data: { ...stored.data, ...readers } },
  ]
}
const owner: Scope = { kind: 'user', userId: 'anna' }
const as = (agentId: string, workspaceId = 'w'): Scope => ({
  ...{ kind: 'workspace', userId: 'anna', workspaceId, agentId, agentScope: 'all' },
})

describe.each(databasesFor(import.meta.url))('agents on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  const given = (...events: readonly DomainEvent[]) =>
    projectBatch(model, 'start', recordedAs(events.map((event) => [event])).flat())
  const shares = async (scope: Scope) => {
    const { agents } = await listAgents(model.db, scope, { limit: 10, offset: 0 })
    return (agents as Schemas['AgentPage']['agents']).map(({ agent_id, memories_shared }) => [
      agent_id,
      memories_shared,
    ])
  }

  test('are what was set last, and the default before', async () => {
    await given(set('a', 1, 0.2), set('a', 2, 0.9, 'Anton'))
    expect(await agentState(model.db, 'anna', 'a')).toEqual({ version: 2, trust: 0.9, displayName: 'Anton' })
    expect(await agentState(model.db, 'anna', 'b')).toEqual({ version: 0, trust: 0.5, displayName: null })
    expect(await agentState(model.db, 'other', 'a')).toMatchObject({ version: 0 })
  })

  test('lose an erased name', async () => {
    await given({ ...set('a', 1, 0.9), data: { trust: 0.9, said: { erased: true } } })
    expect(await agentState(model.db, 'anna', 'a')).toEqual({ version: 1, trust: 0.9, displayName: null })
  })

  test('have a history of their trust, newest first, page by page', async () => {
    await given(set('a', 1, 0.2), set('b', 1, 1), set('a', 2, 0.9, 'Anton'), set('a', 3, 0.9, 'Anna'))
    const history = (limit: number, offset: number) => trustHistory(model.db, 'anna', { agentId: 'a', limit, offset })
    const third = { version: 3, trust_level: 0.9, previous: 0.9, display_name: 'Anna' }
    expect(await history(2, 0)).toMatchObject({
      ...{ agent_id: 'a', count: 2, total: 3 },
      changes: [
        { ...third, at: by.at, actor: by.actor },
        { version: 2, previous: 0.2, display_name: 'Anton' },
      ],
    })
    expect((await history(2, 2)).changes).toMatchObject([{ version: 1, trust_level: 0.2, previous: 0.5 }])
    expect(await trustHistory(model.db, 'anna', { agentId: 'nobody', limit: 9, offset: 0 })).toEqual({
      ...{ agent_id: 'nobody', changes: [], count: 0, total: 0 },
    })
  })

  test('are all listed for their owner, with all that they share', async () => {
    await given(
      set('never wrote', 1, 0.9, 'Nemo'),
      ...told(owned('open', 'workspace')),
      ...told(owned('open', 'workspace')),
      ...told(owned('open', 'agent_only')),
      ...told(owned('shy', 'agent_only')),
      ...told(owned('shy', 'restricted', ['shy'])),
      ...told(owned('granting', 'restricted', ['open'])),
    )
    expect(await shares(owner)).toEqual([
      ['granting', 1],
      ['never wrote', 0],
      ['open', 2],
      ['shy', 0],
    ])
    const page = await listAgents(model.db, owner, { limit: 2, offset: 1 })
    expect(page).toMatchObject({
      ...{ count: 2, total: 4 },
      agents: [{ agent_id: 'never wrote', trust_level: 0.9, display_name: 'Nemo' }, { trust_level: 0.5 }],
    })
    expect(await listAgents(model.db, owner, { limit: 2, offset: 9 })).toEqual({ agents: [], count: 0, total: 4 })
  })

  test('are known to another agent only by what it sees of them', async () => {
    await given(
      set('never wrote', 1, 0.9),
      ...told(owned('open', 'workspace')),
      ...told(owned('shy', 'agent_only')),
      ...told(owned('granting', 'restricted', ['open'])),
    )
    const everybody = [['never wrote', 0]]
    expect(await shares(as('stranger'))).toEqual([...everybody, ['open', 1]])
    expect(await shares(as('open'))).toEqual([['granting', 1], ...everybody, ['open', 1]])
    expect(await shares(as('shy'))).toEqual([...everybody, ['open', 1], ['shy', 0]])
    expect(await shares(as('open', 'elsewhere'))).toEqual(everybody)
  })
})
