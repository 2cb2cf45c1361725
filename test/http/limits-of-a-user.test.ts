import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disagreeing } from '../support/agents.js'
import { asAdmin } from '../support/changing.js'
import { type Fields, query, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { type ModelApp, startModelApp } from '../support/model-app.js'
import { rebuilt } from '../support/rebuilt.js'

type Lesson = { readonly id: string; readonly pattern: string; readonly lesson_type: string }
const TOPICS = ['upload limit', 'retry limit', 'pool size', 'queue size', 'page size', 'batch size']
const saying = (topic: string, n: number) => `The ${topic} is ${n}.`

describe.each(databases)('more than a user may have of conflicts and lessons, on $name', (database) => {
  let model: ModelApp
  let client: ModelApp['client']
  let told: ReturnType<typeof disagreeing>
  beforeAll(async () => {
    const few = { openConflicts: 3, lessons: 3 }
    model = await startModelApp(database, { RECALL_FLUSH_MS: '60000' }, { mostOf: few })
    client = model.client
    told = disagreeing(model.app, client)
  })
  afterAll(() => model.close())

  const expired = async () => {
    const { body } = await model.app.ask<Fields>('/v1/admin/health', undefined, { headers: asAdmin })
    return { conflicts: Number(body.conflicts_expired), lessons: Number(body.lessons_expired) }
  }
  /** What has expired since. */
  const since = async (before: Awaited<ReturnType<typeof expired>>) => {
    const now = await expired()
    return { conflicts: now.conflicts - before.conflicts, lessons: now.lessons - before.lessons }
  }
  const open = async (who: Who) => (await told.conflicts(who)).conflicts.map(({ id }) => id).toSorted()
  const lessonsOf = async (who: Who): Promise<readonly Lesson[]> =>
    (await model.app.ask<{ lessons: readonly Lesson[] }>(`/v1/memories/lessons?${query(who)}`)).body.lessons
  const report = (who: Who, pattern: string) =>
    model.app.ask('/v1/memories/lessons/report', { ...who, pattern, source_memory_ids: [], severity: 'low' })

  test('resolves the oldest conflicts before their time, for the more trusted agent, and says so', async () => {
    const before = await expired()
    const { as, user } = told.someone()
    await model.app.ask('/v1/agents/trust', { ...user, agent_id: 'a', trust_level: 0.9 }, { method: 'PUT' })
    const opened = []
    for (const topic of TOPICS.slice(0, 5)) opened.push(await told.contradict(as, [saying(topic, 3), saying(topic, 4)]))
    const ids = opened.map(({ id }) => id)
    expect(await open(as('a'))).toEqual(ids.slice(2).toSorted())
    const { conflicts } = await told.conflicts(as('a'), { status: 'resolved' })
    expect(conflicts.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    for (const each of conflicts)
      expect(each).toMatchObject({ status: 'resolved_existing', resolved_because: 'expired' })
    expect(await told.found(as('c'), 'upload limit')).toContain(saying('upload limit', 3))
    expect((await since(before)).conflicts).toBe(2)
  })

  test('leaves the newest of many that one ingest opens, and names all', async () => {
    const before = await expired()
    const { as } = told.someone()
    await client.tell(as('a'), TOPICS.map((topic) => saying(topic, 3)).join(' '))
    const { conflicts = [] } = await client.tell(as('b'), TOPICS.map((topic) => saying(topic, 4)).join(' '))
    expect(conflicts).toHaveLength(6)
    expect(await open(as('a'))).toHaveLength(3)
    expect((await since(before)).conflicts).toBe(3)
  })

  test('leaves exactly so many open, however many are opened at once', async () => {
    const { as } = told.someone()
    await client.tell(as('a'), TOPICS.map((topic) => saying(topic, 3)).join(' '))
    await Promise.all(TOPICS.map((topic, i) => client.tell(as(`b${i}`), saying(topic, 4))))
    expect(await open(as('a'))).toHaveLength(3)
    expect((await told.conflicts(as('a'), { status: 'all' })).total).toBe(6)
  })

  test('does not count a conflict that goes on, nor those of another user', async () => {
    const [{ as }, other] = [told.someone(), told.someone()]
    await told.contradict(other.as, [saying('upload limit', 3), saying('upload limit', 4)])
    for (const topic of TOPICS.slice(0, 3)) await told.contradict(as, [saying(topic, 3), saying(topic, 4)])
    const ids = await open(as('a'))
    await client.tell(as('b'), saying('pool size', 5))
    expect(await open(as('a'))).toEqual(ids)
    expect(ids).toHaveLength(3)
    expect(await open(other.as('a'))).toHaveLength(1)
  })

  test('counts what a model derives, also where nobody waits for it', async () => {
    const { as } = told.someone()
    const says = (content: string) => [{ role: 'user', name: 'Ana', content }]
    for (const topic of TOPICS.slice(0, 3)) await told.contradict(as, [saying(topic, 3), saying(topic, 4)])
    const ids = await open(as('a'))
    await model.ingest(as('a'), says('I live in Berlin.'))
    const { conflicts: [conflict] = [] } = await model.ingest(as('b'), says('I live in Lisbon.'))
    expect(conflict).toBeDefined()
    expect(await open(as('a'))).toHaveLength(3)
    expect((await open(as('a'))).filter((id) => ids.includes(id))).toHaveLength(2)
    await model.ingest(as('c'), says('I work for Acme.'))
    expect((await model.ask(as('d'), says('I work for Initech.'), { async: true })).status).toBe(202)
    await expect
      .poll(async () => (await open(as('a'))).filter((id) => ids.includes(id)), { timeout: 20_000 })
      .toHaveLength(1)
    expect(await open(as('a'))).toHaveLength(3)
  })

  test('ends the oldest lessons of all scopes, and says so', async () => {
    const before = await expired()
    const { as, user } = told.someone()
    for (const [i, who] of [user, as('a'), user, as('b'), as('a')].entries()) await report(who, `Mistake number ${i}`)
    const patterns = async (who: Who) => (await lessonsOf(who)).map(({ pattern }) => pattern)
    expect([await patterns(user), await patterns(as('a')), await patterns(as('b'))]).toEqual([
      ['Mistake number 2'],
      ['Mistake number 4'],
      ['Mistake number 3'],
    ])
    await report(as('a'), 'mistake number 4')
    expect(await patterns(user)).toEqual(['Mistake number 2'])
    expect((await since(before)).lessons).toBe(2)
  })

  test('ends the oldest lessons where new ones arise by themselves', async () => {
    const before = await expired()
    const { as, user } = told.someone()
    for (const i of [0, 1]) await report(user, `Mistake number ${i}`)
    await told.contradict(as, [saying('upload limit', 3), saying('upload limit', 4)])
    await told.contradict(as, [saying('retry limit', 3), saying('retry limit', 4)])
    for (const who of ['a', 'b'])
      expect(await lessonsOf(as(who))).toMatchObject([{ lesson_type: 'contradiction_pattern' }])
    expect(await lessonsOf(user)).toMatchObject([{ pattern: 'Mistake number 1' }])
    expect((await since(before)).lessons).toBe(1)
  })

  test('tells no more new lessons at once than there may be', async () => {
    const { as, user } = told.someone()
    await report(user, 'Mistake number 0')
    for (const topic of TOPICS.slice(0, 3)) {
      const { id } = await told.contradict(as, [saying(topic, 3), saying(topic, 4)])
      await told.resolve(id, 'resolved_existing')
    }
    await client.tell(
      as('c'),
      TOPICS.slice(0, 3)
        .map((topic) => saying(topic, 4))
        .join(' '),
    )
    const inForce = await Promise.all([user, as('a'), as('b'), as('c')].map(lessonsOf))
    expect(inForce.flat()).toHaveLength(3)
    expect(inForce.flat().map(({ lesson_type }) => lesson_type)).not.toContain('user_reported')
  })

  test('is the same after the read models are built anew', async () => {
    const { rows, live } = await rebuilt(model.app.databases)
    expect(live).toEqual(rows)
  })
})
