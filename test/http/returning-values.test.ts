import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('what is told again, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })

  type Told = { readonly on?: string; readonly in?: string; readonly mode?: string }
  /** How many duplicates it has. */
  const tell = async (who: Who, said: readonly string[], told: Told = {}): Promise<number> => {
    const messages = said.map((content) => ({ role: 'user', content }))
    const answer = await app.ask<IngestResult>(`/v1/memories/ingest${told.mode ?? ''}`, {
      ...{ ...who, source_site: 'chat', messages, session_id: told.in ?? `session ${told.on}` },
      ...(told.on === undefined ? {} : { observed_at: told.on }),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.duplicates
  }
  const FIRST = 'Blood pressure 128/84'
  const SECOND = 'Blood pressure 135/90'

  describe.each([
    ['a full ingest', ''],
    ['a quick ingest', '/quick'],
  ])('by %s', (_, mode) => {
    test('is the newest reading, where another one came between', async () => {
      const who = someone()
      await tell(who, [FIRST], { on: '2026-05-01', mode })
      await tell(who, [SECOND], { on: '2026-05-11', mode })
      expect(await tell(who, [FIRST], { on: '2026-05-21', mode })).toBe(0)
      const [found] = (await client.search(who, 'latest blood pressure')).memories
      expect(found).toMatchObject({ content: `User: ${FIRST}`, observed_at: expect.stringContaining('2026-05-21') })
    })

    test('without a given time is a duplicate, and the newest home, where another one came between', async () => {
      const who = someone()
      await tell(who, ['I live in Berlin.'], { in: 'a', mode })
      await tell(who, ['I moved to Paris.'], { in: 'b', mode })
      expect(await tell(who, ['I live in Berlin.'], { in: 'c', mode })).toBe(1)
      const [found] = (await client.search(who, 'Where do I live?')).memories
      expect(found?.content).toBe('User: I live in Berlin.')
    })

    test('is a duplicate where nothing came between', async () => {
      const who = someone()
      await tell(who, [FIRST], { on: '2026-05-01', mode })
      await tell(who, [SECOND], { on: '2026-05-11', mode })
      expect(await tell(who, [SECOND], { on: '2026-05-11', in: 'other', mode })).toBe(1)
      await tell(who, ['I live in Berlin.'], { in: 'a', mode })
      expect(await tell(who, ['I live in Berlin.'], { in: 'b', mode })).toBe(1)
    })

    test('is a duplicate where it is sent again with its own time, or on the same day without one', async () => {
      const who = someone()
      await tell(who, [FIRST], { on: '2026-05-01', mode })
      await tell(who, [SECOND], { on: '2026-05-11', mode })
      expect(await tell(who, [FIRST], { on: '2026-05-01', in: 'again', mode })).toBe(1)
      const other = someone()
      for (const said of [FIRST, SECOND]) await tell(other, [said], { in: said, mode })
      expect(await tell(other, [FIRST], { in: 'again', mode })).toBe(1)
    })

    test('is a duplicate in a transcript that is sent again', async () => {
      const who = someone()
      const transcript = [FIRST, 'I went for a walk.', SECOND]
      await tell(who, transcript, { in: 'a', mode })
      expect(await tell(who, transcript, { in: 'b', mode })).toBe(3)
      const back = [...transcript, 'I slept badly.', FIRST]
      expect(await tell(who, back, { in: 'c', mode })).toBe(4)
      expect(await tell(who, back, { in: 'd', mode })).toBe(5)
    })

    test('is another memory on another day that is given, and known on that', async () => {
      const who = someone()
      for (const on of ['2026-05-01', '2026-06-01', '2026-07-01'])
        expect(await tell(who, ['Paid the rent.'], { on, mode })).toBe(0)
      expect(await tell(who, ['Paid the rent.'], { on: '2026-06-01', in: 'again', mode })).toBe(1)
      expect(await tell(who, ['Paid the rent.'], { in: 'undated', mode })).toBe(1)
      expect((await client.list(who)).total).toBe(3)
    })

    test('is a duplicate where other words have another number', async () => {
      const who = someone()
      await tell(who, [FIRST], { in: 'a', mode })
      await tell(who, ['Pulse 72'], { in: 'b', mode })
      expect(await tell(who, [FIRST], { in: 'c', mode })).toBe(1)
    })
  })
})
