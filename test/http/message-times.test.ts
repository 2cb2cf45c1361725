import { describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Shown = { content: string; observed_at: string; metadata: { dates?: unknown } }

describe.each(databasesFor(import.meta.url))('times and dates of messages, on $name', (database) => {
  const app = served(database)
  const send = (userId: string, body: object) =>
    app.ask('/v1/memories/ingest/quick', { user_id: userId, source_site: 'chat', ...body })
  /** In the order in which they were observed. */
  const shown = async (userId: string, filters = ''): Promise<readonly Shown[]> =>
    (await app.ask<{ memories: Shown[] }>(`/v1/memories/list?user_id=${userId}${filters}`)).body.memories.toSorted(
      (a, b) => a.observed_at.localeCompare(b.observed_at),
    )
  const days = (from: string, to = from) => [expect.objectContaining({ from, to })]

  test('each message is observed when it says, and its relative dates count from there', async () => {
    const said = (content: string, timestamp: unknown) => ({ role: 'user', content, timestamp })
    const messages = [
      said('I moved to Lisbon yesterday.', '2024-03-10T23:30:00-05:00'),
      said('I sold the car yesterday.', 1717243200),
      said('I met Eva yesterday.', 1717329600000),
      said('I baked bread yesterday.', null),
    ]
    await send('ana', { messages, observed_at: '2025-01-02T10:00:00Z' })
    expect(await shown('ana')).toMatchObject([
      { observed_at: '2024-03-11T04:30:00.000Z', metadata: { dates: days('2024-03-09') } },
      { observed_at: '2024-06-01T12:00:00.000Z', metadata: { dates: days('2024-05-31') } },
      { observed_at: '2024-06-02T12:00:00.000Z', metadata: { dates: days('2024-06-01') } },
      { observed_at: '2025-01-02T10:00:00.000Z', metadata: { dates: days('2025-01-01') } },
    ])
    expect(await shown('ana', '&from=2024-06-01&to=2024-06-01')).toHaveLength(1)
  })

  test('a turn is known by the time at which it was said, however that is written', async () => {
    const at = (timestamp: string) => ({
      messages: [
        { role: 'user', content: 'I keep bees.', timestamp },
        { role: 'assistant', content: 'Bees need flowers nearby.', timestamp },
      ],
    })
    await send('ben', at('2024-03-10T08:00:00Z'))
    expect((await send('ben', at('2024-03-10T09:00:00+01:00'))).body).toMatchObject({ knownTurns: 2 })
    expect((await send('ben', at('2024-03-11T08:00:00Z'))).body).toMatchObject({ knownTurns: 0 })
  })

  test('a conversation that is kept word for word is observed when its first message says', async () => {
    const messages = [{ role: 'user', content: 'A note about bees.', timestamp: '2024-03-10T08:00:00Z' }]
    await send('eva', { messages, skip_extraction: true })
    expect(await shown('eva')).toMatchObject([{ observed_at: '2024-03-10T08:00:00.000Z' }])
  })

  test('what a caller keeps as dates stays, though the words name a date', async () => {
    const metadata = { dates: 'see calendar', topic: 'visit' }
    await send('leo', { conversation: 'My aunt visits on 12 May 2026.', metadata })
    expect(await shown('leo')).toMatchObject([{ metadata }])
    const filter = `&metadata=${encodeURIComponent(JSON.stringify({ dates: 'see calendar' }))}`
    expect(await shown('leo', filter)).toHaveLength(1)
    const found = await app.ask<{ memories: unknown[] }>('/v1/memories/search/fast', {
      ...{ user_id: 'leo', query: 'aunt', metadata: { dates: 'see calendar' } },
    })
    expect(found.body.memories).toHaveLength(1)
  })

  test('what somebody writes as dates of a memory itself takes the place of both', async () => {
    await send('mia', { conversation: 'My aunt visits on 12 May 2026.', metadata: { dates: 'see calendar' } })
    const { body } = await app.ask<{ memories: { id: string }[] }>('/v1/memories/list?user_id=mia')
    await app.ask(
      `/v1/memories/${body.memories[0]?.id}`,
      { user_id: 'mia', metadata: { dates: 'in May' } },
      { method: 'PUT' },
    )
    expect(await shown('mia')).toMatchObject([{ metadata: { dates: 'in May' } }])
  })
})
