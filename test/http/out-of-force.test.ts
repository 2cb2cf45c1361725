import { describe, expect, test } from 'vitest'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('a memory that is out of force, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0
  const someone = () => ({ user_id: `user ${users++}` })
  const as = (agent_id: string) => ({ user_id: `user ${users}`, workspace_id: 'w', agent_id })
  const replace = async (who: Who, old: string, text: string, more: Fields = {}) =>
    client.keep(who, text, { replaces: [old], ...more })
  /** What who corrects it, and who deletes it, is answered. */
  const answers = async (who: Who, id: string) => {
    const corrected = await changes.update(who, id, { content: 'The kettle is red.' })
    const deleted = await client.remove(who, id)
    expect([corrected.status, deleted.status]).toEqual([404, 404])
    return [corrected.body, deleted.body]
  }
  const NOTHING = { error: 'Memory not found' }

  test('is told to have been deleted, to who corrects or deletes it', async () => {
    const who = someone()
    const id = await client.keep(who, 'The kettle is broken.')
    await client.remove(who, id)
    const told = { ...NOTHING, detail: 'It was deleted.' }
    expect(await answers(who, id)).toEqual([told, told])
  })

  test('is told to have been superseded, and by which one while that is in force', async () => {
    const who = someone()
    const id = await client.keep(who, 'The kettle is broken.')
    const next = await replace(who, id, 'The kettle is mended.')
    const told = { ...NOTHING, detail: `It was superseded by ${next}.` }
    expect(await answers(who, id)).toEqual([told, told])
    await client.remove(who, next)
    const alone = { ...NOTHING, detail: 'It was superseded.' }
    expect(await answers(who, id)).toEqual([alone, alone])
  })

  test('is as if it never was to other users, to agents that could not read it, and after an erasure', async () => {
    users++
    const own = await client.keep(as('a'), 'The kettle is broken.', { visibility: 'agent_only' })
    const shared = await client.keep(as('a'), 'The ferry leaves at nine.')
    await client.remove(as('a'), own)
    await client.remove(as('a'), shared)
    expect((await answers(as('a'), own))[0]).toHaveProperty('detail')
    expect((await answers(as('b'), shared))[1]).toHaveProperty('detail')
    const never = '00000000-0000-4000-8000-000000000000'
    for (const who of [as('b'), { user_id: `user ${users}` }, { user_id: 'somebody else' }])
      expect(await answers(who, own)).toEqual(await answers(who, never))
    expect(await answers(as('b'), never)).toEqual([NOTHING, NOTHING])
    await changes.erase(as('a'), shared)
    expect(await answers(as('a'), shared)).toEqual([NOTHING, NOTHING])
  })

  test('does not name a successor that the caller cannot read', async () => {
    users++
    const id = await client.keep(as('a'), 'The kettle is broken.', { key: 'kettle' })
    const next = await client.keep(as('a'), 'The kettle is mended.', { key: 'kettle' })
    await changes.share(as('a'), next, { visibility: 'agent_only' })
    expect((await answers(as('a'), id))[1]).toMatchObject({ detail: `It was superseded by ${next}.` })
    expect((await answers(as('b'), id))[1]).toMatchObject({ detail: 'It was superseded.' })
  })
})
