import { describe, expect, test } from 'vitest'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const PRIVATE = { visibility: 'agent_only' }
const QUICK = '/v1/memories/ingest/quick'

describe.each(databasesFor(import.meta.url))('what an agent keeps to itself, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const agent = (agent_id: string, user_id: string) => ({ user_id, workspace_id: 'w', agent_id })

  test('is not linked to what it then tells everybody', async () => {
    const me = agent('a', 'linked')
    await client.tell(me, 'Anna: The harbour office in Lisbon opens early on Monday.', PRIVATE)
    const told = await client.tell(me, 'Anna: The harbour office in Lisbon opens late on Friday.')
    expect(told).toMatchObject({ memoriesStored: 1, linksCreated: 0 })
    const back = await client.tell(me, 'Anna: The harbour office in Lisbon opens never on Sunday.', PRIVATE)
    expect(back).toMatchObject({ memoriesStored: 1, linksCreated: 2 })
  })

  test('tells nobody by the counts of an episode that it was there', async () => {
    const counts = []
    for (const user of ['with', 'without']) {
      if (user === 'with') await client.tell(agent('a', user), 'Anna: The ferry to Porto leaves at dawn.', PRIVATE)
      const { episodeId } = await client.tell(agent('a', user), 'Anna: The ferry to Porto leaves at dusk, not at dawn.')
      counts.push((await client.ask(`/v1/memories/episodes/${episodeId}`, agent('b', user))).body)
    }
    const [one, other] = counts.map((body) => Object(body).counts)
    expect(one).toEqual(other)
  })

  test('takes no place among the neighbours of what all may read, however much of it there is', async () => {
    const me = agent('a', 'crowded')
    const text = 'The harbour office in Lisbon opens early every Monday morning'
    await client.tell(me, `Anna: ${text}.`)
    const crowd = Array.from({ length: 40 }, (_, i) => `Anna: ${text}, really, at desk ${i + 10}.`)
    expect(await client.tell(me, crowd.join('\n'), PRIVATE)).toMatchObject({ memoriesStored: 40 })
    expect(await client.tell(me, `Anna: ${text}, really.`)).toMatchObject({ memoriesStored: 0, duplicates: 1 })
  })

  test('are its idempotency keys, too: another agent may use the same', async () => {
    const ask = (agentId: string, text: string) =>
      app.ask<Fields>(
        QUICK,
        { ...agent(agentId, 'keyed'), conversation: text, source_site: 'chat' },
        { headers: { 'Idempotency-Key': 'one' } },
      )
    const first = await ask('a', 'Anna: The ferry is late.')
    expect(first.status).toBe(200)
    const other = await ask('b', 'Ben: The train is late.')
    expect([other.status, other.headers.get('Idempotency-Replayed'), other.body]).toMatchObject([
      200,
      null,
      { memoriesStored: 1 },
    ])
    expect((await ask('a', 'Anna: The ferry is late.')).body).toEqual(first.body)
    expect((await ask('a', 'Anna: The ferry is gone.')).status).toBe(422)
  })
})
