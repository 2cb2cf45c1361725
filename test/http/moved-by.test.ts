import { beforeAll, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

type Found = {
  readonly id: string
  readonly content: string
  readonly score: number
  readonly moved_by?: string
  readonly below_threshold?: boolean
}
type Scored = {
  readonly memory_id: string
  readonly score: number
  readonly returned: boolean
  readonly moved_by?: string
}
type Answer = {
  readonly memories: readonly Found[]
  readonly count: number
  readonly injection_text: string
  readonly citations: readonly string[]
  readonly observability: { readonly retrieval: { readonly scores: readonly (Scored & Record<string, number>)[] } }
}

const PREFERENCE = [
  'I want a window seat on flights.',
  'I prefer window seats on flights.',
  'On flights I want a window seat, please.',
  'A window seat is what I want on flights.',
  'On every flight I want a window seat.',
  'I always want a window seat on a flight.',
  'I really want a window seat on flights.',
  'On my flights I would like a window seat.',
  'A seat at the window is what I want on flights.',
  'For flights I want window seats.',
  'I do want a window seat on each flight.',
  'On a flight I always want a window seat.',
]
const OTHERS = ['I get sick on flights longer than six hours.', 'My flights are paid by the Porto office.']

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'the places of an answer, on $name, $way',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const say = async (user_id: string, content: string, more: object = {}) => {
      const body = { user_id, source_site: 'chat', messages: [{ role: 'user', content }], ...more }
      expect((await app.ask('/v1/memories/ingest/quick', body)).status).toBe(200)
    }
    const search = async (user_id: string, query: string, more: object = {}, path = 'search') =>
      (await app.ask<Answer>(`/v1/memories/${path}`, { user_id, query, ...more })).body
    const told = ({ memories }: Answer) => memories.map(({ content }) => content.replace('User: ', ''))

    beforeAll(async () => {
      for (const content of [...PREFERENCE, ...OTHERS]) await say('flyer', content)
    })

    test.each(['search', 'search/fast'])('vary behind the fifth, by %s', async (path) => {
      const answer = await search('flyer', 'What do I want on flights with a window seat?', {}, path)
      expect(answer.memories).toHaveLength(10)
      expect(told(answer)).toEqual(expect.arrayContaining(OTHERS))
      expect(PREFERENCE).toEqual(expect.arrayContaining(told(answer).slice(0, 5)))
    })
    test.each([
      ['another number', 'I want window seat 14 on flights.'],
      ['a name', 'I want a window seat on flights with Ana.'],
      ['a day', 'I want a window seat on flights in May.'],
      ['a negation', 'I never want a window seat on flights.'],
    ])('do not vary for what has %s', async (_, content) => {
      const user = `flyer of ${content}`
      for (const each of PREFERENCE.slice(0, 6)) await say(user, each)
      await say(user, content)
      for (const each of PREFERENCE.slice(6)) await say(user, each)
      expect(told(await search(user, 'window seat on flights'))).toContain(content)
    })
    test('are in the order of scores, but for what was moved, and each score is what its trace adds up to', async () => {
      const { memories, observability } = await search('flyer', 'What do I want on flights with a window seat?', {
        trace: true,
      })
      const left = memories.filter(({ moved_by }) => moved_by === undefined).map(({ score }) => score)
      expect(left).toEqual(left.toSorted((a, b) => b - a))
      expect(left.length).toBeLessThan(memories.length)
      const traced = new Map(observability.retrieval.scores.map((each) => [each.memory_id, each]))
      for (const { id, score, moved_by } of memories) {
        const {
          cosine = 0,
          memory_id: _,
          score: total,
          returned,
          moved_by: by,
          rank_before,
          rank_after,
          ...parts
        } = traced.get(id) ?? expect.unreachable()
        const sum = Object.values(parts).reduce((sum, part) => sum + part, 0.6 * cosine)
        expect(score).toBeCloseTo(sum / 2, 9)
        expect({ total, returned, by }).toEqual({ total: score, returned: true, by: moved_by })
      }
    })
    test('have the words of the newest and the score of the best where several say the same', async () => {
      await say('twice', 'My locker is number nine.', { observed_at: '2026-05-01' })
      await say('twice', 'Where is the locker?', { observed_at: '2026-05-02', session_id: 's' })
      await say('twice', 'My locker is number nine.', { observed_at: '2026-05-03', session_id: 's' })
      const { memories, observability } = await search('twice', 'locker number', { trace: true })
      for (const { id, score } of memories) {
        const {
          cosine = 0,
          memory_id: _,
          score: __,
          returned,
          moved_by: by,
          rank_before,
          rank_after,
          ...parts
        } = observability.retrieval.scores.find(({ memory_id }) => memory_id === id) ?? expect.unreachable()
        expect(score).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0.6 * cosine) / 2, 9)
      }
    })

    describe('where nothing clears the bar', () => {
      beforeAll(async () => {
        for (const content of [
          'I love pizza.',
          'I am a plumber.',
          'My cat is called Miso.',
          'We bake bread.',
          'I like soup.',
        ])
          await say('eater', content)
      })
      test.each(['search', 'search/fast'])('are those of the nearest, marked and in no prompt, by %s', async (path) => {
        const { memories, injection_text, citations, count } = await search('eater', "I'm hungry", {}, path)
        expect(memories.length).toBeGreaterThan(0)
        expect(memories.length).toBeLessThanOrEqual(3)
        expect(memories.every(({ below_threshold }) => below_threshold === true)).toBe(true)
        expect([injection_text, citations, count]).toEqual(['', [], memories.length])
      })
      test('are none where the request sets the bar', async () => {
        expect((await search('eater', "I'm hungry", { threshold: 0.3 })).memories).toEqual([])
        expect((await search('eater', "I'm hungry", { min_score: 0.9 })).memories).toEqual([])
      })
      test('are those of nothing that the filters leave out', async () =>
        expect((await search('eater', "I'm hungry", { source_site: 'mail' })).memories).toEqual([]))
      test('are not marked where anything matches', async () => {
        const { memories } = await search('eater', 'pizza')
        expect(memories.map(({ below_threshold }) => below_threshold)).toEqual([undefined])
      })
    })
  },
)
