import { describe, expect, test } from 'vitest'
import type { Resolution } from '../../src/domain/conflict/events.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { disagreementOn } from '../support/agents.js'
import { ADMIN, changesOf } from '../support/changing.js'
import type { Fields, Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { rebuilt } from '../support/rebuilt.js'

describe.each(databases)('a statement that says what it replaces, on $name', (database) => {
  const on = disagreementOn(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const said = (content: string, more: Fields = {}) => ({ role: 'user', content, ...more })
  const ask = (who: Who, body: Fields, path = 'ingest/quick') =>
    on.app.ask<IngestResult & { error: string }>(`/v1/memories/${path}`, { ...who, source_site: 'chat', ...body })
  const tell = async (who: Who, content: string, more: Fields = {}) => {
    const { status, body } = await ask(who, { messages: [said(content, more)] })
    expect([status, body.error]).toEqual([200, undefined])
    return { ...body, id: String(body.memoryIds[0]) }
  }
  const all = async (who: Who) => (await on.client.list(who)).memories.map(({ content }) => content).toSorted()
  const last = async (who: Who, id: string) => (await on.client.trail(who, id)).trail.at(-1)

  test('supersedes what it names, and all of it', async () => {
    const who = on.told.someone().user
    const ids = [await tell(who, 'I live in Lisbon.'), await tell(who, 'My flat is in Lisbon.')].map(({ id }) => id)
    const { id, memoriesUpdated } = await tell(who, '今はポルトに住んでいます。', { replaces: ids })
    expect([memoriesUpdated, await all(who)]).toEqual([1, ['User: 今はポルトに住んでいます。']])
    for (const each of ids) expect(await last(who, each)).toMatchObject({ action: 'supersede', reason: 'replaced' })
    const links = await on.app.ask<{ links: readonly Fields[] }>(`/v1/memories/${id}/links?user_id=${who.user_id}`)
    expect(links.body.links.filter(({ kind }) => kind === 'supersedes')).toHaveLength(2)
  })

  test.each(['ingest', 'ingest/quick'])('on the body, too: %s', async (path) => {
    const who = on.told.someone().user
    const { id } = await tell(who, 'I live in Lisbon.')
    const { status } = await ask(who, { conversation: 'She lives in Porto now.', replaces: [id] }, path)
    expect([status, await all(who)]).toEqual([200, ['She lives in Porto now.']])
  })

  test('is refused as a whole where one is unknown, of others, superseded or deleted', async () => {
    const { user: who, as } = on.told.someone()
    const lisbon = await tell(who, 'I live in Lisbon.')
    const hidden = await tell(as('a'), 'I live in Lisbon.', {})
    const secret = await ask(as('a'), { messages: [said('The code is on the fridge.')], visibility: 'agent_only' })
    const porto = await tell(who, 'I live in Porto.', { replaces: [lisbon.id] })
    const faro = await tell(who, 'I was born in Faro.')
    await on.client.remove(who, faro.id)
    const before = (await on.client.log()).length
    const refused = async (by: Who, replaces: readonly string[]) => {
      const { status, body } = await ask(by, { messages: [said('I live in Braga.', { key: 'home', replaces })] })
      return [status, body.error]
    }
    const unknown = [404, 'Memory not found']
    const gone = [409, 'Cannot replace it: superseded or deleted']
    expect(await refused(who, [porto.id, uuid('nobody')])).toEqual(unknown)
    expect(await refused(who, [porto.id, hidden.id])).toEqual(unknown)
    expect(await refused(as('b'), [String(secret.body.memoryIds[0])])).toEqual(unknown)
    expect(await refused(who, [porto.id, lisbon.id])).toEqual(gone)
    expect(await refused(who, [faro.id])).toEqual(gone)
    expect((await on.client.log()).length).toBe(before)
  })

  test('sent again does nothing, though it is superseded itself by then', async () => {
    const who = on.told.someone().user
    const lisbon = await tell(who, 'I live in Lisbon.')
    const porto = await tell(who, 'I live in Porto.', { replaces: [lisbon.id] })
    expect(await tell(who, 'I live in Porto.', { replaces: [lisbon.id] })).toMatchObject({ duplicates: 1 })
    await tell(who, 'I live in Braga.', { replaces: [porto.id] })
    expect(await tell(who, 'I live in Porto.', { replaces: [lisbon.id] })).toMatchObject({ memoryIds: [] })
    expect(await all(who)).toEqual(['User: I live in Braga.'])
  })

  test('of a turn that was ingested without it is what the memory of the turn replaces, once', async () => {
    const who = on.told.someone().user
    const lisbon = await tell(who, 'I live in Lisbon.')
    const turns = [said('I live in Porto.'), said('The garden is small and green.')]
    const { memoryIds } = (await ask(who, { messages: turns })).body
    const again = [said('I live in Porto.', { replaces: [lisbon.id] }), said('The garden is small and green.')]
    expect((await ask(who, { messages: again })).body).toMatchObject({ knownTurns: 2, memoryIds: [memoryIds[0]] })
    expect(await last(who, lisbon.id)).toMatchObject({ reason: 'replaced' })
    await changesOf(on.app).restore(who, lisbon.id, 1)
    expect((await ask(who, { messages: [...again, said('I have a dog called Rex.')] })).status).toBe(200)
    expect((await on.client.get(who, lisbon.id)).status).toBe('active')
  })

  test('in the words of a memory in force is that memory', async () => {
    const who = on.told.someone().user
    const lisbon = await tell(who, 'I live in Lisbon.')
    const porto = await tell(who, 'I live in Porto.')
    expect(await tell(who, 'I live in Porto.', { replaces: [lisbon.id, porto.id] })).toMatchObject({ duplicates: 1 })
    expect(await all(who)).toEqual(['User: I live in Porto.'])
  })

  test('takes nothing that the same request states after it', async () => {
    const who = on.told.someone().user
    const lisbon = await tell(who, 'I live in Lisbon.')
    const again = said('I live in Lisbon.')
    const { body } = await ask(who, { messages: [again, said('I live in Porto.', { replaces: [lisbon.id] }), again] })
    expect(body).toMatchObject({ memoriesStored: 1, memoriesUpdated: 1, duplicates: 1 })
    expect(await last(who, lisbon.id)).toMatchObject({ reason: 'replaced' })
    expect(await all(who)).toEqual(['User: I live in Lisbon.', 'User: I live in Porto.'])
  })

  test('older than what it names is refused; what is said ahead of time counts as now', async () => {
    const who = on.told.someone().user
    const lisbon = await tell(who, 'I live in Lisbon.', { timestamp: '2026-05-08T10:00:00Z' })
    const older = { messages: [said('I live in Faro.', { replaces: [lisbon.id], timestamp: '2026-05-07T10:00:00Z' })] }
    expect((await ask(who, older)).status).toBe(409)
    const ahead = await tell(who, 'I live in Porto.', { replaces: [lisbon.id], timestamp: '2099-01-01T00:00:00Z' })
    await tell(who, 'I live in Braga.', { replaces: [ahead.id] })
    expect(await all(who)).toEqual(['User: I live in Braga.'])
  })

  test('needs every reader of what it names', async () => {
    const { as } = on.told.someone()
    const lisbon = await tell(as('a'), 'We meet in Lisbon.')
    const body = { messages: [said('We meet in Porto.', { replaces: [lisbon.id] })], visibility: 'agent_only' }
    expect((await ask(as('a'), body)).status).toBe(409)
    const slot = (key: string) => ({ messages: [said(`We meet in ${key}.`, { key: 'place' })] })
    await ask(as('a'), slot('Faro'))
    expect((await ask(as('a'), { ...slot('Braga'), visibility: 'agent_only' })).status).toBe(409)
  })

  test('is one of two at once', async () => {
    const who = on.told.someone().user
    const { id } = await tell(who, 'I live in Lisbon.')
    const answers = await Promise.all(
      ['Porto', 'Faro'].map((city) => ask(who, { messages: [said(`I live in ${city}.`, { replaces: [id] })] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  describe('of another agent', () => {
    const contested = async (more: Fields = {}) => {
      const { as } = on.told.someone()
      const theirs = await tell(as('a'), 'We meet in Lisbon.')
      const mine = await tell(as('b'), 'The meeting is on Monday.')
      const slot = await tell(as('b'), 'The place is not known.', { key: 'place' })
      const message = { key: 'place', replaces: [theirs.id, mine.id], ...more }
      const { conflicts = [], id } = await tell(as('b'), 'We meet in Porto on Tuesday.', message)
      return { as, theirs, mine, slot, id, conflict: String(conflicts[0]?.id), conflicts, message }
    }
    const statuses = async ({ as, theirs, mine, slot, id }: Awaited<ReturnType<typeof contested>>) =>
      Promise.all(
        [theirs.id, mine.id, slot.id, id].map(async (each) => (await on.told.statusOf(as('b'), each)) ?? 'gone'),
      )
    const settle = (conflict: string, resolution: Resolution) => on.told.resolve(conflict, resolution)

    test('opens a conflict, and supersedes nothing while it waits', async () => {
      const some = await contested()
      expect(some.conflicts).toMatchObject([{ memoryId: some.id, with: some.theirs.id, reason: 'replaced' }])
      expect(await statuses(some)).toEqual(['active', 'active', 'active', 'needs_clarification'])
      expect(await tell(some.as('b'), 'We meet in Porto on Tuesday.', some.message)).toMatchObject({ duplicates: 1 })
    })

    test.each<[Resolution, readonly string[]]>([
      ['resolved_new', ['gone', 'gone', 'gone', 'active']],
      ['resolved_both', ['active', 'gone', 'gone', 'active']],
      ['resolved_existing', ['active', 'active', 'active', 'gone']],
    ])('%s leaves %j', async (resolution, left) => {
      const some = await contested()
      expect((await settle(some.conflict, resolution)).status).toBe(200)
      expect(await statuses(some)).toEqual(left)
      const again = await tell(some.as('b'), 'The weather is nice today.')
      expect(again.memoriesStored).toBe(1)
      if (resolution === 'resolved_existing') return
      expect(await last(some.as('b'), some.slot.id)).toMatchObject({ reason: 'same_key' })
      expect(await last(some.as('b'), some.mine.id)).toMatchObject({ reason: 'replaced' })
      expect((await tell(some.as('b'), 'We meet in Porto on Tuesday.', some.message)).conflicts).toBeUndefined()
    })

    test('is refused where what it names has changed meanwhile, and expires all the same', async () => {
      const some = await contested()
      await changesOf(on.app).update(some.as('b'), some.mine.id, { content: 'The meeting is on Monday at nine.' })
      expect((await settle(some.conflict, 'resolved_new')).status).toBe(409)
      expect(await statuses(some)).toEqual(['active', 'active', 'active', 'needs_clarification'])
    })

    test('goes to what is left when theirs is deleted', async () => {
      const some = await contested()
      await on.client.remove(some.as('a'), some.theirs.id)
      expect(await statuses(some)).toEqual(['gone', 'gone', 'gone', 'active'])
    })

    test('is over when something newer takes the slot', async () => {
      const some = await contested()
      await tell(some.as('b'), 'We meet in Faro.', { key: 'place' })
      expect(await statuses(some)).toEqual(['active', 'active', 'gone', 'gone'])
      expect((await on.told.conflicts(some.as('a'))).total).toBe(0)
    })

    test('may be said by a memory in force: that waits from now on', async () => {
      const { as } = on.told.someone()
      const theirs = await tell(as('a'), 'We meet in Lisbon.')
      const mine = await tell(as('b'), 'The office moved to Porto in May.')
      const { conflicts = [] } = await tell(as('b'), 'The office moved to Porto in May.', { replaces: [theirs.id] })
      expect(conflicts).toMatchObject([{ memoryId: mine.id, with: theirs.id }])
      expect(await on.told.statusOf(as('b'), mine.id)).toBe('needs_clarification')
      expect((await settle(String(conflicts[0]?.id), 'resolved_new')).status).toBe(200)
      expect(await all(as('c'))).toEqual(['User: The office moved to Porto in May.'])
    })
  })

  test('of another agent in a turn that was ingested before opens a conflict, too', async () => {
    const { as } = on.told.someone()
    const theirs = await tell(as('a'), 'We meet in Lisbon.')
    const turns = [said('The office moved to Porto in May.'), said('The garden is small and green.')]
    const { memoryIds } = (await ask(as('b'), { messages: turns })).body
    const again = [said('The office moved to Porto in May.', { replaces: [theirs.id] }), ...turns.slice(1)]
    const { body } = await ask(as('b'), { messages: again })
    expect(body.conflicts).toMatchObject([{ memoryId: memoryIds[0], with: theirs.id, reason: 'replaced' }])
    expect(await on.told.statusOf(as('b'), String(memoryIds[0]))).toBe('needs_clarification')
  })

  test('holds in each ingest of a batch, and a preview tells it and does nothing', async () => {
    const who = on.told.someone().user
    const { id } = await tell(who, 'I live in Lisbon.')
    const body = (content: string, more: Fields) => ({ ...who, source_site: 'chat', messages: [said(content, more)] })
    const porto = body('I live in Porto.', { key: 'home', replaces: [id] })
    const preview = await on.app.ask<{ facts: readonly Fields[] }>('/v1/memories/ingest/preview', porto)
    expect(preview.body.facts).toMatchObject([{ outcome: 'updated', reason: 'replaced', replaces: [id] }])
    expect(await all(who)).toEqual(['User: I live in Lisbon.'])
    const conversations = [
      porto,
      body('I live in Faro.', { key: 'home' }),
      body('I live in Braga.', { replaces: [id] }),
    ]
    const batch = await on.app.ask<{ results: readonly Fields[] }>('/v1/memories/ingest/batch', { conversations })
    expect(batch.body.results).toMatchObject([{ status: 200 }, { status: 200 }, { status: 409 }])
    expect(await all(who)).toEqual(['User: I live in Faro.'])
  })

  test('takes with it what is composed of it, and holds in a large ingest', async () => {
    const who = on.told.someone().user
    const { id } = await tell(who, 'I live in Lisbon.')
    const many = Array.from({ length: 1500 }, (_, i) => said(`Parcel number ${i} of the day went to shelf ${i}.`))
    const { body } = await ask(who, { messages: [...many, said('I live in Porto.', { key: 'home', replaces: [id] })] })
    expect(body.memoriesUpdated).toBe(1)
    expect((await on.client.list(who, { key: 'home' })).memories).toHaveLength(1)
    expect(await last(who, id)).toMatchObject({ reason: 'replaced' })
  })

  test('gives the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(on.app.databases)
    expect(live).toEqual(rows)
  })
})
