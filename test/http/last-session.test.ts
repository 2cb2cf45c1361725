import { beforeAll, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

type Answer = { readonly memories: readonly { readonly content: string; readonly moved_by?: string }[] }

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'the last session, on $name, $way',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const say = async (user_id: string, contents: readonly string[], more: object) => {
      const messages = contents.map((content) => ({ role: 'user', content }))
      const answer = await app.ask('/v1/memories/ingest/quick', { user_id, source_site: 'chat', messages, ...more })
      expect(answer.status).toBe(200)
    }
    const recalled = async (user_id: string, more: object = {}, query = 'Where did we leave off?') => {
      const { body } = await app.ask<Answer>('/v1/memories/search', { user_id, query, ...more })
      expect(body.memories.every(({ moved_by }) => moved_by === 'last_time')).toBe(true)
      return body.memories.map(({ content }) => content.replace('User: ', ''))
    }
    const hike = [
      'The hike to Monte Rosa takes two days.',
      'Bring crampons for the glacier.',
      'We sleep in the Gnifetti hut.',
    ]

    beforeAll(async () => {
      await say('ana', ['My cat is called Miso.'], { session_id: 'first', observed_at: '2026-05-01T10:00:00Z' })
      await say('ana', hike, { session_id: 'second', observed_at: '2026-05-03T10:00:00Z' })
      await say('ana', ['The tax return is due in June.'], { session_id: 'now', observed_at: '2026-05-04T10:00:00Z' })
    })

    test('is told in its order, and nothing besides', async () => {
      expect(await recalled('ana', { session_id: 'now' })).toEqual(hike)
      expect(await recalled('ana')).toEqual(['The tax return is due in June.'])
    })
    test('is told by its end where it is longer than the answer', async () =>
      expect(await recalled('ana', { session_id: 'now', limit: 2 })).toEqual(hike.slice(1)))
    test('is told by a fast search as well', async () => {
      const body = { user_id: 'ana', query: 'What did we talk about last time?', session_id: 'now' }
      const found = await app.ask<Answer>('/v1/memories/search/fast', body)
      expect(found.body.memories).toHaveLength(hike.length)
    })
    test('is one where only what was said before is said again', async () => {
      await say('ben', ['I keep bees.'], { session_id: 'a', observed_at: '2026-05-01T10:00:00Z' })
      await say('ben', ['I sold my boat.'], { session_id: 'b', observed_at: '2026-05-02T10:00:00Z' })
      await say('ben', ['I keep bees.'], { session_id: 'c' })
      expect(await recalled('ben')).toEqual(['I keep bees.'])
    })
    test('is what was said within an hour where there are no sessions', async () => {
      await say('cleo', ['My flat is in Faro.'], { observed_at: '2026-05-01T10:00:00Z' })
      await say('cleo', ['My dentist is Dr Silva.'], { observed_at: '2026-05-01T12:00:00Z' })
      await say('cleo', ['My dentist is in Olhão.'], { observed_at: '2026-05-01T12:50:00Z' })
      expect(await recalled('cleo')).toEqual(['My dentist is Dr Silva.', 'My dentist is in Olhão.'])
    })
    test('is that of the sources that the request asks for', async () => {
      await say('dora', ['The lamp is broken.'], { session_id: 'x', observed_at: '2026-05-01T10:00:00Z' })
      const mail = { session_id: 'y', source_site: 'mail', observed_at: '2026-05-02T10:00:00Z' }
      await say('dora', ['The invoice is paid.'], mail)
      expect(await recalled('dora', { source_site: 'chat' })).toEqual(['The lamp is broken.'])
    })
    test('is nothing where there is none', async () => {
      await say('eve', ['I like tea.'], { session_id: 'only' })
      expect(await recalled('eve', { session_id: 'only' })).toEqual([])
    })
    test('is not told of what was said there', async () => {
      const { body } = await app.ask<Answer>('/v1/memories/search', {
        user_id: 'ana',
        query: 'What did we say about the cat last time?',
      })
      expect(body.memories[0]?.content).toBe('User: My cat is called Miso.')
    })
  },
)
