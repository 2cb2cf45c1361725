import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { type RunningApp, startApp } from '../support/app.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, query, readModelOf } from '../support/client.js'
import { databasesFor, type TestDatabase } from '../support/database.js'
import { searchAt } from '../support/recall-samples.js'

const ana = { user_id: 'ana' }
const DAY_MS = 24 * 60 * 60 * 1000
const never = new AbortController().signal
const rebuild = (app: RunningApp) => app.rebuild({ verify: true, dryRun: false }, { report: () => {}, signal: never })

/** A database that outlives the services on it. */
const lasting = async ({ open }: TestDatabase) => {
  const all = await open()
  return { all, kept: { open: async () => ({ ...all, close: async () => {} }) } }
}
const receipt = (app: RunningApp, id: unknown) => app.ask<Fields>(`/v1/memories/recalls/${id}?${query(ana)}`)
const answerOf = (app: RunningApp, wanted: string, more: Fields = {}) =>
  app.ask<Fields>('/v1/memories/search', { ...ana, query: wanted, ...more }).then(({ body }) => body.recall_id)

describe.each(databasesFor(import.meta.url))('receipts of searches, on $name', (database) => {
  test('are the same after a restart and a rebuild, written once whatever was flushed in between', async () => {
    const { all, kept } = await lasting(database)
    const first = await startApp(kept, { RECALL_FLUSH_MS: '60000' })
    const client = clientOf(first)
    const id = await client.keep(ana, 'Ana lives in Lisbon.')
    const asked = [await answerOf(first, 'Where does Ana live?'), await answerOf(first, 'Lisbon', { limit: 1 })]
    const before = [await receipt(first, asked[0])]
    // The second one is written when the service ends.
    const last = await answerOf(first, 'Ana')
    await first.close()
    const second = await startApp(kept, { RECALL_FLUSH_MS: '60000' })
    expect(await receipt(second, last)).toMatchObject({ status: 200, body: { memories: [{ memory_id: id }] } })
    expect((await receipt(second, asked[0])).body).toEqual(before[0]?.body)
    expect(await rebuild(second)).toMatchObject({ swapped: true, verification: { equal: true } })
    expect((await receipt(second, asked[0])).body).toEqual(before[0]?.body)
    const shown = await second.ask<{ recalls: Fields[] }>(`/v1/memories/${id}/recalls?${query(ana)}`)
    expect(shown.body.recalls.map(({ recall_id }) => recall_id)).toEqual([last, ...asked.toReversed()])
    await second.close()
    await all.close()
  })
})

describe.each(databasesFor(import.meta.url))('what is no longer to be told, on $name', (database) => {
  let all: Awaited<ReturnType<typeof lasting>>['all']
  let kept: Awaited<ReturnType<typeof lasting>>['kept']
  beforeEach(async () => {
    ;({ all, kept } = await lasting(database))
  })
  afterEach(() => all.close())
  const rows = async () => {
    const db = await readModelOf(all)
    return db.rows<{ id: string; words: string; said: unknown }>(sql`select id, words, said from recall order by at`)
  }

  test('is the words of a search whose memory was erased, in reads at once and in the rows as well', async () => {
    const app = await startApp(kept, { ...ADMIN, RECALL_RECEIPTS: 'full', RECALL_FLUSH_MS: '60000' })
    const client = clientOf(app)
    const doctor = await client.keep(ana, 'Ana sees a cardiologist on Mondays.')
    await client.keep(ana, 'Ana lives in Lisbon.')
    const about = { subject: 'Ana', metadata: { topic: 'health' } }
    const [first, other, waiting] = [
      await answerOf(app, 'Ana cardiologist, password: hunter2secret'),
      await answerOf(app, 'Lisbon', { threshold: 1 }),
      await answerOf(app, 'cardiologist', about),
    ]
    const asked = { query: 'Ana cardiologist, password: [redacted: password]' }
    expect((await receipt(app, first)).body).toMatchObject({ words: 'kept', withheld: [], asked })
    expect((await receipt(app, waiting)).body).toMatchObject({ asked: { query: 'cardiologist', ...about } })
    const unflushed = await answerOf(app, 'cardiologist on Mondays')
    expect((await changesOf(app).erase(ana, doctor)).status).toBe(200)
    expect((await rows()).map(({ words }) => words)).toEqual(['erased', 'kept', 'kept', 'erased'])
    for (const id of [first, unflushed]) {
      const { body } = await receipt(app, id)
      expect(body).toMatchObject({ words: 'erased', withheld: ['query'], asked: { query: null } })
      expect(body.memories).toContainEqual({ memory_id: doctor, version: 1, score: expect.any(Number) })
    }
    expect((await receipt(app, other)).body).toMatchObject({ words: 'kept', asked: { query: 'Lisbon' } })
    const verified = await rebuild(app)
    expect(verified).toMatchObject({ verification: { equal: true } })
    expect(JSON.stringify(await rows())).not.toContain('Mondays')
    await app.close()
  })

  test('is a receipt older than it is to be kept: no read shows it, and a later start gives it up', async () => {
    const app = await startApp(kept, { RECALL_RETENTION_DAYS: '30' })
    const client = clientOf(app)
    const id = await client.keep(ana, 'Ana lives in Lisbon.')
    const now = Date.now()
    const old = [40, 31, 29].map((days) =>
      searchAt(new Date(now - days * DAY_MS).toISOString(), days, { shown: [[id, 1, 0.5]] }),
    )
    const metadata = {
      ...{ commandId: crypto.randomUUID(), userId: 'ana', at: new Date(now).toISOString() },
      actor: { key: 'system' as const, agentId: null },
    }
    const event = { type: 'MemoriesRecalled' as const, metadata, data: { recalls: [], searches: old } }
    await client.append('ana', [event], 'recall')
    // What is too old may be given up at once, where the first look for such receipts is still under way.
    await vi.waitFor(async () => expect((await rows()).map(({ id }) => id)).toContain(old[2]?.recallId), 20_000)
    const statuses = () => Promise.all(old.map(async ({ recallId }) => (await receipt(app, recallId)).status))
    expect(await statuses()).toEqual([404, 404, 200])
    const { body } = await app.ask<{ count: number }>(`/v1/memories/${id}/recalls?${query(ana)}`)
    expect(body.count).toBe(1)
    await app.close()
    const again = await startApp(kept, { RECALL_RETENTION_DAYS: '30' })
    await vi.waitFor(async () => expect((await rows()).map((row) => row.id)).toEqual([old[2]?.recallId]), 20_000)
    expect(await rebuild(again)).toMatchObject({ verification: { equal: true } })
    expect(await rows()).toHaveLength(1)
    await again.close()
    const events = await all
      .within('log')
      .rows<{ type: string }>(sql`select type from event where type = 'RecallsExpired'`)
    expect(events).toHaveLength(1)
  })
})
