import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Memories, Palimpsest, PalimpsestError } from '../src/index.js'
import { ADMIN_KEY, KEY } from './one-service.js'

const client = new Palimpsest({ url: inject('url'), key: KEY })
const operator = new Palimpsest({ url: `${inject('url')}/`, key: ADMIN_KEY })
let users = 0
/** A user of the test's own. */
const somebody = (): Memories => client.user(`client-${++users}`)

const read = async <Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const chat = (conversation: string) => ({ conversation, source_site: 'chat' })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => (error instanceof PalimpsestError ? error.code : error),
  )

describe('the memories of a user', () => {
  const ana = client.user('ana')
  let id: string
  beforeAll(async () => {
    const { memoryIds } = await ana.ingest({
      messages: [{ role: 'user', content: 'I moved to Lisbon and drink green tea.' }],
      source_site: 'chat',
      session_id: 'c-17',
      metadata: { topic: 'moving' },
    })
    id = memoryIds[0] ?? ''
  })

  test('are found by both searches, which explain themselves', async () => {
    for (const search of ['search', 'searchFast'] as const) {
      const { memories, injection_text, scope } = await ana[search]('Where do I live?', { limit: 3 })
      expect(memories.map((each) => each.id)).toEqual([id])
      expect(injection_text).toContain('Lisbon')
      expect(scope).toEqual({ kind: 'user', userId: 'ana' })
    }
    expect(await ana.explain('Where do I live?', id, { mode: 'fast' })).toMatchObject({ returned: true })
  })

  test('are read one by one, several at once, and by their metadata', async () => {
    expect(await ana.get(id)).toMatchObject({ id, version: 1, metadata: { topic: 'moving' } })
    expect((await ana.expand([id])).memories.map((each) => each.id)).toEqual([id])
    expect(await read(ana.list({ metadata: { topic: 'moving' } }))).toHaveLength(1)
    expect(await read(ana.list({ metadata: { topic: 'another' } }))).toEqual([])
    expect(await read(ana.list({ metadata: { topic: { in: ['moving', 'food'] } } }))).toHaveLength(1)
    const { count } = await ana.searchFast('Lisbon', { metadata: { any: [{ topic: { exists: false } }] } })
    expect(count).toBe(0)
    expect(await ana.stats()).toMatchObject({ count: 1, sourceDistribution: { chat: 1 } })
    expect(await ana.cap()).toMatchObject({ active_memories: 1 })
  })

  test('come from conversations, name entities and have links', async () => {
    const [episode] = await read(ana.episodes())
    expect(await ana.episode(episode?.id ?? '')).toMatchObject({ session_id: 'c-17' })
    expect((await read(ana.entities({ q: 'lis' }))).map(({ name }) => name)).toEqual(['Lisbon'])
    expect(await ana.entity('lisbon')).toMatchObject({ memory_ids: [id] })
    expect(await ana.links(id)).toMatchObject({ links: expect.any(Array) })
    expect(await ana.tellings(id, { limit: 5 })).toMatchObject({ total: 1, tellings: [{ session_id: 'c-17' }] })
  })

  test('leave receipts of searches', async () => {
    const { recall_id: receipt = '' } = await ana.search('green tea')
    expect(await ana.recall(receipt)).toMatchObject({ memories: [{ memory_id: id }] })
    expect((await read(ana.recallsOf(id))).length).toBeGreaterThan(0)
  })

  test('tell what an ingest would do, and do not do it', async () => {
    expect(await ana.preview(chat('I own a red bicycle.'))).toMatchObject({ memoriesStored: 1 })
    expect(await ana.stats()).toMatchObject({ count: 1 })
  })
})

