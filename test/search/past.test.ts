import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { AgentScope, Scope } from '../../src/domain/scope.js'
import type { Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { search } from '../../src/search/search.js'
import { rounds, seed } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { longHistories } from '../support/histories.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { bagOfWords } from './bag-of-words.js'
import { readableAt } from './remembered.js'
import { ways } from './ways.js'

const WORDS = 'tea green Lisbon Anna moved bicycle not 42 violin why garden blue'
/** What holds none of these holds stop words only. */
const MATCHING = /anna|tea|green|lisbon|moved|bicycle|42|violin|garden|blue/i

const agent = (userId: string, agentId: string, agentScope: AgentScope = 'all'): Scope => ({
  kind: 'workspace',
  userId,
  workspaceId: 'w',
  agentId,
  agentScope,
})
const scopes: readonly Scope[] = [
  { kind: 'user', userId: 'user 0' },
  { kind: 'user', userId: 'user 1' },
  agent('user 0', 'a'),
  agent('user 0', 'b'),
  agent('user 0', 'c', { agents: ['a'] }),
  agent('user 0', 'd', 'others'),
]

describe.each(databasesFor(import.meta.url))('a search of the past on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  const ask = (scope: Scope, asOf: string, { banks }: (typeof ways)[number]) =>
    search(
      model.db,
      { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
      {
        scope,
        query: WORDS,
        limit: 100,
        threshold: 1,
        tokenBudget: 2000,
        trace: true,
        asOf,
      },
    )

  test('finds, for any history and instant, what was to be read then and is to be read now, as it was worded then', async () => {
    const minutes = fc.uniqueArray(fc.integer({ min: -1, max: 41 }), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(longHistories, minutes, async (appends, instants) => {
        await empty(model.db)
        await projectBatch(model, 'start', recordedAs(appends).flat())
        for (const minute of instants)
          for (const scope of scopes)
            await expectAsOf(appends.flat(), scope, new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString())
      }),
      { numRuns: rounds(3, 120), seed: rounds(11, seed) },
    )
  })

  const expectAsOf = async (events: readonly DomainEvent[], scope: Scope, instant: string) => {
    const [inDatabase, inMemory] = ways
    const { memories, observability } = await ask(scope, instant, inDatabase)
    const again = await ask(scope, instant, inMemory)
    expect(again.memories).toEqual(memories)
    expect(again.observability?.retrieval.terms).toEqual(observability?.retrieval.terms)
    const found = memories.map(({ id, version, content }) => ({ id, version, content }))
    const expected = readableAt(events, scope, instant)
    // A fact and what it rests on are shown once: the other one is among the pieces.
    const shown = new Set(found.map(({ id }) => id))
    const told = new Set(memories.flatMap(({ pieces }) => pieces).filter((id) => !shown.has(id)))
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      expected.filter(({ id, content }) => MATCHING.test(content) && !told.has(id)),
    )
    const tea = observability?.retrieval.terms.find(({ term }) => term === 'tea')
    expect(tea?.memories).toBe(expected.filter(({ content }) => /tea/.test(content)).length)
  }
})
