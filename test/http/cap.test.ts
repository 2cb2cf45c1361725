import { describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const usage = async (app: RunningApp, user: string) => (await app.ask<Fields>(`/v1/memories/cap?user_id=${user}`)).body

describe.each(databasesFor(import.meta.url))('a quota on $name', (database) => {
  const app = served(database, { MEMORY_CAP_MAX: '5', MEMORY_CAP_ENFORCE: 'true' })
  const client = clientOf(app)

  const keep = (user_id: string, conversation: string, more: Fields = {}) =>
    app.ask<Fields>('/v1/memories/ingest/quick', {
      user_id,
      conversation,
      source_site: 'chat',
      skip_extraction: true,
      ...more,
    })
  const refusal = { status: 403, body: { error: 'Memory quota exceeded' } }

  test('is whole for somebody unknown', async () =>
    expect(await usage(app, 'nobody')).toEqual({
      active_memories: 0,
      max_memories: 5,
      usage_ratio: 0,
      status: 'ok',
      recommendation: 'none',
    }))

  test('counts the active memories of every scope, and no deleted ones', async () => {
    const gone = await client.keep({ user_id: 'all' }, 'A cello stands here.')
    await client.keep({ user_id: 'all' }, 'The window is open.')
    await client.keep({ user_id: 'all', workspace_id: 'w', agent_id: 'a' }, 'A private note.', {
      visibility: 'agent_only',
    })
    await client.remove({ user_id: 'all' }, gone)
    expect(await usage(app, 'all')).toMatchObject({ active_memories: 2, usage_ratio: 0.4, status: 'ok' })
  })

  test('lets exactly so many of twenty at once in, and nothing of the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => keep('rush', `Parcel number ${n} lies on shelf ${n * 7}.`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(15)
    for (const answer of refused) expect(answer).toMatchObject(refusal)
    expect(await usage(app, 'rush')).toMatchObject({ active_memories: 5, status: 'exceeded' })
    const recorded = (await client.log('EpisodeRecorded')).filter(({ metadata }) => metadata.userId === 'rush')
    expect(recorded).toHaveLength(5)
  })

  test('refuses an ingest whole, stores what fits, and takes in again what was deleted', async () => {
    const user = { user_id: 'whole' }
    await client.keep(user, 'The kettle is red.')
    const last = await client.keep(user, 'The bicycle is blue.')
    const before = (await client.log()).length
    const four = 'Ana: I keep bees.\nBen: I sail boats.\nAna: I paint walls.\nBen: I bake bread.'
    const told = () => app.ask<Fields>('/v1/memories/ingest', { ...user, conversation: four, source_site: 'chat' })
    expect(await told()).toMatchObject(refusal)
    expect((await client.log()).length).toBe(before)
    await client.remove(user, last)
    expect((await told()).body).toMatchObject({ memoriesStored: 4 })
    expect((await keep('whole', 'One more.')).status).toBe(403)
    expect((await keep('whole', 'The kettle is red.')).body).toMatchObject({ memoriesStored: 0, duplicates: 1 })
  })

  test('refuses a large ingest before its parts are in the log', async () => {
    const before = (await client.log()).length
    const lines = Array.from({ length: 1500 }, (_, n) => `Ana: Box ${n} holds ${n * 3} pens and ${n * 5} cups.`)
    const answer = await app.ask('/v1/memories/ingest/quick', {
      user_id: 'large',
      conversation: lines.join('\n'),
      source_site: 'chat',
    })
    expect(answer).toMatchObject(refusal)
    expect((await client.log()).length).toBe(before)
  })

  test('is told again to a retry, which stores nothing twice', async () => {
    const once = { headers: { 'Idempotency-Key': 'the last place' } }
    const body = (n: number) => ({
      user_id: 'retry',
      conversation: `Lamp ${n}.`,
      source_site: 's',
      skip_extraction: true,
    })
    for (const n of [1, 2, 3, 4]) await keep('retry', `Lamp ${n}.`)
    const [first, again] = [
      await app.ask<Fields>('/v1/memories/ingest/quick', body(5), once),
      await app.ask<Fields>('/v1/memories/ingest/quick', body(5), once),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })
})

describe.each(databasesFor(import.meta.url))('a quota that is not enforced, on $name', (database) => {
  test('is advice', async () => {
    const app = await startApp(database, { MEMORY_CAP_MAX: '1' })
    const { keep } = clientOf(app)
    await keep({ user_id: 'u' }, 'The first.')
    await keep({ user_id: 'u' }, 'Something else.')
    expect(await usage(app, 'u')).toMatchObject({ active_memories: 2, usage_ratio: 2, status: 'exceeded' })
    await app.close()
  })
})
