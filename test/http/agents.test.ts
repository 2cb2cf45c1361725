import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const WRONG = [
  ['no trust', { trust_level: undefined }],
  ['a trust beyond 1', { trust_level: 1.1 }],
  ['a trust below 0', { trust_level: -0.1 }],
  ['a trust in words', { trust_level: 'much' }],
  ['no agent', { agent_id: undefined }],
  ['an agent of 513 bytes', { agent_id: `${'é'.repeat(255)}abc` }],
  ['a NUL in the agent', { agent_id: 'a\0b' }],
  ['a name of two lines', { display_name: 'one\ntwo' }],
  ['a name of 257 characters', { display_name: 'x'.repeat(257) }],
] as const

const ODD = ["'; drop table agent; --", '../../etc/passwd', '{"a":1}', '__proto__', 'é'.repeat(256), 'trust', 'a/b%2Fc']

/** The same two memories say the same, each of another agent; the reader is a third. */
const SAID = 'The harbour crane lifts forty tons.'

describe.each(databasesFor(import.meta.url))('the agents of a user, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  const put = (body: Fields, headers: Readonly<Record<string, string>> = {}) =>
    app.ask<Fields>('/v1/agents/trust', body, { method: 'PUT', headers })
  const get = async (path: string, query: Readonly<Record<string, string>>) =>
    (await app.ask<Fields>(`${path}?${new URLSearchParams(query)}`)).body
  const somebody = () => {
    const user_id = `user ${users++}`
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    const trust = (agent_id: string, trust_level: number, more: Fields = {}) =>
      put({ user_id, agent_id, trust_level, ...more })
    const history = (agent_id: string) => get(`/v1/agents/${encodeURIComponent(agent_id)}/audit`, { user_id })
    return { user_id, as, trust, history }
  }

  test('have 0.5 until it is set, and then what was set last, with a history', async () => {
    const { user_id, trust, history } = somebody()
    const of = { user_id, agent_id: 'scout' }
    expect(await get('/v1/agents/trust', of)).toEqual({ agent_id: 'scout', trust_level: 0.5 })
    const first = await trust('scout', 0.8, { display_name: 'The scout' })
    expect(first).toMatchObject({ status: 200, body: { agent_id: 'scout', trust_level: 0.8 } })
    await trust('scout', 0)
    const again = await trust('scout', 0)
    expect(again.status).toBe(200)
    expect(await get('/v1/agents/trust', of)).toEqual({ agent_id: 'scout', trust_level: 0, display_name: 'The scout' })
    expect(await history('scout')).toMatchObject({
      ...{ count: 2, total: 2 },
      changes: [
        { version: 2, trust_level: 0, previous: 0.8, actor: { key: 'standard', agentId: null } },
        { version: 1, trust_level: 0.8, previous: 0.5, display_name: 'The scout' },
      ],
    })
  })

  test('are set once for one Idempotency-Key, and the log keeps no name in the answer', async () => {
    const { user_id, history } = somebody()
    const body = { user_id, agent_id: 'scout', trust_level: 0.8, display_name: 'Ferdinand' }
    const key = { 'Idempotency-Key': 'once' }
    const [first, second] = [await put(body, key), await put(body, key)]
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
    expect(second.body).toEqual(first.body)
    expect((await put({ ...body, trust_level: 0.7 }, key)).status).toBe(422)
    expect(await history('scout')).toMatchObject({ total: 1 })
    const answered = (await client.log('RequestAnswered')).filter(({ metadata }) => metadata.userId === user_id)
    expect(inspect(answered, { depth: null })).not.toContain('Ferdinand')
  })

  test('of two at once both are in the history, and the later one counts', async () => {
    const { user_id, trust, history } = somebody()
    await Promise.all([trust('scout', 0.1), trust('scout', 0.9)])
    const { changes } = Object(await history('scout'))
    expect(changes.map((change: { version: number }) => change.version)).toEqual([2, 1])
    expect(changes.map((change: { trust_level: number }) => change.trust_level).toSorted()).toEqual([0.1, 0.9])
    expect(await get('/v1/agents/trust', { user_id, agent_id: 'scout' })).toMatchObject({
      trust_level: changes[0].trust_level,
    })
  })

  test.each(WRONG)('are refused with %s', async (_, wrong) => {
    const { user_id } = somebody()
    expect((await put({ user_id, agent_id: 'scout', trust_level: 0.5, ...wrong })).status).toBe(400)
    expect(await get('/v1/agents', { user_id })).toMatchObject({ total: 0 })
  })

  test('may be called anything', async () => {
    const { user_id, trust, history } = somebody()
    for (const [i, id] of ODD.entries()) await trust(id, i / 10, { display_name: id })
    const { agents } = Object(await get('/v1/agents', { user_id }))
    expect(agents.map(({ agent_id }: { agent_id: string }) => agent_id).toSorted()).toEqual(ODD.toSorted())
    for (const [i, id] of ODD.entries()) {
      expect(await get('/v1/agents/trust', { user_id, agent_id: id })).toMatchObject({ trust_level: i / 10 })
      expect(await history(id)).toMatchObject({ agent_id: id, total: 1 })
    }
  })

  test('give what they write the trust of that time, and a correction that of its own', async () => {
    const { as, trust } = somebody()
    const score = async (id: string) => (await client.get(as('scout'), id)).trust_score
    const before = await client.keep(as('scout'), 'The lighthouse keeper owns a parrot.')
    await trust('scout', 0.9)
    const after = await client.keep(as('scout'), 'The ferry leaves from the northern pier.')
    expect([await score(before), await score(after)]).toEqual([0.5, 0.9])
    const body = { ...as('scout'), content: 'The lighthouse keeper owns two parrots.' }
    await app.ask(`/v1/memories/${before}`, body, { method: 'PUT' })
    expect(await score(before)).toBe(0.9)
  })

  test('who are trusted more come first at once, for others, in every search, and as it was then', async () => {
    const { as, trust, user_id } = somebody()
    await client.keep(as('a'), SAID)
    // In other words, so that neither is taken for a newer version of the other.
    await client.keep(as('b'), 'Down by the harbour they hired a yellow crane, good for many tons of timber and stone.')
    const order = async (who: Who, more: Fields = {}) => {
      const [full, fast] = await Promise.all([
        client.search(who, 'crane tons harbour', more),
        'as_of' in more ? undefined : client.fast(who, 'crane tons harbour'),
      ])
      const orders = [full, fast ?? full].map(({ memories }) => memories.map(({ agent_id }) => agent_id).join(' '))
      expect(new Set(orders).size).toBe(1)
      return orders[0]
    }
    const plain = await order(as('c'))
    const [best = '', other = ''] = String(plain).split(' ')
    const then = new Date().toISOString()
    await trust(best, 0)
    await trust(other, 1)
    expect(await order(as('c'))).toBe(`${other} ${best}`)
    // What is one's own is not measured by what others make of it.
    expect(await order({ ...as(best) })).toBe(`${other} ${best}`)
    await trust(other, 0.5)
    expect(await order(as(best))).toBe(plain)
    expect(await order(as('c'), { as_of: then })).toBe(plain)
    expect(await client.search({ user_id }, 'crane tons harbour')).toMatchObject({ count: 0 })
  })
})
