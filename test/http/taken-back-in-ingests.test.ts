import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { served } from '../support/served.js'
import { type Affected, DAYS, OLD, takingBackOn } from '../support/taking-back.js'

describe.each(databases)('what a user takes back while they tell, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const { someone, agent, say, idOf, onDays, remove } = takingBackOn(app)
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)
  const FORGET = 'Forget my locker code.'
  const asked = async (who: Who, at: string | undefined, more: Fields = {}) =>
    (await say(who, FORGET, { at, session_id: `asked at ${at}`, ...more })).outcomes?.[0]

  test('by an old request is what was told before it, and nothing that was told since', async () => {
    const who = someone()
    const now = idOf(await say(who, OLD))
    expect(await asked(who, DAYS[1])).toMatchObject({ reason: 'forget_unclear', replaces: [] })
    expect(await asked(who, '2026-02-05')).toMatchObject({ reason: 'forget_unclear' })
    // The imported statement is a telling of the one of today, which stays.
    const chat = [OLD, 'Scratch that.'].map((content) => ({ role: 'user', content, timestamp: DAYS[0] }))
    for (const messages of [chat, [chat[0], { ...chat[1], content: FORGET }]])
      expect((await say(who, '', { messages, session_id: JSON.stringify(messages) })).memoriesDeleted).toBe(0)
    expect((await client.list(who)).memories.map(({ id }) => id)).toEqual([now])
    expect(await asked(who, undefined)).toMatchObject({ outcome: 'deleted', replaces: [now] })
    const other = someone()
    const [january, february, march] = await onDays(other)
    expect((await asked(other, '2026-02-05'))?.replaces.toSorted()).toEqual([january, february].toSorted())
    expect((await client.list(other)).memories.map(({ id }) => id)).toEqual([march])
    expect(await contents(other)).toEqual([`User: ${OLD}`])
  })

  test('is new where it is stated of the day of its deletion, without an hour', async () => {
    const who = someone()
    const [first = ''] = await onDays(who, DAYS.slice(0, 1))
    await remove(who, first)
    const today = new Date().toISOString().slice(0, 10)
    expect(await say(who, OLD, { at: today })).toMatchObject({ memoriesStored: 1 })
  })

  test.each(['2026-02-05T09:00:00Z', '2026-02-05', '2026-02-05T22:00:00-03:00'])(
    'by an old request, of %s, is known of before it, and stated anew after it',
    async (at) => {
      const who = someone()
      const messages = [OLD, FORGET].map((content) => ({ role: 'user', content, timestamp: at }))
      expect((await say(who, '', { messages, session_id: 'old' })).memoriesDeleted).toBe(1)
      for (const day of [DAYS[0], at])
        expect(await say(who, OLD, { at: day, session_id: `of ${day}` })).toMatchObject({ duplicates: 1 })
      expect(await contents(who)).toEqual([])
      expect(await say(who, OLD, { at: DAYS[2], session_id: 'later' })).toMatchObject({ memoriesStored: 1 })
      expect(await say(who, OLD, { at: DAYS[0], session_id: 'again' })).toMatchObject({ duplicates: 1 })
      expect(await contents(who)).toEqual([`User: ${OLD}`])
    },
  )

  test.each(['ingest', 'ingest/quick'])(
    'is named by an ingest that takes it back, with what still says it: %s',
    async (path) => {
      const who = someone()
      const [a, b] = [agent(who, 'a'), agent(who, 'b')]
      const ingest = async (content: string, more: Fields = {}) => {
        const messages = [{ role: 'user', content, ...more }]
        const body = { ...a, source_site: 'chat', messages, session_id: `${content} ${path}` }
        return (await app.ask<IngestResult & Partial<Affected>>(`/v1/memories/${path}`, body)).body
      }
      const theirs = idOf(await say(b, OLD))
      await say(b, OLD, { visibility: 'agent_only' })
      const mine = await onDays(a)
      const keyed = idOf(await say(a, OLD, { key: 'locker' }))
      const [noted = ''] = (await client.tell(b, OLD)).memoryIds
      const replaced = await ingest('The lockers have no codes.', { replaces: [mine[0]] })
      expect([...(replaced.ids ?? [])].sort()).toEqual([...mine].sort())
      expect([...(replaced.same_words ?? [])].sort()).toEqual([theirs, keyed, noted].sort())
      expect(await ingest('The pool opens at nine.')).not.toHaveProperty('ids')
      const forgotten = await ingest('Forget my locker code.')
      expect(forgotten).toMatchObject({ memoriesDeleted: 1, ids: [keyed] })
      expect([...(forgotten.same_words ?? [])].sort()).toEqual([theirs, noted].sort())
    },
  )
})
