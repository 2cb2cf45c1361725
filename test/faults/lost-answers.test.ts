import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { losingAnswers } from '../support/losing-answers.js'

describe.each(databasesFor(import.meta.url))(
  'an append whose answer is lost after the commit, on $name',
  ({ open }) => {
    let app: RunningApp
    let client: Client
    let losing = 0
    let lost = 0
    const who = { user_id: 'anna' }
    beforeAll(async () => {
      const losingSome = async () =>
        losingAnswers(await open(), () => {
          if (losing === 0) return false
          losing--
          lost++
          return true
        })
      // A busy machine may take a while until a large ingest can be read.
      app = await startApp({ open: losingSome }, { READ_WAIT_MS: '30000' })
      client = clientOf(app)
    })
    beforeEach(() => {
      losing = 0
      lost = 0
    })
    afterAll(() => app.close())
    const types = async () => (await client.log()).map(({ type }) => type).filter((type) => type !== 'MemoriesRecalled')

    test('is settled by the identical one: stored once, answered as if nothing had been', async () => {
      for (let i = 0; i < 5; i++) {
        const before = await types()
        losing = 1
        const { memoryIds } = await client.tell(who, `Anna: Violin ${i} has a new string.`)
        expect([lost, memoryIds.length]).toEqual([i + 1, 1])
        const after = await types()
        expect(after.slice(before.length).filter((type) => type === 'MemoryStored')).toHaveLength(1)
        expect((await client.list(who)).total).toBe(i + 1)
      }
    })

    test('of a deletion: 200, and one version more', async () => {
      const id = await client.keep(who, 'The cello is repaired.')
      losing = 1
      expect((await client.remove(who, id)).status).toBe(200)
      expect(lost).toBe(1)
      expect((await client.trail(who, id)).trail.map(({ action }) => action)).toEqual(['add', 'delete'])
    })

    test('of a part of a large ingest: the part is there once, and the whole is answered', async () => {
      const text = Array.from(
        { length: 300 },
        (_, i) => `Anna: Crate ${i} holds ${i * 7} ${'very '.repeat(55)}old books.`,
      )
      losing = 1
      const answer = await client.tell({ user_id: 'large' }, text.join('\n'))
      expect(lost).toBe(1)
      expect(answer.memoriesStored).toBe(300)
      expect((await client.list({ user_id: 'large' })).total).toBe(300)
      expect((await client.log('EpisodeRecorded')).filter(({ metadata }) => metadata.userId === 'large')).toHaveLength(
        1,
      )
    })

    test('twice in a row: 503, and the same request again finds what was written', async () => {
      losing = 2
      const body = { ...who, source_site: 'chat', conversation: 'Anna: The piano was tuned by Goran.' }
      const refused = await app.ask<Fields>('/v1/memories/ingest/quick', body)
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      const again = await app.ask<Fields>('/v1/memories/ingest/quick', body)
      expect(again).toMatchObject({ status: 200, body: { memoriesStored: 0, duplicates: 1 } })
      const { memories } = await client.list(who)
      expect(memories.filter(({ content }) => content.includes('piano'))).toHaveLength(1)
    })

    test('of eight users at once: all are answered, and nothing is doubled', async () => {
      const many = Array.from({ length: 8 }, (_, i) => ({ user_id: `user ${i}` }))
      losing = 1
      await Promise.all(many.map((user, i) => client.tell(user, `Anna: Lantern ${i} hangs in house ${i * 3}.`)))
      expect(lost).toBe(1)
      for (const user of many) expect((await client.list(user)).total).toBe(1)
    })
  },
)
