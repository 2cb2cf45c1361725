import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { dayOf } from '../../src/domain/recall.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { recallsBefore, recallsWithErased } from '../../src/search/visible-recalls.js'
import { databasesFor } from '../support/database.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { recallSamples, searchAt } from '../support/recall-samples.js'
import { by, id } from '../support/sample-parts.js'

const sample = (name: string): DomainEvent => {
  const event = recallSamples[name]
  if (event === undefined) throw new Error(`no sample is called ${name}`)
  return event
}
const expired = (...days: string[]): DomainEvent => ({ type: 'RecallsExpired', metadata: by, data: { days } })

describe('the day of a recall', () => {
  test('is told by its id', () => expect(dayOf(searchAt('2026-01-02T23:59:59.999Z', 1).recallId)).toBe('2026-01-02'))
  test.each([id(3), 'ffffffff-ffff-7fff-bfff-ffffffffffff', '', '2026-01-02'])('is not told by %j', (other) =>
    expect(dayOf(other)).toBe(undefined),
  )
})

describe.each(databasesFor(import.meta.url))('receipts of searches, on $name', ({ open }) => {
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
  const rows = () =>
    model.db.rows<Record<string, unknown>>(sql`
      select user_id, day::text as day, id, at, workspace_id, position, settings, shown::text[] as shown, versions,
             scores, worded, words, said
      from recall
      order by id`)

  test('are a row each, without words where none were to be kept', async () => {
    await given(sample('MemoriesRecalled'))
    const { recallId, settings } = searchAt(by.at, 1)
    expect(await rows()).toEqual([
      {
        ...{ user_id: 'anna', day: '2026-01-02', id: recallId, at: by.at, workspace_id: null, position: 41n, settings },
        ...{ shown: [id(3)], versions: [2], scores: [0.72], worded: [], words: 'none', said: null },
      },
    ])
  })

  test('lose their words, and keep what was returned', async () => {
    await given(sample('MemoriesRecalled.words'))
    expect(await rows()).toMatchObject([{ words: 'kept', said: { query: 'Where does Anna live?', subject: 'anna' } }])
    await empty(model.db)
    await given(sample('MemoriesRecalled.words'), sample('RecallWordsErased'))
    expect(await rows()).toMatchObject([
      { words: 'erased', said: null, shown: [id(3)], worded: ['subject', 'metadata'] },
    ])
    await empty(model.db)
    await given(sample('MemoriesRecalled.erased'))
    expect(await rows()).toMatchObject([{ words: 'erased', said: null }])
  })

  test('are not looked for to be given up while their user is set aside', async () => {
    await given(sample('MemoriesRecalled.words'))
    const found = () => recallsBefore(model.db, '2030-01-01', 10)
    expect(await found()).toEqual([{ userId: 'anna', day: '2026-01-02' }])
    await model.db.rows(sql`insert into parked (user_id, stream, position) values ('anna', 'test-bank-anna', 1)`)
    expect(await found()).toEqual([])
    expect(await recallsWithErased(model.db, '2000-01-01T00:00:00.000Z', 10)).toEqual([])
  })

  test('of a day that is given up are gone, those of the next day are not', async () => {
    const at = (time: string, n: number) => searchAt(time, n)
    const data = { recalls: [], searches: [at('2026-01-02T23:59:59.999Z', 1), at('2026-01-03T00:00:00.000Z', 2)] }
    await given({ type: 'MemoriesRecalled', metadata: by, data }, expired('2026-01-01', '2026-01-02'))
    expect(await rows()).toMatchObject([{ day: '2026-01-03' }])
  })
})