describe('a memory', () => {
  test('is corrected, deleted, restored, and keeps its trail', async () => {
    const user = somebody()
    const [id = ''] = (await user.ingestQuick(chat('I moved to Porto.'))).memoryIds
    await user.update(id, { content: 'I moved to Lisbon.' })
    expect(await user.get(id)).toMatchObject({ version: 2, content: 'I moved to Lisbon.' })
    expect(await user.delete(id)).toEqual({ success: true, ids: [id] })
    expect(await codeOf(user.get(id))).toBe('not_found')
    await user.restore(id, 1)
    expect(await user.get(id)).toMatchObject({ version: 4 })
    const { trail } = await user.audit(id)
    expect(trail.map(({ action }) => action)).toEqual(['add', 'update', 'delete', 'restore'])
    expect(await user.auditSummary()).toMatchObject({ creates: 1, deletes: 1 })
    expect((await user.auditRecent({ limit: 2 })).mutations).toHaveLength(2)
  })

  test('is erased by the admin key alone', async () => {
    const user = somebody()
    const [id = ''] = (await user.ingestQuick(chat('My PIN is not for you.'))).memoryIds
    expect(await codeOf(user.delete(id, { hard: true }))).toBe('forbidden')
    expect(await operator.user(user.scope.user_id).delete(id, { hard: true })).toEqual({ success: true, ids: [id] })
  })
})

describe('many memories', () => {
  test('are streamed over the pages, from where the caller says', async () => {
    const user = somebody()
    const said = Array.from({ length: 25 }, (_, n) => chat(`Crate ${n} of my attic holds ${n * 3 + 2} bottles.`))
    expect(await user.ingestBatch(said, { mode: 'quick' })).toMatchObject({ count: 25, failed: 0 })
    const ids = (await read(user.list({ limit: 10 }))).map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
    expect((await read(user.list({ limit: 10, offset: 20 }))).map(({ id }) => id)).toEqual(ids.slice(20))
    expect(await user.list({ limit: 10 }).page()).toMatchObject({ count: 10, total: 25 })
    expect(await read(user.episodes({ limit: 4 }))).toHaveLength(25)
    expect(await read(user.episodes({ limit: 4, offset: 22 }))).toHaveLength(3)
  })

  test('are no more fetched than read', async () => {
    const pages: string[] = []
    const counting: typeof fetch = (url, init) => {
      pages.push(String(url))
      return fetch(url, init)
    }
    const user = somebody()
    await user.ingestQuick(chat('I have a cat. I have a dog. I have a horse. I have a cow.'))
    const watched = new Palimpsest({ url: inject('url'), key: KEY, fetch: counting }).user(user.scope.user_id)
    for await (const { id } of watched.list({ limit: 1 })) if (id) break
    expect(pages).toHaveLength(1)
  })

  test('are deleted by source, session and ingest', async () => {
    const user = somebody()
    const of = async (conversation: string, session_id: string) =>
      (await user.ingestQuick({ ...chat(conversation), session_id })).episodeId
    const episode = await of('I have a cat.', 's-1')
    await of('I have a dog.', 's-2')
    await of('I have a horse.', 's-3')
    expect(await user.deleteEpisode(episode)).toMatchObject({ deleted: 1 })
    expect(await user.deleteSession('s-2')).toMatchObject({ deleted: 1 })
    expect(await user.deleteAll({ source_site: 'chat' })).toMatchObject({ deleted: 1 })
  })

  test('of several users come in one batch, where one that fails stops no other', async () => {
    const [one, other] = [somebody(), somebody()].map(({ scope }) => scope.user_id)
    const batch = await client.ingestBatch({
      conversations: [
        { user_id: one ?? '', ...chat('I have a cat.') },
        { user_id: '', ...chat('I have a dog.') },
        { user_id: other ?? '', ...chat('I have a horse.') },
      ],
      mode: 'quick',
    })
    expect(batch.results.map(({ status }) => status)).toEqual([200, 400, 200])
  })
})

