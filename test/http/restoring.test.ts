import { describe, expect, test } from 'vitest'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'
import { served } from '../support/served.js'

const LISBON = 'Marta lives in Lisbon.'
const PORTO = 'Marta lives in Porto.'

describe.each(databasesFor(import.meta.url))('restoring a memory, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  let users = 0

  const somebody = () => ({ user_id: `user ${users++}` })
  const lisbon = async (who = somebody()) => ({ who, id: await client.keep(who, LISBON) })
  const contents = async (who: { user_id: string }, wanted: string) =>
    (await client.search(who, wanted)).memories.map(({ content }) => content)

  test('that was corrected says again what it said, found by the words, the vector and the names of then', async () => {
    const { who, id } = await lisbon()
    const before = await client.get(who, id)
    const names = await client.rowsOf('memory_entity')
    await changes.update(who, id, { content: PORTO })
    expect(await changes.restore(who, id, 1)).toMatchObject({ status: 200, body: { id, version: 3 } })
    const { access_count: _, last_accessed_at: __, ...record } = await client.get(who, id)
    expect(before).toMatchObject({ ...record, version: 1 })
    expect([...(await client.rowsOf('memory_entity'))].sort()).toEqual([...names].sort())
    expect(await contents(who, 'Lisbon')).toEqual([LISBON])
    const { trail } = await client.trail(who, id)
    expect(trail.map(({ action, reason, content }) => [action, reason, content])).toEqual([
      ['add', 'verbatim', LISBON],
      ['update', 'requested', PORTO],
      ['restore', 'restored', LISBON],
    ])
  })

  test('that was deleted or superseded makes it active, and the past stays what it was', async () => {
    const { who, id } = await lisbon()
    await client.remove(who, id)
    const deleted = new Date().toISOString()
    expect((await changes.restore(who, id, 1)).body).toEqual({ id, version: 3, ids: [id] })
    expect(await client.get(who, id)).toMatchObject({ content: LISBON, status: 'active', deleted_at: null })
    await facts.supersede(who.user_id, id, { version: 4, by: await client.keep(who, PORTO) })
    expect(await contents(who, 'Lisbon')).not.toContain(LISBON)
    expect((await changes.restore(who, id, 1)).body).toEqual({ id, version: 5, ids: [id] })
    expect(await client.get(who, id)).toMatchObject({ status: 'active', expired_at: null })
    expect((await client.search(who, 'Lisbon', { as_of: deleted })).memories).toEqual([])
    const summary = await app.ask<{ byAction: object }>(`/v1/memories/audit/summary?user_id=${who.user_id}`)
    expect(summary.body.byAction).toMatchObject({ restore: 2, supersede: 1, delete: 1 })
  })

  test('to what it says already changes nothing, and to a restored version is the same as to the first', async () => {
    const { who, id } = await lisbon()
    expect((await changes.restore(who, id, 1)).body).toEqual({ id, version: 1, ids: [id] })
    await changes.update(who, id, { content: PORTO })
    await changes.restore(who, id, 1)
    await changes.update(who, id, { content: PORTO })
    expect((await changes.restore(who, id, 3)).body).toEqual({ id, version: 5, ids: [id] })
    const of = (await client.log('MemoryRestored')).filter(({ metadata }) => metadata.memoryId === id)
    expect(of.map(({ data }) => data.of)).toEqual([1, 1])
  })

  test('is refused where an active memory of the same readers says so, and not where others read it', async () => {
    const { who, id } = await lisbon()
    await client.remove(who, id)
    const agent = { ...who, workspace_id: 'w', agent_id: 'a' }
    await client.keep(agent, LISBON)
    const twin = await client.keep(who, LISBON)
    expect(await changes.restore(who, id, 1)).toMatchObject({
      status: 409,
      body: { error: 'An equal memory is active' },
    })
    await client.remove(who, twin)
    expect((await changes.restore(who, id, 1)).status).toBe(200)
  })

  test('is not there for whom it is not, nor a version that sets no words, nor after an erasure', async () => {
    const { who, id } = await lisbon()
    await client.remove(who, id)
    const missing = { status: 404, body: { error: 'Memory not found' } }
    for (const version of [2, 3, 2_147_483_647]) expect(await changes.restore(who, id, version)).toMatchObject(missing)
    expect(await changes.restore(somebody(), id, 1)).toMatchObject(missing)
    expect(await changes.restore({ ...who, workspace_id: 'w', agent_id: 'a' }, id, 1)).toMatchObject(missing)
    await changes.erase(who, id)
    expect(await changes.restore(who, id, 1)).toMatchObject(missing)
    expect((await changes.restore(who, id, 0)).status).toBe(400)
  })

  test('reveals no words of before it was shared', async () => {
    const who = somebody()
    const a = { ...who, workspace_id: 'w', agent_id: 'a' }
    const b = { ...who, workspace_id: 'w', agent_id: 'b' }
    const id = await client.keep(a, LISBON, { visibility: 'agent_only' })
    await changes.update(a, id, { content: PORTO })
    await changes.share(a, id, { visibility: 'workspace' })
    expect((await changes.restore(b, id, 1)).status).toBe(404)
    expect((await changes.restore(b, id, 2)).body).toEqual({ id, version: 3, ids: [id] })
    expect((await changes.restore(a, id, 1)).body).toEqual({ id, version: 4, ids: [id] })
  })

  test('happens once for one key, also after what followed', async () => {
    const { who, id } = await lisbon()
    await client.remove(who, id)
    const key = { 'Idempotency-Key': 'back' }
    expect((await changes.restore(who, id, 1, key)).body).toEqual({ id, version: 3, ids: [id] })
    await client.remove(who, id)
    const again = await changes.restore(who, id, 1, key)
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([{ id, version: 3, ids: [id] }, 'true'])
    expect((await client.trail(who, id)).versionCount).toBe(4)
  })

  test('leaves read models that equal the log', async () => {
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ verdict: { equal: true, readModels: true, mismatch: null } })
  })
})
