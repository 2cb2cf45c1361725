import { beforeAll, describe, expect, test } from 'vitest'
import type { Explanation } from '../../src/search/explain.js'
import { factsOf } from '../support/append-facts.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const anna = { user_id: 'anna' }

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'a search $way that shall rather say nothing, on $name',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const client = clientOf(app)
    const facts = factsOf(app)
    let ferry = ''
    let basil = ''
    beforeAll(async () => {
      ferry = await client.keep(anna, 'The ferry to Porto leaves at noon.', { observed_at: '2026-01-05T12:00:00Z' })
      await client.keep(anna, 'The ferry is often late.', { observed_at: '2026-02-05' })
      basil = await client.keep(anna, 'Basil wants sun.', { observed_at: '2026-03-05' })
    })

    const ask = (path: string, more: Fields) =>
      app.ask<Fields & { error?: string }>(path, { ...anna, query: 'ferry to Porto', ...more })
    const why = async (memory: string, more: Fields) =>
      (
        await app.ask<Explanation>('/v1/memories/search/explain', {
          ...anna,
          query: 'ferry to Porto',
          memory_id: memory,
          ...more,
        })
      ).body
    const found = async (who: Who, wanted: string, more: Fields = {}) =>
      (await client.search(who, wanted, more)).memories.map(({ content }) => content)

    test('answers nothing where nothing is good enough, and all parts of the answer say so', async () => {
      for (const path of ['/v1/memories/search', '/v1/memories/search/fast']) {
        const { status, body } = await ask(path, { min_score: 1, query: 'ferry' })
        expect(status).toBe(200)
        expect(body).toMatchObject({
          ...{ count: 0, memories: [], injection_text: '', citations: [], expand_ids: [] },
          ...{ estimated_context_tokens: 0, budget_constrained: false },
        })
      }
    })

    test('explains that a memory is below the least score, also where others have more', async () => {
      const told = await why(ferry, { min_score: 1 })
      expect(told).toMatchObject({
        returned: false,
        reason: 'below_floor',
        stage: 'floor',
        rank: 1,
      })
      for (const mode of ['full', 'fast'])
        expect(await why(basil, { threshold: 0, min_score: 0.9, limit: 1, mode })).toMatchObject({
          reason: 'below_floor',
        })
      expect(await why(basil, { threshold: 1, min_score: 1 })).toMatchObject({ reason: 'no_match', stage: 'score' })
      expect(await why(ferry, { min_score: 0.1 })).toMatchObject({ reason: 'returned' })
    })

    test('takes what was said in a time window, beside other dates of the request, and of what was known then', async () => {
      const january = { time_window: { from: '2026-01-01', to: '2026-01-05' } }
      expect(await found(anna, 'ferry', january)).toEqual(['The ferry to Porto leaves at noon.'])
      expect(await found(anna, 'ferry', { ...january, from: '2026-01-06' })).toEqual([])
      expect(await found(anna, 'ferry', { ...january, as_of: new Date().toISOString() })).toHaveLength(1)
      expect(await found(anna, 'ferry', { ...january, as_of: '2026-01-05' })).toEqual([])
      expect(await found(anna, 'ferry', { time_window: { from: '2026-02-01T00:00:00+01:00' }, limit: 1 })).toEqual([
        'The ferry is often late.',
      ])
      expect(await found(anna, 'ferry', { time_window: {} })).toHaveLength(2)
    })

    test('takes facts that hold in a time window, and all else by when it was said', async () => {
      const ben = { user_id: 'ben' }
      const turn = await client.keep(ben, 'Anna lived in Lisbon, Porto and Faro.', { observed_at: '2026-01-05' })
      const hold = (content: string, from: string | null, to: string | null) =>
        facts.state(ben.user_id, content, { on: [turn], said: { valid: { from, to, words: null } } })
      await hold('Anna rents a flat in Lisbon.', '2020-01-01', '2022-06-30')
      await hold('Anna owns a house in Porto.', '2022-07-01', null)
      const of = (from: string, to: string) =>
        found(ben, 'Where does Anna live, Lisbon or Porto?', { threshold: 0, time_window: { from, to, of: 'valid' } })
      expect(await of('2021-05-01', '2021-05-31')).toEqual(['Anna rents a flat in Lisbon.'])
      expect(await of('2022-06-30', '2022-06-30')).toEqual(['Anna rents a flat in Lisbon.'])
      expect((await of('2022-06-30', '2022-07-01')).length).toBe(2)
      expect(await of('2030-01-01', '2031-01-01')).toEqual(['Anna owns a house in Porto.'])
    })

    test('refuses floors outside of 0 to 1 and impossible windows by name, wherever a search is asked for', async () => {
      const wrong: readonly (readonly [Fields, RegExp])[] = [
        [{ min_score: 1.1 }, /^min_score: /],
        [{ min_score: 'high' }, /^min_score: /],
        [{ time_window: { from: '2026-02-30' } }, /^time_window\.from: must be an ISO 8601 date/],
        [{ time_window: { from: '2026-02-02', to: '2026-02-01' } }, /^time_window\.from: must not be after to$/],
        [{ time_window: { of: 'told' } }, /^time_window\.of: /],
        [{ time_window: '2026' }, /^time_window: /],
      ]
      for (const path of ['search', 'search/fast', 'search/explain'])
        for (const [fields, says] of wrong) {
          const { status, body } = await ask(`/v1/memories/${path}`, { memory_id: ferry, ...fields })
          expect([status, body.error]).toEqual([400, expect.stringMatching(says)])
        }
    })
  },
)
