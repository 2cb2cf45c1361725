import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { factsOf } from '../support/append-facts.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('what was said in several places, on $name', (database) => {
  const app = served(database, { RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const say = (who: Who, content: string, { session, more = {} }: { session: string; more?: Fields }) =>
    client.tell(who, content, { session_id: session, ...more })
  const tellings = (who: Who, id: string) =>
    app.ask<Schemas['TellingPage']>(`/v1/memories/${id}/tellings?${query(who)}`)
  const ids = (page: { readonly memories: readonly { readonly id: string }[] }) => page.memories.map(({ id }) => id)

  test('counts the tellings of what it rests on once, however many stretches of that it rests on', async () => {
    const who = someone()
    const [plan] = (await say(who, 'The launch is on Friday.', { session: 'plans' })).memoryIds
    await say(who, 'The launch is on Friday.', { session: 'plans2' })
    const on = [String(plan), String(plan)]
    const fact = await factsOf(app).state(who.user_id, 'They launch on Friday.', { on })
    const record = await client.get(who, fact)
    expect([record.evidence.length, record.tellings]).toEqual([2, 2])
    expect((await tellings(who, fact)).body).toMatchObject({ count: 2, total: 2 })
  })

  test('stands in a filtered list once, in its place, however that is paged', async () => {
    const who = someone()
    const told = async (content: string, session: string) => String((await say(who, content, { session })).memoryIds[0])
    const first = await told('The kettle is new.', 'old')
    const second = await told('The stove is blue.', 'new')
    await told('The lamp is broken.', 'old')
    await say(who, 'The kettle is new.', { session: 'new' })
    await say(who, 'The stove is blue.', { session: 'new', more: { observed_at: '2026-02-03T10:00:00Z' } })
    const third = await told('The sofa is grey.', 'new')
    const listed = await client.list(who, { session_id: 'new' })
    expect([listed.total, ids(listed)]).toEqual([3, [third, second, first]])
    const paged: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.list(who, { session_id: 'new', limit: '1', ...(cursor && { cursor }) })
      paged.push(...ids(page))
      cursor = page.next_cursor
      expect(page.total).toBe(3)
    }
    expect(paged).toEqual([third, second, first])
    for (const [offset, id] of paged.entries())
      expect(ids(await client.list(who, { session_id: 'new', limit: '1', offset: `${offset}` }))).toEqual([id])
  })
})
