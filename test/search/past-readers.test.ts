import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import type { Scope } from '../../src/domain/scope.js'
import type { Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import type { SearchRequest } from '../../src/search/answer.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { samples } from '../support/samples.js'
import { bagOfWords } from './bag-of-words.js'
import { ways } from './ways.js'

const { MemoryStored: sample, MemoryEmbedded: vector } = samples
if (sample?.type !== 'MemoryStored' || vector?.type !== 'MemoryEmbedded' || 'erased' in sample.data.said)
  throw new Error('the samples have changed')
const { said } = sample.data
const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`
const m = (version: number) => ({ ...sample.metadata, version, at: at(version) })
const spoken = (content: string) => ({ ...said, content, speaker: null, subject: null })

const stored = (status: 'active' | 'needs_clarification', readers = {}): MemoryOf<'MemoryStored'> => ({
  ...sample,
  metadata: m(1),
  data: { ...sample.data, grantedTo: [], ...readers, status, said: spoken('tea') },
})
const embedded = async (of: number, text: string): Promise<DomainEvent> => {
  const [floats] = await bagOfWords().embed([text])
  const bytes = Buffer.from(floats?.buffer ?? new ArrayBuffer(0)).toString('base64')
  return { ...vector, metadata: m(of), data: { ...vector.data, of, dimensions: 256, embedding: { vector: bytes } } }
}
const updated = (version: number, content: string, importance = 0.5): DomainEvent => {
  const { memoryType, network, language, trust, claimType, evidence } = sample.data
  const data = { memoryType, network, language, importance, trust, claimType, evidence, said: spoken(content) }
  return { type: 'MemoryUpdated', metadata: m(version), data }
}
const shared = (version: number, visibility: 'agent_only' | 'restricted', grantedTo: string[] = []): DomainEvent => ({
  type: 'MemoryShared',
  metadata: m(version),
  data: { workspaceId: 'w', agentId: 'a', visibility, grantedTo },
})
const own = (visibility: 'workspace' | 'agent_only') => ({ workspaceId: 'w', agentId: 'a', visibility })
const agent = (agentId: string): Scope => ({
  kind: 'workspace',
  userId: sample.metadata.userId,
  workspaceId: 'w',
  agentId,
  agentScope: 'all',
})
const user: Scope = { kind: 'user', userId: sample.metadata.userId }

describe.each(databasesFor(import.meta.url))('as of an instant, on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db, 1, { model: 'static-en', dimensions: 256 })
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  /** What the scope finds at each hour. */
  const found = async (events: readonly DomainEvent[], scope: Scope, query = 'tea') => {
    await empty(model.db)
    await projectBatch(model, 'start', recordedAs(events.map((event) => [event])).flat())
    const ask = async (hour: number, { banks }: (typeof ways)[number]) => {
      const asked: SearchRequest = {
        scope,
        query,
        limit: 10,
        threshold: 0.9,
        tokenBudget: 2000,
        trace: false,
        asOf: at(hour),
      }
      const now = () => '2026-06-01T00:00:00.000Z'
      const { memories } = await search(
        model.db,
        { embedding: bagOfWords(), relatedTerms: () => [], now, banks },
        asked,
      )
      return memories.map(({ content, version }) => `${version} ${content}`).join()
    }
    const answers: string[] = []
    for (const hour of [0, 1, 2, 3]) {
      const [inDatabase, inMemory] = ways
      answers.push(await ask(hour, inDatabase))
      expect(await ask(hour, inMemory)).toBe(answers.at(-1))
    }
    return answers
  }

  test('who was let in later does not see what was there before', async () => {
    const events = [stored('active', own('agent_only')), shared(2, 'restricted', ['b'])]
    expect(await found(events, agent('a'))).toEqual(['', '1 tea', '2 tea', '2 tea'])
    expect(await found(events, agent('b'))).toEqual(['', '', '2 tea', '2 tea'])
    expect(await found(events, agent('c'))).toEqual(['', '', '', ''])
  })

  test('who was shut out later sees nothing of it any more', async () => {
    const events = [stored('active', own('workspace')), shared(2, 'restricted', ['b'])]
    expect(await found(events, agent('b'))).toEqual(['', '1 tea', '2 tea', '2 tea'])
    expect(await found(events, agent('c'))).toEqual(['', '', '', ''])
  })

  test('what waits for clarification is not known yet, whatever is changed about it', async () => {
    const clarified: DomainEvent = { type: 'MemoryClarified', metadata: m(3), data: { outcome: 'active' } }
    expect(await found([stored('needs_clarification'), updated(2, 'green tea'), clarified], user)).toEqual([
      '',
      '',
      '',
      '3 green tea',
    ])
  })

  test('the vector of a version is its own: none where the version was not embedded', async () => {
    const events = [stored('active'), await embedded(1, 'violin'), updated(2, 'tea', 0.9), await embedded(2, 'violin')]
    expect(await found([...events, updated(3, 'chai')], user, 'violin')).toEqual(['', '1 tea', '2 tea', ''])
  })

  test('what was erased since is nowhere', async () => {
    const erased: DomainEvent = { type: 'MemoryErased', metadata: m(3), data: { turns: [] } }
    expect(await found([stored('active'), updated(2, 'green tea'), erased], user)).toEqual(['', '', '', ''])
  })
})
