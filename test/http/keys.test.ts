import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

const HOME = 'user.home'

describe.each(databases)('a statement with a key, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0
  const somebody = (): Who => ({ user_id: `user ${users++}` })
  const said = (content: string, more: Fields = {}) => ({ role: 'user', content, ...more })
  const post = (path: string, who: Who, body: Fields) =>
    app.ask<IngestResult & { error: string }>(`/v1/memories/${path}`, { ...who, source_site: 'chat', ...body })
  const quick = (who: Who, messages: readonly Fields[], more: Fields = {}) =>
    post('ingest/quick', who, { messages, ...more })
  const home = async (who: Who, content: string, more: Fields = {}) => {
    const { status, body } = await quick(who, [said(content, { key: HOME, ...more })])
    expect([status, body.error]).toEqual([200, undefined])
    return String(body.memoryIds[0])
  }
  const inForce = async (who: Who, key = HOME) =>
    (await client.list(who, { key })).memories.map(({ content }) => content)

  test('takes the place of the one before in its slot', async () => {
    const who = somebody()
    const lisbon = await home(who, 'I live in Lisbon.')
    const porto = await home(who, 'I live in Porto.')
    expect(await inForce(who)).toEqual(['User: I live in Porto.'])
    expect(await client.get(who, porto)).toMatchObject({ key: HOME, status: 'active' })
    const { trail } = await client.trail(who, lisbon)
    expect(trail.map(({ action, reason, key }) => [action, reason, key])).toEqual([
      ['add', 'extracted', HOME],
      ['supersede', 'same_key', HOME],
    ])
  })

  test('is one memory, whole, whatever its length, its lines and the question before it', async () => {
    const who = somebody()
    const long = `${'My address has many parts, and here they are. '.repeat(40)}\n\nThanks!\n- One\n- Two`
    const { body } = await quick(who, [
      { role: 'assistant', content: 'Where do you live?' },
      said('Lisbon', { key: HOME }),
      said(long, { key: 'user.address' }),
    ])
    expect(body.memoryIds).toHaveLength(3)
    expect(await inForce(who)).toEqual(['User: Lisbon'])
    expect(await inForce(who, 'user.address')).toEqual([`User: ${long}`])
  })

  test('on the body is of one text, which becomes one memory as it is', async () => {
    const who = somebody()
    const text = 'I live in Lisbon.\nAna: And I in Porto.\n\nHello!'
    for (const path of ['ingest/quick', 'ingest']) {
      const { body } = await post(path, who, { conversation: `${path} ${text}`, key: HOME })
      expect(body.memoryIds).toHaveLength(1)
      expect(await inForce(who)).toEqual([`${path} ${text}`])
    }
    await post('ingest/quick', who, { messages: [said('I live in Faro.')], key: HOME })
    expect(await inForce(who)).toEqual(['User: I live in Faro.'])
  })

  test('says the same as the one in force: a duplicate; as an earlier one: a return', async () => {
    const who = somebody()
    const first = await home(who, 'I live in Lisbon.')
    const again = await quick(who, [said('I live in Lisbon!', { key: HOME })])
    expect(again.body).toMatchObject({ duplicates: 1, memoriesStored: 0, memoryIds: [] })
    await home(who, 'I live in Porto.')
    const back = await home(who, 'I live in Lisbon.')
    expect(back).not.toBe(first)
    expect(await inForce(who)).toEqual(['User: I live in Lisbon.'])
  })

  test('is another memory with another key or none', async () => {
    const who = somebody()
    await client.tell(who, 'User: I live in Lisbon.')
    await home(who, 'I live in Lisbon.')
    await quick(who, [said('I live in Lisbon.', { key: 'user.city' })])
    await client.tell(who, 'User: I live in Lisbon.')
    expect((await client.list(who)).total).toBe(3)
    expect((await client.search(who, 'Where do I live?', { key: 'user.city' })).count).toBe(1)
  })

  test('is another memory than what is stated afterwards with none', async () => {
    const who = somebody()
    await home(who, 'I live in Lisbon.')
    await client.tell(who, 'User: I live in Lisbon.')
    await client.tell(who, 'User: I live in LISBON!')
    expect((await client.list(who)).memories.map(({ key }) => key).toSorted()).toEqual([null, HOME])
  })

  test('of two in one ingest the later holds', async () => {
    const who = somebody()
    await home(who, 'I live in Faro.')
    const texts = ['I live in Lisbon.', 'I live in Porto.', 'I live in Lisbon.']
    const { body } = await quick(
      who,
      texts.map((text) => said(text, { key: HOME })),
    )
    expect(body).toMatchObject({ factsExtracted: 3, memoriesUpdated: 3 })
    expect(await inForce(who)).toEqual(['User: I live in Lisbon.'])
  })

  test('sent again in its conversation changes nothing, whatever holds by then', async () => {
    const who = somebody()
    const turns = [said('I live in Lisbon.', { key: HOME }), said('The garden is small and green.')]
    await quick(who, turns)
    await home(who, 'I live in Porto.')
    const before = (await client.log()).length
    expect((await quick(who, turns)).body).toMatchObject({ knownTurns: 2, memoryIds: [] })
    expect((await client.log()).length).toBe(before)
    expect((await quick(who, [...turns, said('I have a dog called Rex.')])).body.memoryIds).toHaveLength(1)
    expect(await inForce(who)).toEqual(['User: I live in Porto.'])
  })

  test('that its turn did not have is given to the memory of the turn', async () => {
    const who = somebody()
    const turns = [said('I live in Porto.'), said('The garden is small and green.')]
    const { memoryIds } = (await quick(who, turns)).body
    const before = await home(who, 'I live in Lisbon.')
    const keyed = [said('I live in Porto.', { key: HOME }), turns[1] ?? {}]
    expect((await quick(who, keyed)).body).toMatchObject({ knownTurns: 2, memoryIds: [memoryIds[0]] })
    expect(await client.get(who, String(memoryIds[0]))).toMatchObject({ key: HOME, version: 2 })
    expect((await client.trail(who, before)).trail.at(-1)).toMatchObject({ reason: 'same_key' })
    const events = (await client.log()).length
    expect((await quick(who, keyed)).body.memoryIds).toEqual([])
    expect((await client.log()).length).toBe(events)
    const other = [said('I live in Porto.', { key: 'user.city' }), turns[1] ?? {}, said('I have a dog called Rex.')]
    await quick(who, other)
    expect([await inForce(who), await inForce(who, 'user.city')]).toEqual([[], ['User: I live in Porto.']])
  })

  test('is refused where it says nothing, and nothing is superseded', async () => {
    const who = somebody()
    await home(who, 'I live in Lisbon.')
    for (const body of [
      { messages: [said('Hello!', { key: HOME })] },
      { messages: [said('I have a dog called Rex.'), said('Thanks!', { key: HOME })] },
      { conversation: 'Hi!', key: HOME },
    ])
      expect((await post('ingest/quick', who, body)).status).toBe(400)
    expect((await client.list(who)).total).toBe(1)
  })

  test.each<[string, Fields, string]>([
    ['a key that is empty', { conversation: 'x', key: '' }, 'key: must not be empty'],
    ['a key too long', { conversation: 'x', key: 'ü'.repeat(257) }, 'key: must be at most 512 bytes'],
    ['a key with a line break', { conversation: 'x', key: 'a\nb' }, 'key: must not contain control characters'],
    ['what is no id', { conversation: 'x', replaces: ['x'] }, 'replaces[0]: must be a uuid'],
    [
      'too many ids',
      { conversation: 'x', replaces: Array(21).fill('00000000-0000-4000-8000-000000000000') },
      'replaces: must hold at most 20 items',
    ],
    [
      'a key of several messages',
      { messages: [said('x'), said('y')], key: 'k' },
      'key: key and replaces must stand on the messages, where there are several',
    ],
    [
      'two places',
      { messages: [said('x', { key: 'k' })], key: 'k' },
      'messages: key and replaces must stand on the body, where all of it becomes one memory or the body has them',
    ],
  ])('is not %s', async (_, body, error) => {
    const answer = await post('ingest/quick', somebody(), body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  test('of long ago is superseded by what was said later; one of a day holds against another hour of it', async () => {
    const who = somebody()
    await home(who, 'I live in Porto.', { timestamp: '2026-05-08T10:00:00Z' })
    const { body } = await quick(who, [said('I live in Faro.', { key: HOME, timestamp: '2026-05-01T10:00:00Z' })])
    expect(await inForce(who)).toEqual(['User: I live in Porto.'])
    expect((await client.trail(who, String(body.memoryIds[0]))).trail.at(-1)).toMatchObject({
      action: 'supersede',
      reason: 'same_key',
    })
    await home(who, 'I live in Braga.', { timestamp: '2026-05-08' })
    expect(await inForce(who)).toEqual(['User: I live in Braga.'])
    await home(who, 'I live in Evora.', { timestamp: '2099-01-01' })
    await home(who, 'I live in Lagos.')
    expect(await inForce(who)).toEqual(['User: I live in Lagos.'])
  })

  test('restored takes its slot back', async () => {
    const who = somebody()
    const lisbon = await home(who, 'I live in Lisbon.')
    const porto = await home(who, 'I live in Porto.')
    expect((await changes.restore(who, lisbon, 1)).status).toBe(200)
    expect(await inForce(who)).toEqual(['User: I live in Lisbon.'])
    expect((await client.trail(who, porto)).trail.at(-1)).toMatchObject({ action: 'supersede', reason: 'same_key' })
    const plain = (await quick(who, [said('I live in Porto.')])).body.memoryIds
    expect((await changes.restore(who, porto, 1)).status).toBe(200)
    expect(plain).toHaveLength(1)
  })

  test('keeps its key when it is corrected, and loses it when it is erased; nothing is revived', async () => {
    const who = somebody()
    const lisbon = await home(who, 'I live in Lisbon.')
    const then = new Date().toISOString()
    await new Promise((done) => setTimeout(done, 5))
    const porto = await home(who, 'I live in Porto.')
    await changes.update(who, porto, { content: 'I live in Porto, in the old town.' })
    expect(await inForce(who)).toEqual(['I live in Porto, in the old town.'])
    expect((await client.search(who, 'live', { as_of: then, key: HOME })).memories.map(({ id }) => id)).toEqual([
      lisbon,
    ])
    await client.remove(who, porto)
    expect(await inForce(who)).toEqual([])
    expect((await changes.erase(who, lisbon)).status).toBe(200)
    expect((await client.trail(who, lisbon)).trail.map(({ key }) => key)).toEqual([undefined, undefined, undefined])
  })

  test('is another slot for each agent and workspace', async () => {
    const who = somebody()
    const agent = (agent_id: string) => ({ ...who, workspace_id: 'w', agent_id })
    for (const each of [who, agent('a'), agent('b')]) await home(each, 'I live in Lisbon.')
    await home(agent('a'), 'I live in Porto.')
    expect(await inForce(who)).toEqual(['User: I live in Lisbon.'])
    expect((await inForce(agent('b'))).toSorted()).toEqual(['User: I live in Lisbon.', 'User: I live in Porto.'])
  })

  test('works in a batch, and a preview tells what it would replace', async () => {
    const who = somebody()
    const lisbon = await home(who, 'I live in Lisbon.')
    const request = { ...who, source_site: 'chat', messages: [said('I live in Porto.', { key: HOME })] }
    const preview = await app.ask<{ facts: readonly Fields[] }>('/v1/memories/ingest/preview', request)
    expect(preview.body.facts).toMatchObject([{ outcome: 'updated', reason: 'same_key', replaces: [lisbon] }])
    expect(await inForce(who)).toEqual(['User: I live in Lisbon.'])
    await app.ask('/v1/memories/ingest/batch', { conversations: [request], mode: 'quick' })
    expect(await inForce(who)).toEqual(['User: I live in Porto.'])
  })

  test('holds as the only one, however many write it at once', async () => {
    const who = somebody()
    await Promise.all(Array.from({ length: 8 }, (_, i) => home(who, `I live in city number ${i}.`)))
    expect(await inForce(who)).toHaveLength(1)
  })

  test('is the only one of its slot, whatever is said, deleted and restored', async () => {
    const step = fc.oneof(
      fc.record({ say: fc.constantFrom('Lisbon', 'Porto', 'Faro') }),
      fc.record({ remove: fc.nat({ max: 9 }) }),
      fc.record({ restore: fc.nat({ max: 9 }) }),
    )
    const story = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const who = somebody()
      const ids: { readonly id: string; readonly city: string }[] = []
      let holder: string | undefined
      const cityOf = (id: string | undefined) => ids.find((each) => each.id === id)?.city
      for (const each of steps) {
        if ('say' in each) {
          const city = each.say
          const { body } = await quick(who, [said(`I live in ${city}.`, { key: HOME })])
          const [id] = body.memoryIds
          expect(id === undefined).toBe(cityOf(holder) === city)
          if (id !== undefined) ids.push({ id, city })
          holder = id ?? holder
          continue
        }
        const some = ids[('remove' in each ? each.remove : each.restore) % Math.max(1, ids.length)]
        if (some === undefined) continue
        if ('remove' in each) {
          const { status } = await client.remove(who, some.id)
          if (status === 200 && some.id === holder) holder = undefined
        } else {
          const { status } = await changes.restore(who, some.id, 1)
          expect(status).toBe(some.id !== holder && some.city === cityOf(holder) ? 409 : 200)
          if (status === 200) holder = some.id
        }
        const city = cityOf(holder)
        expect(await inForce(who)).toEqual(city === undefined ? [] : [`User: I live in ${city}.`])
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 10 }), story), { numRuns: 10 })
  })

  test('gives the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
