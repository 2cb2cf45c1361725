import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const anna = { user_id: 'anna' }
const agent = { user_id: 'anna', workspace_id: 'w', agent_id: 'a' }
const other = { user_id: 'anna', workspace_id: 'w', agent_id: 'b' }

describe.each(databasesFor(import.meta.url))('filters on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    const keep = (who: Who, text: string, more: Fields) => client.keep(who, text, more)
    await client.tell(anna, 'Zoë: The garden has one pear tree.', {
      metadata: { project: 'atlas', size: 1, due: '2026-03-30' },
      session_id: 's1',
      observed_at: '2026-01-01T23:59:59.999Z',
    })
    await keep(anna, 'The garden has two pear trees, and a wall.', {
      metadata: { project: 'atlas', size: 2, done: true, due: '2026-03-31T18:30:00Z' },
      session_id: 's2',
      observed_at: '2026-01-02',
    })
    await keep(anna, 'The garden has three pear trees, and a pond with fish.', {
      metadata: { project: 'borea', size: '1', done: null, tags: ['atlas'] },
      source_site: 'mail',
      observed_at: '2026-01-03T12:00:00Z',
    })
    await keep(agent, 'The garden is shared by all agents.', { metadata: { project: 'atlas' }, session_id: 's1' })
    await keep(agent, 'The garden of mine alone is locked.', {
      metadata: { project: 'atlas' },
      visibility: 'agent_only',
    })
  })
  afterAll(() => close())

  /** How many hold it: a list, both searches, and a search of the past give the same memories. */
  const found = async (who: Who, wanted: Fields) => {
    const written = Object.entries(wanted).map(([k, v]) => [k, typeof v === 'object' ? JSON.stringify(v) : String(v)])
    const list = await client.list(who, Object.fromEntries(written))
    const asked = { ...wanted, threshold: 0 }
    const searches = await Promise.all([
      client.search(who, 'garden', asked),
      client.fast(who, 'garden', asked),
      client.search(who, 'garden', { ...asked, as_of: new Date(Date.now() - 1).toISOString() }),
    ])
    const ids = list.memories.map(({ id }) => id).sort()
    for (const { memories } of searches) expect(memories.map(({ id }) => id).sort()).toEqual(ids)
    expect(list.total).toBe(ids.length)
    return ids.length
  }

  test.each<[string, Fields, number]>([
    ['nothing', {}, 3],
    ['no pair', { metadata: {} }, 3],
    ['a text', { metadata: { project: 'atlas' } }, 2],
    ['a number, which is no text', { metadata: { size: 1 } }, 1],
    ['a text, which is no number', { metadata: { size: '1' } }, 1],
    ['a truth', { metadata: { done: true } }, 1],
    ['a null, which is not nothing', { metadata: { done: null } }, 1],
    ['one of a list', { metadata: { tags: 'atlas' } }, 1],
    ['one of several values', { metadata: { project: { in: ['atlas', 'borea'] }, size: { in: [2, '1'] } } }, 2],
    ['one of several in a list', { metadata: { tags: { in: ['x', 'atlas'] } } }, 1],
    ['a least number, which is no text', { metadata: { size: { gte: 1 } } }, 2],
    ['numbers between', { metadata: { size: { gt: 1, lt: 3 } } }, 1],
    ['a last day, the whole of it', { metadata: { due: { lte: '2026-03-31' } } }, 2],
    ['a day before', { metadata: { due: { lt: '2026-03-31' } } }, 1],
    ['a time, whatever its offset', { metadata: { due: { gt: '2026-03-31T20:00:00+02:00' } } }, 1],
    ['what is there, null included', { metadata: { done: { exists: true } } }, 2],
    ['what is not there', { metadata: { done: { exists: false } } }, 1],
    ['what is not so', { metadata: { project: { not: 'atlas' } } }, 1],
    ['what is not, and something else', { metadata: { project: 'atlas', size: { not: { gte: 2 } } } }, 1],
    ['one of two ways', { metadata: { any: [{ size: 1 }, { tags: 'atlas' }] } }, 2],
    ['neither of two', { metadata: { not: { any: [{ size: 1 }, { tags: 'atlas' }] } } }, 1],
    ['a condition and a session', { session_id: 's2', metadata: { size: { gte: 1 } } }, 1],
    ['what is not so in a session', { session_id: 's2', metadata: { project: { not: 'atlas' } } }, 0],
    ['several pairs', { metadata: { project: 'atlas', size: 2 } }, 1],
    ['pairs of different memories', { metadata: { project: 'borea', size: 2 } }, 0],
    ['a session', { session_id: 's1' }, 1],
    ['a day', { from: '2026-01-01', to: '2026-01-01' }, 1],
    ['a beginning', { from: '2026-01-02' }, 2],
    ['an instant as the end', { to: '2026-01-03T12:00:00Z' }, 3],
    ['an instant just before', { to: '2026-01-03T11:59:59.999Z' }, 2],
    ['a subject in capitals, decomposed', { subject: 'ZOE\u0308' }, 1],
    ['a type', { memory_type: 'procedural' }, 0],
    ['a platform and a pair', { source_site: 'mail', metadata: { project: 'borea' } }, 1],
  ])('by %s', async (_, wanted, count) => expect(await found(anna, wanted)).toBe(count))

  test('in a workspace narrow what the caller may see, and show no more', async () => {
    const wanted = { metadata: { project: 'atlas' } }
    expect(await found(agent, wanted)).toBe(2)
    expect(await found(other, wanted)).toBe(1)
    expect(await found(other, { ...wanted, session_id: 's1' })).toBe(1)
  })

  test('do not eat the places of an answer, nor change what words weigh', async () => {
    const all = await client.search(anna, 'garden pear', { trace: true })
    const one = await client.search(anna, 'garden pear', { trace: true, limit: 1, metadata: { size: 2 } })
    expect(one.memories.map(({ metadata }) => metadata)).toMatchObject([{ project: 'atlas', size: 2, done: true }])
    const not = { metadata: { size: { not: 1 } } }
    const other = await client.search(anna, 'garden pear', { trace: true, limit: 1, ...not })
    expect(other.memories).toHaveLength(1)
    expect(other.observability?.retrieval.terms).toEqual(all.observability?.retrieval.terms)
    expect(one.observability?.retrieval.terms).toEqual(all.observability?.retrieval.terms)
    const [{ id, score } = {}] = one.memories
    expect(all.memories).toContainEqual(expect.objectContaining({ id, score }))
  })
})
