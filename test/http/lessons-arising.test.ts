import { describe, expect, test } from 'vitest'
import { disagreementOn } from '../support/agents.js'
import { type Fields, query, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'

type Lesson = Fields & { readonly id: string; readonly source_memory_ids: readonly string[] }
const port = (n: number) => `The API gateway listens on port ${n}.`
const limit = (n: number) => `The upload limit is ${n} MB.`

describe.each(databases)('what contradictions teach, on $name', (database) => {
  const on = disagreementOn(database, { RECALL_FLUSH_MS: '60000' })

  const lessonsOf = async (who: Who): Promise<readonly Lesson[]> =>
    (await on.app.ask<{ lessons: readonly Lesson[] }>(`/v1/memories/lessons?${query(who)}`)).body.lessons

  test('is that two agents contradict each other again: told once to both of them, and counted', async () => {
    const { as, user } = on.told.someone()
    await on.told.contradict(as, [port(8080), port(9090)])
    expect(await lessonsOf(as('a'))).toEqual([])
    const second = await on.told.contradict(as, [limit(10), limit(20)])
    const pattern = 'Agents a and b contradict each other again and again: check what either says before you rely on it'
    for (const who of [as('a'), as('b')])
      expect(await lessonsOf(who)).toMatchObject([
        { lesson_type: 'contradiction_pattern', severity: 'medium', failure_count: 1, pattern, wrong: null },
      ])
    const [lesson] = await lessonsOf(as('a'))
    expect(lesson?.source_memory_ids.toSorted()).toEqual([second.existing, second.memoryId].toSorted())
    await on.told.contradict(as, ['The backup takes 10 minutes.', 'The backup takes 20 minutes.'])
    expect(await lessonsOf(as('a'))).toMatchObject([{ id: lesson?.id, failure_count: 2 }])
    for (const who of [as('c'), user]) expect(await lessonsOf(who)).toEqual([])
    expect((await on.client.search(as('a'), 'upload limit')).lesson_check).toMatchObject({
      safe: true,
      highest_severity: 'medium',
    })
  })

  test('is no pattern where a contradiction goes on about the next value', async () => {
    const { as } = on.told.someone()
    const { id } = await on.told.contradict(as, [port(8080), port(9090)])
    const { conflicts } = await on.client.tell(as('b'), port(7070))
    expect(conflicts).toMatchObject([{ id }])
    for (const who of [as('a'), as('b')]) expect(await lessonsOf(who)).toEqual([])
  })

  test('is nothing once it was deactivated by hand', async () => {
    const { as } = on.told.someone()
    await on.told.contradict(as, [port(8080), port(9090)])
    await on.told.contradict(as, [limit(10), limit(20)])
    const [lesson] = await lessonsOf(as('a'))
    await on.app.ask(`/v1/memories/lessons/${lesson?.id}?${query(as('a'))}`, undefined, { method: 'DELETE' })
    await on.told.contradict(as, ['The backup takes 10 minutes.', 'The backup takes 20 minutes.'])
    expect(await lessonsOf(as('a'))).toEqual([])
    expect(await lessonsOf(as('b'))).toMatchObject([{ failure_count: 2 }])
  })

  test('is no pattern where an agent does not see the earlier contradiction any more', async () => {
    const { as } = on.told.someone()
    const { existing } = await on.told.contradict(as, [port(8080), port(9090)])
    await on.app.ask(`/v1/memories/${existing}/visibility`, { ...as('a'), visibility: 'agent_only' }, { method: 'PUT' })
    await on.told.contradict(as, [limit(10), limit(20)])
    for (const who of [as('a'), as('b')]) expect(await lessonsOf(who)).toEqual([])
  })

  test.each(['resolved_new', 'resolved_existing'])(
    'that is %s is that what was decided against is told again',
    async (resolution) => {
      const { as, user } = on.told.someone()
      const { id } = await on.told.contradict(as, [port(8080), port(9090)])
      await on.told.resolve(id, resolution)
      const [lost, loser] = resolution === 'resolved_new' ? [port(8080), 'a'] : [port(9090), 'b']
      const { memoryIds } = await on.client.tell(as('c'), lost)
      const warned = { lesson_type: 'consensus_violation', severity: 'high', failure_count: 1 }
      for (const who of ['a', 'b', 'c']) {
        expect(await lessonsOf(as(who))).toMatchObject([{ ...warned, source_memory_ids: memoryIds }])
        expect(JSON.stringify(await lessonsOf(as(who)))).not.toContain('gateway')
      }
      expect(await lessonsOf(user)).toEqual([])
      await on.client.tell(as(loser), lost)
      expect(await lessonsOf(as('a'))).toContainEqual(expect.objectContaining({ ...warned, failure_count: 2 }))
    },
  )

  test('is nothing where the agent that has won takes its words back itself, or what was decided is undone', async () => {
    const { as } = on.told.someone()
    const { id, existing } = await on.told.contradict(as, [port(8080), port(9090)])
    await on.told.resolve(id, 'resolved_new')
    await on.client.tell(as('b'), port(8080))
    expect(await lessonsOf(as('b'))).toEqual([])
    const other = on.told.someone()
    const again = await on.told.contradict(other.as, [port(8080), port(9090)])
    await on.told.resolve(again.id, 'resolved_new')
    await on.client.remove(other.as('b'), again.memoryId)
    await on.client.tell(other.as('c'), port(8080))
    expect(await lessonsOf(other.as('c'))).toEqual([])
    expect(existing).not.toBe(again.existing)
  })

  test('is told of to nobody who does not read what is told again', async () => {
    const { as } = on.told.someone()
    const { id } = await on.told.contradict(as, [port(8080), port(9090)])
    await on.told.resolve(id, 'resolved_existing')
    await on.client.tell(as('c'), port(9090), { visibility: 'agent_only' })
    expect(await lessonsOf(as('c'))).toHaveLength(1)
    for (const who of ['a', 'b']) expect(await lessonsOf(as(who))).toEqual([])
  })

  test('is the same after the read models are built anew', async () => {
    const { rows, live } = await rebuilt(on.app.databases)
    expect(live).toEqual(rows)
  })
})
