import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/app.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

const NOBODY = '00000000-0000-4000-8000-00000000dead'
type Lesson = Fields & { readonly id: string; readonly source_memory_ids: readonly string[] }
type Page = { readonly lessons: readonly Lesson[]; readonly count: number; readonly total: number }

describe.each(databasesFor(import.meta.url))('lessons, on $name', (database) => {
  const app = served(database, { CORE_ADMIN_API_KEY: 'admin', RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })

  const report = (who: Who, fields: Fields, init?: RequestInit) =>
    app.ask<{ lessonId: string; error?: string }>(
      '/v1/memories/lessons/report',
      { ...who, pattern: 'Quoting old prices', source_memory_ids: [], severity: 'high', ...fields },
      init,
    )
  const lessonsOf = async (who: Who, more = {}): Promise<Page> =>
    (await app.ask<Page>(`/v1/memories/lessons?${query(who, more)}`)).body
  const statsOf = async (who: Who) => (await app.ask<Fields>(`/v1/memories/lessons/stats?${query(who)}`)).body
  const remove = (who: Who, id: string, more = {}, key = 'local-dev-key'): Promise<Answer<Fields>> =>
    app.ask(`/v1/memories/lessons/${id}?${query(who, more)}`, undefined, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${key}` },
    })

  test('are reported, listed newest first, counted and deactivated once', async () => {
    const who = someone()
    const source = await client.keep(who, 'The plan costs 20 a month.')
    const first = await report(who, { source_memory_ids: [source, NOBODY, source], wrong: 'It is 20.', right: 'Ask.' })
    expect(first.status).toBe(200)
    const second = await report(who, { pattern: 'Talking of the weather', severity: 'low' })
    const { lessons, count, total } = await lessonsOf(who)
    expect([count, total, lessons.map(({ id }) => id)]).toEqual([2, 2, [second.body.lessonId, first.body.lessonId]])
    expect(lessons[1]).toMatchObject({
      ...{ pattern: 'Quoting old prices', severity: 'high', lesson_type: 'user_reported', failure_count: 1 },
      ...{ source_memory_ids: [source], wrong: 'It is 20.', right: 'Ask.' },
    })
    expect(await lessonsOf(who, { limit: '1', offset: '1' })).toMatchObject({
      count: 1,
      total: 2,
      lessons: [lessons[1]],
    })
    const { lessonId } = first.body
    expect(await remove(who, lessonId)).toMatchObject({ status: 200, body: { success: true } })
    const gone = { status: 404, body: { error: 'Lesson not found' } }
    for (const id of [lessonId, NOBODY]) expect(await remove(who, id)).toMatchObject(gone)
    expect(await statsOf(who)).toMatchObject({ total: 2, active: 1, by_severity: { low: 1, high: 0 } })
  })

  test('of one cause are one: it counts, takes in sources and examples, and grows more severe', async () => {
    const who = someone()
    const [a, b] = [await client.keep(who, 'The plan costs 20.'), await client.keep(who, 'The plan costs 30.')]
    const { body } = await report(who, { source_memory_ids: [a], severity: 'low', wrong: '20' })
    const again = await report(who, { pattern: 'quoting  OLD prices.', source_memory_ids: [a, b], right: 'Ask.' })
    expect(again.body).toEqual(body)
    await report(who, { severity: 'medium' })
    const { lessons } = await lessonsOf(who)
    expect(lessons).toMatchObject([{ failure_count: 3, severity: 'high', wrong: '20', right: 'Ask.' }])
    expect(lessons[0]?.source_memory_ids.toSorted()).toEqual([a, b].toSorted())
    await remove(who, body.lessonId)
    expect((await report(who, {})).body.lessonId).not.toBe(body.lessonId)
  })

  test('belong to the scope that reports them, and name no memory that it does not see', async () => {
    const { user_id } = someone()
    const [own, a, b, elsewhere] = [
      { user_id },
      { user_id, workspace_id: 'w', agent_id: 'a' },
      { user_id, workspace_id: 'w', agent_id: 'b' },
      { user_id, workspace_id: 'w2', agent_id: 'a' },
    ] as const
    const hidden = await client.keep(b, 'The vault code is in the drawer.', { visibility: 'agent_only' })
    const shared = await client.keep(b, 'The vault is in the cellar.')
    const mine = await client.keep(own, 'My vault is empty.')
    const { body, status } = await report(a, { source_memory_ids: [hidden, shared, mine, NOBODY] })
    expect([status, Object.keys(body)]).toEqual([200, ['lessonId']])
    expect((await lessonsOf(a)).lessons).toMatchObject([{ source_memory_ids: [shared] }])
    for (const other of [own, b, elsewhere, { ...a, user_id: 'nobody' }]) {
      expect(await lessonsOf(other)).toEqual({ lessons: [], count: 0, total: 0 })
      expect(await statsOf(other)).toMatchObject({ total: 0, active: 0 })
      expect((await remove(other, body.lessonId)).status).toBe(404)
      expect((await client.search(other, 'Quoting old prices')).lesson_check).toMatchObject({ matched_count: 0 })
    }
  })

  test('are reported once for one Idempotency-Key', async () => {
    const who = someone()
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'one' } }
    const answers = [await report(who, {}, init), await report(who, {}, init)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true')
    expect((await lessonsOf(who)).lessons).toMatchObject([{ failure_count: 1 }])
  })

  test.each<[Fields, string]>([
    [{ pattern: undefined }, 'pattern: required'],
    [{ pattern: '  ' }, 'pattern: must not be blank'],
    [{ pattern: 'x'.repeat(2001) }, 'pattern: must be at most 2,000 characters'],
    [{ source_memory_ids: ['nonsense'] }, 'source_memory_ids[0]: must be a uuid'],
    [{ source_memory_ids: undefined }, 'source_memory_ids: required'],
    [{ source_memory_ids: Array(101).fill(NOBODY) }, 'source_memory_ids: must hold at most 100 items'],
    [{ severity: 'fatal' }, 'severity: must be one of low, medium, high, critical'],
    [
      { lesson_type: 'gossip' },
      'lesson_type: must be one of user_reported, injection_blocked, contradiction_pattern, consensus_violation',
    ],
    [{ workspace_id: 'w' }, 'agent_id is required for workspace queries'],
  ])('are refused for a fault of theirs, %#', async (fields, error) => {
    const who = someone()
    expect(await report(who, fields)).toMatchObject({ status: 400, body: { error } })
    expect((await lessonsOf(who)).total).toBe(0)
  })

  test.each([
    "'; drop table lesson; --",
    '../../etc/passwd',
    '{"$gt":""}',
    '__proto__',
    'pa\u200bt\u202etern',
    'constructor',
  ])('take %j for words', async (words) => {
    const who = { user_id: `${words} ${users++}`.replace(/\p{Cc}/gu, '') }
    await report(who, { pattern: words, wrong: words, right: words })
    expect((await lessonsOf(who)).lessons).toMatchObject([{ pattern: words, wrong: words, right: words }])
  })

  test('keep no secret', async () => {
    const who = someone()
    await report(who, { pattern: 'Told the password: hunter2hunter2', wrong: 'password: hunter2hunter2' })
    expect(JSON.stringify(await lessonsOf(who))).not.toContain('hunter2hunter2')
  })

  test('lose their words with a memory that they are about, and end where they are about no other', async () => {
    const who = someone()
    const [a, b] = [await client.keep(who, 'The plan costs 20.'), await client.keep(who, 'The plan costs 30.')]
    await report(who, { source_memory_ids: [a, b], severity: 'critical' })
    await report(who, { source_memory_ids: [a], pattern: 'Saying that the plan costs 20' })
    const erase = { method: 'DELETE', headers: { Authorization: 'Bearer admin' } }
    await app.ask(`/v1/memories/${a}?${query(who, { hard: 'true' })}`, undefined, erase)
    expect((await lessonsOf(who)).lessons).toMatchObject([{ pattern: '', severity: 'critical', failure_count: 1 }])
    expect(await statsOf(who)).toMatchObject({ total: 2, active: 1 })
    await app.ask(`/v1/memories?${query(who, { hard: 'true', source_site: 'chat' })}`, undefined, erase)
    expect(await statsOf(who)).toMatchObject({ total: 2, active: 0 })
  })

  test('are erased by the admin alone, active or not', async () => {
    const who = someone()
    const { lessonId } = (await report(who, {})).body
    expect((await remove(who, lessonId, { hard: 'true' })).status).toBe(403)
    await remove(who, lessonId)
    expect((await remove(who, lessonId, { hard: 'true' }, 'admin')).status).toBe(200)
    expect((await remove(who, lessonId, { hard: 'true' }, 'admin')).status).toBe(404)
    expect(await client.rowsOf('lesson')).not.toContainEqual(expect.stringMatching(`${who.user_id}.*Quoting`))
  })

  test('are the same rows when the read models are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(rows).toEqual(live)
  })
})
