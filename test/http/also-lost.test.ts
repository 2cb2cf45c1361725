import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databases)('what else a memory said that is replaced, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const TWO = 'Ana lives in Lisbon. She prefers green tea.'
  const TEA = ['She prefers green tea.']
  const send = async (who: Who, fields: Fields, path = 'ingest/quick', headers = {}) => {
    const body = { ...who, source_site: 'chat', ...fields }
    const answer = await app.ask<Schemas['IngestResult']>(`/v1/memories/${path}`, body, { headers })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer
  }

  test.each(['ingest', 'ingest/quick'])('is in the answer to what replaces it: %s', async (path) => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const { body } = await send(who, { conversation: 'Ana lives in Porto.', replaces: [id] }, path)
    expect(body.also_lost).toEqual(TEA)
  })

  test.each([
    ['Meine Schwester wohnt in Bonn. Sie trinkt gern Tee.', 'Meine Schwester wohnt in Köln.', ['Sie trinkt gern Tee.']],
    [
      'Ana vive en Lisboa. Prefiere el té verde. Tiene un gato.',
      'Ana vive en Oporto. Tiene un gato.',
      ['Prefiere el té verde.'],
    ],
    ['私は東京に住んでいます。緑茶が好きです。', '私は大阪に住んでいます。', ['緑茶が好きです。']],
    ['Ana lives in Lisbon.', 'Ana lives in Porto.', undefined],
    [TWO, 'She prefers green tea. Ana lives in Porto.', undefined],
  ])('is told of %j', async (before, now, lost) => {
    const who = someone()
    const id = await client.keep(who, before)
    const message = { role: 'user', content: now, replaces: [id] }
    expect((await send(who, { messages: [message] })).body.also_lost).toEqual(lost)
  })

  test('is told of a key, of an own slot alone, and of nothing that only waits', async () => {
    const who = someone()
    await send(who, { conversation: TWO, key: 'home' })
    const { body } = await send(who, { conversation: 'Ana lives in Porto.', key: 'home' })
    expect(body.also_lost).toEqual(TEA)
    expect((await send(who, { conversation: 'Ana lives in Faro.', key: 'home' })).body.also_lost).toBeUndefined()
  })

  test('is told of a correction, once it says something else', async () => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const corrected = async (fields: Fields) => (await changes.update(who, id, fields)).body as Schemas['UpdatedMemory']
    expect(await corrected({ importance: 0.9 })).toEqual({ id, ids: [id], version: 2 })
    expect(await corrected({ content: 'Ana lives in Porto.' })).toEqual({ id, ids: [id], version: 3, also_lost: TEA })
    expect(await corrected({ content: 'Ana lives in Porto.' })).toEqual({ id, ids: [id], version: 3 })
  })

  test('is the same in the answer to a retry, and stands in no answer that the log keeps', async () => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const headers = { 'Idempotency-Key': 'once' }
    const wish = { conversation: 'Ana lives in Porto.', replaces: [id] }
    const [first, again] = [await send(who, wish, 'ingest', headers), await send(who, wish, 'ingest', headers)]
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(first.body.also_lost).toEqual(TEA)
    expect(first.body).not.toHaveProperty('gaveWay')
    const other = await client.keep(who, 'Ben has a dog. He plays chess.')
    const correct = async () =>
      (await changes.update(who, other, { content: 'Ben has a cat.' }, { 'Idempotency-Key': 'twice' })).body
    expect(await correct()).toMatchObject({ also_lost: ['He plays chess.'] })
    expect(await correct()).toEqual({ id: other, ids: [other], version: 2, also_lost: ['He plays chess.'] })
    const kept = JSON.stringify((await client.log('RequestAnswered')).map(({ data }) => data))
    expect(kept).toContain(id)
    expect(kept).not.toMatch(/green tea|chess/)
  })

  test.each<[string, (who: Who, id: string, by: string) => Promise<{ readonly status: number }>]>([
    ['restored', (who, id) => changes.restore(who, id, 1)],
    ['erased', (who, id) => changes.erase(who, id)],
    ['replaced by what was deleted', (who, _, by) => client.remove(who, by)],
    ['replaced by what was erased', (who, _, by) => changes.erase(who, by)],
    [
      'replaced by what was corrected',
      (who, _, by) => changes.update(who, by, { content: `${TEA} Ana lives in Porto.` }),
    ],
  ])('is not told again to a retry once it was %s', async (_, change) => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const wish = { conversation: 'Ana lives in Porto.', replaces: [id], only_this: true }
    const headers = { 'Idempotency-Key': 'once' }
    const { body } = await send(who, wish, 'ingest', headers)
    expect(body.also_lost).toEqual(TEA)
    await change(who, id, String(body.memoryIds[0]))
    expect((await send(who, wish, 'ingest', headers)).body.also_lost).toBeUndefined()
  })

  test('of a correction is not told again to a retry once the words are there again', async () => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const correct = async () =>
      (await changes.update(who, id, { content: 'Ana lives in Porto.' }, { 'Idempotency-Key': 'once' })).body
    expect(await correct()).toMatchObject({ also_lost: TEA })
    await changes.restore(who, id, 1)
    expect(await correct()).not.toHaveProperty('also_lost')
  })

  test('is told by a batch, and through a memory that another agent shared not', async () => {
    const who = someone()
    const id = await client.keep(who, TWO)
    const conversations = [{ ...who, source_site: 'chat', conversation: 'Ana lives in Porto.', replaces: [id] }]
    const batch = await app.ask<{ results: readonly Fields[] }>('/v1/memories/ingest/batch', {
      conversations,
      mode: 'quick',
    })
    expect(batch.body.results).toMatchObject([{ status: 200, also_lost: TEA }])
    const as = (agent_id: string) => ({ ...who, workspace_id: 'w', agent_id })
    const theirs = await client.keep(as('a'), TWO)
    const { body } = await send(as('b'), { conversation: 'Ana lives in Porto.', replaces: [theirs] })
    expect(body.conflicts).toHaveLength(1)
    expect(body.also_lost).toBeUndefined()
  })
})
