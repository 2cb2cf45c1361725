import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/app.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, type Who } from '../support/client.js'
import { concurrentDatabases } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(concurrentDatabases)('changes at once and again, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const owner = (): Who => ({ user_id: `user ${users++}`, workspace_id: 'w', agent_id: 'a' })
  const actions = async (who: Who, id: string) =>
    (await client.trail(who, id)).trail.map(({ version, action }) => `${version} ${action}`)

  test('two corrections make two versions, and the last of them stands', async () => {
    const who = owner()
    const id = await client.keep(who, 'The kettle is broken.', { session_id: 's' })
    const colours = ['red', 'blue']
    const answers = await Promise.all(
      colours.map((colour) => changes.update(who, id, { content: `The kettle is ${colour}.` })),
    )
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3])
    const last = colours[answers.findIndex(({ body }) => body.version === 3)]
    expect(await client.get(who, id)).toMatchObject({ content: `The kettle is ${last}.`, version: 3 })
  })

  test('twenty corrections of different fields all stand', async () => {
    const who = owner()
    const id = await client.keep(who, 'The kettle is broken.')
    const fields = [{ importance: 0.25 }, { content: 'The kettle is mended.' }, { metadata: { a: 1 } }]
    await Promise.all(Array.from({ length: 20 }, (_, i) => changes.update(who, id, fields[i % 3] ?? {})))
    expect(await client.get(who, id)).toMatchObject({
      content: 'The kettle is mended.',
      importance: 0.25,
      metadata: { a: 1 },
      version: 4,
    })
  })

  test('a correction and a deletion end with the deletion', async () => {
    for (let round = 0; round < 5; round++) {
      const who = owner()
      const id = await client.keep(who, 'The kettle is broken.', { session_id: 's' })
      const remove = () => (round % 2 ? client.remove(who, id) : changes.removeMany(who, { session_id: 's' }))
      const [updated, removed] = await Promise.all([changes.update(who, id, { importance: 1 }), remove()])
      expect(removed.status).toBe(200)
      const both = updated.status === 200
      expect(await actions(who, id)).toEqual(both ? ['1 add', '2 update', '3 delete'] : ['1 add', '2 delete'])
      if (!both) expect(updated).toMatchObject({ status: 404, body: { error: 'Memory not found' } })
    }
  })

  test('all kinds of changes leave a trail without a gap', async () => {
    const who = owner()
    const id = await client.keep(who, 'The kettle is broken.', { session_id: 's' })
    await Promise.all([
      changes.update(who, id, { importance: 1 }),
      changes.share(who, id, { visibility: 'agent_only' }),
      changes.removeMany(who, { session_id: 's' }),
      changes.erase(who, id),
    ])
    const { trail } = await client.trail(who, id)
    expect(trail.map(({ version }) => version)).toEqual(trail.map((_, i) => i + 1))
    expect(trail.at(-1)?.action).toBe('erase')
  })

  type Change = (who: Who, id: string, headers: Record<string, string>) => Promise<Answer<unknown>>
  test.each<[string, Change, Change]>([
    [
      'a correction',
      (who, id, headers) => changes.update(who, id, { content: 'The kettle is blue.' }, headers),
      (who, id, headers) => changes.update(who, id, { content: 'The kettle is red.' }, headers),
    ],
    [
      'sharing',
      (who, id, headers) => changes.share(who, id, { visibility: 'agent_only' }, headers),
      (who, id, headers) => changes.share(who, id, { visibility: 'workspace' }, headers),
    ],
    [
      'a deletion of many',
      (who, _, headers) => changes.removeMany(who, { session_id: 's' }, headers),
      (who, _, headers) => changes.removeMany(who, { session_id: 't' }, headers),
    ],
    [
      'erasing',
      (who, id, headers) => changes.erase(who, id, { ...asAdmin, ...headers }),
      (who, id, headers) =>
        changes.erase(
          who,
          id.replace(/./, (sign) => (sign === '0' ? '1' : '0')),
          { ...asAdmin, ...headers },
        ),
    ],
  ])('%s with an Idempotency-Key is carried out once, and answered as the first time', async (_, change, another) => {
    const who = owner()
    const key = { 'Idempotency-Key': 'once' }
    const id = `${await client.keep(who, 'The kettle is broken.', { session_id: 's' })}`
    const first = await change(who, id, key)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
    const before = await actions(who, id)
    const again = await change(who, id, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await another(who, id, key)).status).toBe(422)
    expect(await actions(who, id)).toEqual(before)
  })
})
