import { describe, expect, test } from 'vitest'
import { appendMemory } from '../support/append-memory.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Page = { readonly episodes: readonly Fields[]; readonly count: number; readonly total: number }

const ana: Who = { user_id: 'ana' }
const in_ = (agent_id: string, workspace_id = 'crew'): Who => ({ user_id: 'ana', workspace_id, agent_id })

describe.each(databasesFor(import.meta.url))('episodes on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)

  const page = async (who: Who, more: Readonly<Record<string, string>> = {}) =>
    (await app.ask<Page>(`/v1/memories/episodes?${query(who, more)}`)).body
  const one = (who: Who, id: string) => app.ask<Fields>(`/v1/memories/episodes/${id}?${query(who)}`)
  const notThere = { status: 404, body: { error: 'Episode not found' } }

  test('keep the conversation as it came, without its secrets, and name the memories of it', async () => {
    const told = await client.tell(ana, 'Ana: I keep bees.\nAna: I sail boats. My password: hunter2secret', {
      source_url: 'https://chat.example/7',
      session_id: 's7',
      observed_at: '2026-03-04T05:06:07Z',
      metadata: { topic: 'hobbies' },
    })
    const { status, body } = await one(ana, told.episodeId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: told.episodeId,
      state: 'ingested',
      source_site: 'chat',
      source_url: 'https://chat.example/7',
      session_id: 's7',
      observed_at: '2026-03-04T05:06:07.000Z',
      metadata: { topic: 'hobbies' },
      messages: null,
      counts: { factsExtracted: told.factsExtracted, memoriesStored: told.memoriesStored },
      memory_ids: told.memoryIds,
    })
    expect(body.conversation).toContain('Ana: I keep bees.\n')
    expect(body.conversation).not.toContain('hunter2secret')
    const [gone, ...left] = told.memoryIds
    await client.remove(ana, String(gone))
    expect((await one(ana, told.episodeId)).body.memory_ids).toEqual(left)
  })

  test('keep messages as messages', async () => {
    const messages = [
      { role: 'user', content: 'I moved to Porto.', name: 'Eva' },
      { role: 'assistant', content: 'Good to know.' },
    ]
    const user = { user_id: 'eva' }
    const { body } = await app.ask<{ episodeId: string }>('/v1/memories/ingest/quick', {
      ...user,
      messages,
      source_site: 'chat',
    })
    expect((await one(user, body.episodeId)).body).toMatchObject({ conversation: null, messages })
  })

  test('keep messages that were pasted as JSON as messages', async () => {
    const user = { user_id: 'pasted' }
    const messages = [
      { role: 'user', content: 'I keep bees.' },
      { role: 'assistant', content: 'How many hives?' },
    ]
    const { episodeId } = await client.tell(user, JSON.stringify(messages))
    expect((await one(user, episodeId)).body).toMatchObject({ conversation: null, messages })
  })

  test('are listed newest first, in pages, without what was said', async () => {
    const user = { user_id: 'pages' }
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.unshift((await client.tell(user, `Shelf ${n} is full.`)).episodeId)
    const all = await page(user)
    expect([all.count, all.total]).toEqual([3, 3])
    const inOrder = [...all.episodes].sort((a, b) => (String(a.recorded_at) < String(b.recorded_at) ? 1 : -1))
    expect(all.episodes.map(({ recorded_at }) => recorded_at)).toEqual(inOrder.map(({ recorded_at }) => recorded_at))
    expect(all.episodes.map(({ id }) => id).sort()).toEqual([...ids].sort())
    const pages = [await page(user, { limit: '2' }), await page(user, { limit: '2', offset: '2' })]
    expect(pages.flatMap(({ episodes }) => episodes)).toEqual(all.episodes)
    expect(pages.map(({ count, total }) => [count, total])).toEqual([
      [2, 3],
      [1, 3],
    ])
    expect(JSON.stringify(all)).not.toContain('Shelf')
  })

  test('are seen by those they were ingested for, and by nobody else', async () => {
    const callers = {
      self: ana,
      a: in_('a'),
      b: in_('b'),
      c: in_('c'),
      else: in_('a', 'elsewhere'),
      ben: { user_id: 'ben' },
    }
    const visible = {
      personal: [await client.tell(ana, 'My own diary.'), ['self']],
      workspace: [await client.tell(in_('a'), 'The shared plan.'), ['a', 'b', 'c']],
      agent_only: [await client.tell(in_('a'), 'A private plan.', { visibility: 'agent_only' }), ['a']],
      restricted: [
        await client.tell(in_('a'), 'A plan for two.', { visibility: 'restricted', granted_to: ['b'] }),
        ['a', 'b'],
      ],
    } as const
    for (const [kind, [{ episodeId }, readers]] of Object.entries(visible))
      for (const [name, who] of Object.entries(callers)) {
        const sees = (readers as readonly string[]).includes(name)
        const answer = await one(who, episodeId)
        if (sees) expect(answer, `${kind} to ${name}`).toMatchObject({ status: 200, body: { id: episodeId } })
        else expect(answer, `${kind} to ${name}`).toMatchObject(notThere)
        const { episodes, total } = await page(who)
        expect(episodes.map(({ id }) => id).includes(episodeId), `${kind} listed to ${name}`).toBe(sees)
        expect(total).toBe(episodes.length)
      }
  })

  test('that are not there, or whose id is none, are told apart', async () => {
    expect(await one(ana, '00000000-0000-4000-8000-000000000000')).toMatchObject(notThere)
    expect(await one(ana, 'x')).toMatchObject({ status: 400, body: { error: 'id: must be a uuid' } })
    expect(await app.ask('/v1/memories/episodes?user_id=ana&workspace_id=crew')).toMatchObject({
      status: 400,
      body: { error: 'agent_id is required for workspace queries' },
    })
  })

  test('are recorded before they are ingested', async () => {
    await appendMemory(app, 'Raw material.', { status: 'pending' })
    const { episodes } = await page({ user_id: 'u' })
    expect(episodes).toMatchObject([{ state: 'recorded', counts: null }])
    expect((await one({ user_id: 'u' }, String(episodes[0]?.id))).body).toMatchObject({ memory_ids: [] })
  })

  test('that came in parts are whole in the end', async () => {
    const words = 'harbour violin meadow copper lantern orchard ferry glacier pepper saddle timber'.split(' ')
    const tale = (n: number) => Array.from({ length: 40 }, (_, i) => words[(n * (i + 3) + i * i) % 11]).join(' ')
    const lines = Array.from({ length: 300 }, (_, n) => `Ana: Box ${n} tells of ${tale(n)} and ${n * 13}.`)
    const user = { user_id: 'large' }
    const told = await client.tell(user, lines.join('\n'))
    const { body } = await one(user, told.episodeId)
    expect(body).toMatchObject({ state: 'ingested', conversation: lines.join('\n'), memory_ids: told.memoryIds })
  })
})
