import { describe, expect, test } from 'vitest'
import { disagreeing, disagreementOn } from '../support/agents.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const OLD = 'The API gateway listens on port 8080.'
const NEW = 'The API gateway listens on port 9090.'

describe.each(databasesFor(import.meta.url))('a contradiction whose time is over, on $name', (database) => {
  const on = disagreementOn(database, { CONFLICT_EXPIRY_MS: '0' })

  test('goes to the newer memory when it is asked for, once', async () => {
    const { as, user } = on.told.someone()
    const { id } = await on.told.contradict(as, [OLD, NEW])
    const resolved = await Promise.all([on.told.autoResolve(user.user_id), on.told.autoResolve(user.user_id)])
    expect(resolved.toSorted()).toEqual([0, 1])
    expect(await on.told.found(as('c'), 'gateway port')).toEqual([NEW])
    expect((await on.told.conflicts(as('c'), { status: 'resolved' })).conflicts).toMatchObject([
      { id, status: 'resolved_new', resolved_because: 'expired' },
    ])
  })

  test('is decided once by whoever is first: a person, a deletion or time', async () => {
    for (let round = 0; round < 4; round++) {
      const { as, user } = on.told.someone()
      const { id, existing } = await on.told.contradict(as, [OLD, NEW])
      const [one, other] = await Promise.all([
        on.told.resolve(id, 'resolved_existing'),
        on.told.resolve(id, 'resolved_both'),
        ...(round % 2 === 0 ? [on.told.autoResolve(user.user_id)] : []),
        ...(round > 1 ? [on.client.remove(as('a'), existing)] : []),
      ])
      const [conflict] = (await on.told.conflicts(as('a'), { status: 'all' })).conflicts
      expect(conflict?.status).not.toBe('open')
      const won = [one, other].filter((answer) => typeof answer === 'object' && answer?.status === 200)
      expect(won.length).toBeLessThan(2)
      const left = await on.told.found(as('a'), 'gateway port')
      const kept = { resolved_new: [NEW], resolved_existing: [OLD], resolved_both: [OLD, NEW], open: [] }
      expect(kept[conflict?.status ?? 'open']).toEqual(expect.arrayContaining(left))
      const events = (await on.client.log('ConflictResolved')).filter(({ metadata }) => metadata.conflictId === id)
      expect(events).toHaveLength(1)
    }
  })
})

test.each(databasesFor(import.meta.url))(
  'the service on $name resolves what has expired by itself where that is wanted',
  async (database) => {
    const app = await startApp(database, { CONFLICT_EXPIRY_MS: '0', CONFLICT_AUTO_RESOLVE: 'on' })
    const client = clientOf(app)
    const told = disagreeing(app, client)
    const { as } = told.someone()
    await told.contradict(as, [OLD, NEW])
    await expect.poll(() => told.found(as('a'), 'gateway port'), { timeout: 15_000, interval: 200 }).toEqual([NEW])
    expect((await client.log('ConflictResolved')).map(({ metadata }) => metadata.actor)).toEqual([
      { key: 'system', agentId: null },
    ])
    await app.close()
  },
)
