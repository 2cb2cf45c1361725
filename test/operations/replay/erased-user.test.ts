import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, asAdmin } from '../../support/changing.js'
import { clientOf, type Fields } from '../../support/client.js'
import { databasesFor } from '../../support/database.js'
import { rebuilt } from '../../support/rebuilt.js'
import { replayOfService } from '../../support/replaying.js'
import { served } from '../../support/served.js'

const ANA = { user_id: 'ana' }

describe.each(databasesFor(import.meta.url))('a replay after a user was erased, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_RECEIPTS: 'full' })
  const client = clientOf(app)
  let parrot: string
  let boat: string
  const told = async (question: Parameters<typeof replayOfService>[1]) => {
    const answers = await replayOfService(app.databases, question)
    expect(JSON.stringify(answers)).not.toMatch(/parrot/i)
    return answers
  }
  beforeAll(async () => {
    parrot = await client.keep(ANA, 'My parrot speaks.', { metadata: { of: 'parrot' } })
    await client.search(ANA, 'the parrot')
    const headers = asAdmin
    expect((await app.ask<Fields>('/v1/admin/users/ana', undefined, { method: 'DELETE', headers })).status).toBe(200)
    boat = await client.keep(ANA, 'My boat has a keel.')
  })

  test('lists what was said since, and nothing of before at any time', async () => {
    const now = await told({ ask: 'user', user: 'ana', all: true })
    expect(now).toMatchObject([
      { kind: 'memory', memory: { id: boat } },
      { kind: 'listed', memories: 1 },
    ])
    const then = await told({ ask: 'user', user: 'ana', all: true, position: '5' })
    expect(then).toMatchObject([{ memory: { id: parrot, content: null, metadata: {} } }, { memories: 1 }])
  })

  test('ends the story of a memory with it', async () => {
    const story = await told({ ask: 'memory', id: parrot })
    expect(story.map((each) => each.kind === 'event' && [each.type, each.memory.status])).toEqual(
      expect.arrayContaining([
        ['MemoryStored', 'active'],
        ['UserErased', 'erased'],
      ]),
    )
    expect(story.at(-1)).toMatchObject({
      type: 'UserErased',
      about: { extent: { memories: 1 } },
      memory: { content: null },
    })
  })

  test('tells in the log that it happened, with counts', async () => {
    const events = await told({ ask: 'log', types: ['UserErased'] })
    expect(events).toMatchObject([{ event: { data: { extent: { memories: 1, episodes: 1, turns: 1 } } } }])
    await told({ ask: 'log', types: [], user: 'ana' })
  })

  test('finds the rows to be as the log says, and a rebuild makes the same', async () => {
    expect(await told({ ask: 'check' })).toMatchObject([{ verdict: { equal: true, mismatch: null } }])
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
