import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { Explanation } from '../../src/search/explain.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const OLD = 'The boat of Anna is kept in the harbour of Faro, in Faro.'
const LATER = 'Anna has it in the yard of Olhão, the boat.'
const ASIDE = 'The boat of Anna is blue, a blue boat.'
const QUERY = 'Where is the boat of Anna kept, in which harbour?'
const PAST = 'Where was the boat of Anna kept before, in which harbour?'
const NOW = { current_only: true }

const idsOf = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ id }) => id)
const outdated = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ outdated_by }) => outdated_by)

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'what holds now, searched $way, on $name',
  ({ variables, ...database }) => {
    const app = served(database, { ...ADMIN, ...variables })
    const client = clientOf(app)
    const facts = factsOf(app)
    let users = 0

    const why = async (who: Who, memory: string, more: Fields = {}) =>
      (await app.ask<Explanation>('/v1/memories/search/explain', { ...who, query: QUERY, memory_id: memory, ...more }))
        .body

    /** The earlier, the later and something else of one user; the two contradict each other. */
    const contested = async (who: Who = { user_id: `skipper ${users++}` }) => {
      const old = await client.keep(who, OLD, { observed_at: '2026-01-01' })
      const between = new Date().toISOString()
      const later = await client.keep(who, LATER, { observed_at: '2026-03-01' })
      const aside = await client.keep(who, ASIDE, { observed_at: '2026-02-01' })
      await facts.link(who.user_id, [{ from: later, to: old, kind: 'contradicts', similarity: null }])
      return { who, old, later, aside, between }
    }
    /** Facts with these trusts, of which the second was stated later. */
    const stated = async (first: number, second: number) => {
      const who = { user_id: `skipper ${users++}` }
      const old = await facts.state(who.user_id, 'The boat is moored in Lagos harbour.', { on: [], trust: first })
      const later = await facts.state(who.user_id, 'The boat is moored in Sines harbour.', { on: [], trust: second })
      await facts.link(who.user_id, [{ from: later, to: old, kind: 'contradicts', similarity: null }])
      return { who, old, later }
    }

    test('of two that contradict each other the later is first, and the earlier names it', async () => {
      const { who, old, later } = await contested()
      for (const search of [client.search, client.fast]) {
        const answer = await search(who, QUERY, { limit: 2 })
        expect(idsOf(answer)).toEqual([later, old])
        expect(outdated(answer)).toEqual([null, later])
        expect(answer.consensus).toEqual({
          original_count: 2,
          filtered_count: 2,
          removed_count: 0,
          removed_memory_ids: [],
        })
      }
    })

    test('in the text for a prompt what holds answers, and what it replaced is context, marked with the day that outdates it', async () => {
      const { who } = await contested()
      for (const search of [client.search, client.fast]) {
        const { injection_text } = await search(who, QUERY)
        expect(injection_text).toContain(`[context] (outdated by 2026-03-01) ${OLD}`)
        expect(injection_text).toContain(`[answer] ${LATER}`)
        expect((await search(who, PAST)).injection_text).toContain(`[context] (outdated by 2026-03-01) ${OLD}`)
      }
    })

    test('what is replaced by what was replaced itself leaves the answer to the last', async () => {
      const { who, later } = await contested()
      const last = await client.keep(who, 'Anna sold it to Rui in Tavira, the boat.', { observed_at: '2026-04-01' })
      await facts.link(who.user_id, [{ from: last, to: later, kind: 'contradicts', similarity: null }])
      const { injection_text } = await client.search(who, QUERY)
      expect(injection_text.match(/\[answer\].*/g)).toEqual(['[answer] Anna sold it to Rui in Tavira, the boat.'])
    })

    test('the earlier is left out where only what holds is asked for, and what matches next takes its place', async () => {
      const { who, old, later, aside } = await contested()
      for (const search of [client.search, client.fast]) {
        const answer = await search(who, QUERY, { ...NOW, limit: 2 })
        expect(idsOf(answer)).toEqual([later, aside])
        expect(answer.injection_text).not.toContain('Faro')
        expect(answer.consensus).toEqual({
          original_count: 3,
          filtered_count: 2,
          removed_count: 1,
          removed_memory_ids: [old],
        })
        // The later is not among the first: it counts all the same.
        expect(idsOf(await search(who, QUERY, { ...NOW, limit: 1 }))).not.toContain(old)
      }
    })

    test('the less trusted loses, whichever was said later; what was said before does not outdate', async () => {
      const { who, old, later } = await stated(0.9, 0.4)
      const answer = await client.search(who, 'Where is the boat moored?')
      expect(idsOf(answer)).toEqual([old, later])
      expect(answer.injection_text.match(/\[answer\].*/g)).toEqual(['[answer] The boat is moored in Lagos harbour.'])
      expect(outdated(answer)).toEqual([null, null])
      const left = await client.search(who, 'Where is the boat moored?', NOW)
      expect([idsOf(left), left.consensus?.removed_memory_ids]).toEqual([[old], [later]])
    })

    test('a turn whose fact was superseded is left out, and an explanation names what holds', async () => {
      const who = { user_id: `skipper ${users++}` }
      const turn = await client.keep(who, 'Anna: the boat lies in Faro harbour, kept by Rui.')
      const faro = await facts.state(who.user_id, 'The boat is kept in Faro.', { on: [turn] })
      const between = new Date().toISOString()
      const sines = await facts.state(who.user_id, 'Sines is where she sails from.', { on: [] })
      await facts.supersede(who.user_id, faro, { version: 2, by: sines })
      const answer = await client.search(who, QUERY)
      expect(answer.memories.find(({ id }) => id === turn)?.outdated_by).toBe(sines)
      expect(answer.consensus).toBeUndefined()
      expect(idsOf(await client.search(who, QUERY, NOW))).not.toContain(turn)
      expect(await why(who, turn, NOW)).toMatchObject({
        ...{ returned: false, reason: 'outdated', stage: 'holds-now', status: 'active' },
        ...{ superseded_by: null, outdated_by: sines },
      })
      expect(await why(who, turn)).toMatchObject({ returned: true, reason: 'returned', outdated_by: sines })
      // Before that it held.
      const then = await client.search(who, QUERY, { ...NOW, as_of: between })
      expect(then.memories[0]).toMatchObject({ id: turn, pieces: [faro], outdated_by: null })
    })

    test('a query for the past or of a date gets what was found, marked', async () => {
      const { who, old, later } = await contested()
      for (const query of [PAST, 'Where was the boat of Anna kept in January 2026, in which harbour?']) {
        const answer = await client.search(who, query, NOW)
        expect(idsOf(answer)[0]).toBe(old)
        expect(answer.memories[0]?.outdated_by).toBe(later)
        expect(answer.consensus?.removed_count).toBe(0)
      }
    })

    test('before the later was told, the earlier holds', async () => {
      const { who, old, between } = await contested()
      const answer = await client.search(who, QUERY, { ...NOW, as_of: between })
      expect([idsOf(answer), outdated(answer), answer.consensus]).toEqual([[old], [null], undefined])
      expect(await why(who, old, { ...NOW, as_of: between })).toMatchObject({ reason: 'returned', outdated_by: null })
    })

    test('what the caller cannot see outdates nothing', async () => {
      const user = `skipper ${users++}`
      const [a, b] = ['a', 'b'].map((agent) => ({ user_id: user, workspace_id: 'w', agent_id: agent }))
      if (!a || !b) throw new Error('two agents')
      const old = await client.keep(b, OLD, { observed_at: '2026-01-01' })
      const secret = await client.keep(a, LATER, { observed_at: '2026-03-01', visibility: 'agent_only' })
      const before = await client.search(b, QUERY, NOW)
      await facts.link(user, [{ from: secret, to: old, kind: 'contradicts', similarity: null }])
      expect(await client.search(b, QUERY, NOW)).toEqual(before)
      expect(await why(b, old, NOW)).toMatchObject({ reason: 'returned', outdated_by: null })
      expect(idsOf(await client.search(a, QUERY, NOW))).toEqual([secret])
    })

    test('a trace tells the places before and after', async () => {
      const { who, old, later, aside } = await contested()
      const ranks = async (more: Fields) => {
        const { observability } = await client.search(who, QUERY, { trace: true, ...more })
        return new Map(
          observability?.retrieval.scores.map(({ memory_id, rank_before, rank_after }) => [
            memory_id,
            [rank_before, rank_after],
          ]),
        )
      }
      const [shown, left] = [await ranks({}), await ranks(NOW)]
      const before = Number(shown.get(old)?.[0])
      expect(before).toBeLessThan(Number(shown.get(later)?.[0]))
      expect(Number(shown.get(old)?.[1])).toBeGreaterThan(Number(shown.get(later)?.[1]))
      expect([left.get(old), left.get(later)?.[1], left.get(aside)?.[1]]).toEqual([[before, null], 1, 2])
    })

    test('only true and false are taken', async () => {
      for (const path of ['search', 'search/fast', 'search/explain']) {
        const body = {
          user_id: 'u',
          query: 'boat',
          memory_id: '00000000-0000-4000-8000-000000000000',
          current_only: 'yes',
        }
        const { status, body: told } = await app.ask<{ error: string }>(`/v1/memories/${path}`, body)
        expect([status, told.error]).toEqual([400, expect.stringContaining('current_only: ')])
      }
    })
  },
)
