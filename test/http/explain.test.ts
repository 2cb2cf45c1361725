import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../src/search/explain.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN } from '../support/changing.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'why a search $way returns a memory or not, on $name',
  ({ variables, ...database }) => {
    const app = served(database, { ...ADMIN, ...variables })
    const client = clientOf(app)
    const facts = factsOf(app)
    let users = 0

    const somebody = () => ({ user_id: `doubter ${users++}` })
    const ask = (who: Who, wanted: string, memory: string, more: Fields = {}) =>
      app.ask<Explanation & { error?: string }>('/v1/memories/search/explain', {
        ...who,
        query: wanted,
        memory_id: memory,
        ...more,
      })
    const why = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked)
      expect(status).toBe(200)
      return body
    }
    const three = async (who: Who) =>
      [
        await client.keep(who, 'The ferry to Porto leaves at noon.'),
        await client.keep(who, 'The ferry is often late.'),
        await client.keep(who, 'Basil wants sun.'),
      ] as const

    test('one that is returned has its place, and the parts of the score that the search gives it', async () => {
      const who = somebody()
      const [ferry] = await three(who)
      for (const mode of ['full', 'fast'] as const) {
        const search = mode === 'full' ? client.search : client.fast
        const { memories } = await search(who, 'ferry to Porto')
        const told = await why(who, 'ferry to Porto', ferry, { mode })
        expect(told).toMatchObject({ memory_id: ferry, returned: true, reason: 'returned', stage: null, rank: 1 })
        // Fast search counts how often each was shown meanwhile.
        expect(told.score?.score).toBeCloseTo(memories[0]?.score ?? 0, 2)
        expect(told.score?.returned).toBe(true)
        expect(told.terms).toEqual([
          { term: 'ferri', memories: 2, held: true },
          { term: 'porto', memories: 1, held: true },
        ])
      }
    })

    test('one that better matches leave no place has its rank, its score and what it lacks', async () => {
      const who = somebody()
      const [, late] = await three(who)
      for (const mode of ['full', 'fast']) {
        const told = await why(who, 'ferry to Porto', late, { limit: 1, mode })
        expect(told).toMatchObject({ returned: false, reason: 'outranked', rank: 2, limit: 1 })
        expect(told.score?.score).toBeLessThan(told.least_returned_score ?? 0)
        expect(told.terms).toContainEqual({ term: 'porto', memories: 1, held: false })
      }
    })

    test('one without a word of the query is no match, however its similarity came out', async () => {
      const who = somebody()
      const kept = await client.keep(who, 'Basil wants sun.')
      const told = await why(who, 'quarterly revenue figures', kept, { threshold: 0.9 })
      expect(told).toMatchObject({ returned: false, reason: 'no_match', stage: 'score', rank: null, threshold: 0.9 })
      expect(told.score).toMatchObject({ lexical: 0 })
    })

    test('one that a filter leaves out says so', async () => {
      const who = somebody()
      const [ferry] = await three(who)
      expect(await why(who, 'ferry', ferry, { source_site: 'elsewhere' })).toMatchObject({
        reason: 'filtered',
        stage: null,
        score: null,
      })
    })

    test('a turn that a fact is shown for names the fact', async () => {
      const who = somebody()
      const turn = await client.keep(who, 'Anna: I carried my accordion to the new flat in Lisbon yesterday.')
      const fact = await facts.state(who.user_id, 'Anna lives in Lisbon.', { on: [turn] })
      expect(await why(who, 'Where does Anna live?', turn)).toMatchObject({
        reason: 'told_by_another',
        stage: 'turns',
        told_by: fact,
      })
    })

    test('one that another took the place of names it, and is explained as it was at an instant', async () => {
      const who = somebody()
      const before = await client.keep(who, 'Anna: I live in Berlin.')
      const between = new Date().toISOString()
      const later = await client.keep(who, 'Anna: I live in Lisbon now.')
      await facts.supersede(who.user_id, before, { version: 2, by: later })
      expect(await why(who, 'Where does Anna live?', before)).toMatchObject({
        reason: 'not_active',
        status: 'superseded',
        superseded_by: later,
      })
      expect(await why(who, 'Where does Anna live?', before, { as_of: between })).toMatchObject({ reason: 'returned' })
      expect(await why(who, 'Where does Anna live?', later, { as_of: between })).toMatchObject({
        reason: 'not_known_then',
      })
    })

    test('of one that the caller cannot see nothing is told, nor of one that was deleted or never was', async () => {
      const who = somebody()
      const agents = [
        { ...who, workspace_id: 'w', agent_id: 'a' },
        { ...who, workspace_id: 'w', agent_id: 'b' },
      ] as const
      const secret = await client.keep(agents[0], 'The ferry code is blue.', { visibility: 'agent_only' })
      const gone = await client.keep(who, 'The ferry was sold.')
      await app.ask(`/v1/memories/${gone}?${query(who)}`, undefined, { method: 'DELETE' })
      const unseen = [
        await ask(agents[1], 'ferry code', secret),
        await ask(who, 'ferry code', secret),
        await ask(who, 'ferry sold', gone),
        await ask(who, 'ferry', '00000000-0000-4000-8000-000000000000'),
      ]
      for (const { status, body } of unseen) expect([status, body]).toEqual([404, { error: 'Memory not found' }])
      expect((await why(agents[0], 'ferry code', secret)).reason).toBe('returned')
    })

    test('a wrong id and a wrong mode are refused by name', async () => {
      const { status, body } = await ask(somebody(), 'ferry', 'no uuid', { mode: 'deep' })
      expect(status).toBe(400)
      expect(body.error).toMatch(/^memory_id: .*; mode: must be one of full, fast$/)
    })
  },
)