describe('a workspace', () => {
  const owner = somebody()
  const scout = owner.workspace('crew', 'scout')
  const painter = owner.workspace('crew', 'painter')

  test('shares memories as their owner says', async () => {
    const [id = ''] = (await scout.ingestQuick({ ...chat('The gate is green.'), visibility: 'agent_only' })).memoryIds
    expect(await codeOf(painter.get(id))).toBe('not_found')
    await scout.share(id, { visibility: 'restricted', granted_to: ['painter'] })
    expect(await painter.get(id)).toMatchObject({ agent_id: 'scout' })
    expect((await painter.search('gate', { agent_scope: 'others' })).memories).toHaveLength(1)
    expect((await painter.search('gate', { agent_scope: 'self' })).memories).toEqual([])
  })

  test('knows its agents, and how far each is trusted', async () => {
    await owner.setTrust('scout', { trust_level: 0.9, display_name: 'The scout' })
    expect(await owner.trust('scout')).toMatchObject({ trust_level: 0.9 })
    expect((await read(owner.agents())).map(({ agent_id }) => agent_id)).toContain('scout')
    expect(await read(owner.trustHistory('scout'))).toHaveLength(1)
  })

  test('settles contradictions of its agents', async () => {
    await scout.ingest({ ...chat('The meeting room is on floor 3.') })
    const { conflicts = [] } = await painter.ingest({ ...chat('The meeting room is on floor 5.') })
    const open = await read(scout.conflicts())
    expect(open.map(({ id }) => id)).toEqual(conflicts.map(({ id }) => id))
    for (const { id } of open) {
      expect(await scout.conflict(id)).toMatchObject({ id })
      expect(await scout.resolveConflict(id, { resolution: 'resolved_both' })).toMatchObject({
        status: 'resolved_both',
      })
    }
    expect(open).toHaveLength(1)
    expect(await owner.autoResolveConflicts()).toEqual({ resolved: 0 })
  })
})

test('lessons are reported, listed, counted and ended', async () => {
  const user = somebody()
  const lesson = { pattern: 'Quoting old prices', source_memory_ids: [], severity: 'high' } as const
  const { lessonId } = await user.reportLesson(lesson)
  expect((await read(user.lessons())).map(({ pattern }) => pattern)).toEqual(['Quoting old prices'])
  expect(await user.lessonStats()).toMatchObject({ active: 1 })
  expect(await user.deactivateLesson(lessonId)).toEqual({ success: true })
  expect(await read(user.lessons())).toEqual([])
})

test('fields that the service does not know are warned of, once for each operation', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const user = new Palimpsest({ url: inject('url'), key: KEY }).user('misspelt')
  const [misspelt, other] = [{ source_sit: 'chat' }, { limt: 3 }]
  for (const more of [misspelt, misspelt, {}, { ...misspelt, ...other }, other])
    expect((await user.search('bees', more)).ignored_fields).toEqual(
      Object.keys(more).length === 0 ? undefined : Object.keys(more),
    )
  const message = { role: 'user', content: 'I keep bees.', mood: 'glad' }
  await user.ingest({ messages: [message, message], source_site: 'chat' })
  const texts = warn.mock.calls.map(([text]) => text)
  warn.mockRestore()
  const sentence = 'does not know these fields, which had no effect'
  expect(texts).toEqual([
    `palimpsest: search ${sentence}: source_sit`,
    `palimpsest: search ${sentence}: limt`,
    `palimpsest: ingest ${sentence}: messages[].mood`,
  ])
})

test('the service tells how it is, and takes settings', async () => {
  expect(await client.health()).toMatchObject({ status: 'ok' })
  expect(await client.settings()).toMatchObject({ config: { max_search_results: 10 } })
  expect(await client.configure({ max_search_results: 10 })).toMatchObject({ applied: ['maxSearchResults'] })
})

test('operators see the inside, and erase a user', async () => {
  const user = somebody()
  await user.ingestQuick(chat('I have a cat.'))
  expect(await operator.admin.health()).toMatchObject({ status: 'ok' })
  expect((await read(operator.admin.users({ limit: 1 }))).length).toBeGreaterThan(1)
  expect(await operator.admin.user(user.scope.user_id)).toMatchObject({ user_id: user.scope.user_id })
  await operator.admin.eraseUser(user.scope.user_id)
  expect(await codeOf(operator.admin.user(user.scope.user_id))).toBe('not_found')
  expect((await read(operator.admin.audit())).length).toBeGreaterThan(0)
  expect(await codeOf(client.admin.health())).toBe('forbidden')
})
