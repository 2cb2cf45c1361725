import { describe, expect, test } from 'vitest'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const TURN = 'Anna: I carried my accordion to the new flat in Lisbon yesterday.'
const FACT = 'Anna lives in Lisbon.'

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'searching for facts $way, on $name',
  ({ variables, ...database }) => {
    const app = served(database, { ...ADMIN, ...variables })
    const client = clientOf(app)
    const changes = changesOf(app)
    const facts = factsOf(app)
    let users = 0

    const somebody = () => ({ user_id: `asker ${users++}` })
    const told = async () => {
      const who = somebody()
      const turn = await client.keep(who, TURN)
      return { who, turn, fact: await facts.state(who.user_id, FACT, { on: [turn] }) }
    }
    const found = async (who: Who, query: string, more: Fields = {}) =>
      (await client.search(who, query, more)).memories.map(({ id }) => id)

    test('the better of a fact and its turn is shown, and names the other', async () => {
      const { who, turn, fact } = await told()
      for (const search of [client.search, client.fast]) {
        const lives = await search(who, 'Where does Anna live?')
        expect(lives.memories).toMatchObject([{ id: fact, pieces: [turn] }])
        expect(lives.injection_text).not.toContain('accordion')
        const carried = await search(who, 'Who carried an accordion to a flat?')
        expect(carried.memories).toMatchObject([{ id: turn, pieces: [fact] }])
      }
    })

    test('several facts of one turn are shown beside each other, and behind it none of them', async () => {
      const { who, turn, fact } = await told()
      const plays = await facts.state(who.user_id, 'Anna plays the accordion.', { on: [turn] })
      expect(await found(who, 'Where does Anna live, and what does she play?')).toEqual(
        expect.arrayContaining([fact, plays]),
      )
      const { memories } = await client.search(who, 'accordion carried to a new flat')
      expect(memories[0]).toMatchObject({ id: turn, pieces: [fact, plays].sort() })
      expect(memories).toHaveLength(1)
    })

    test('a fact is found by the words of the turns that it rests on, as long as they are in force', async () => {
      const { who, turn, fact } = await told()
      const wish = { memory_type: 'semantic', threshold: 1 }
      expect(await found(who, 'accordion', wish)).toEqual([fact])
      await client.remove(who, turn)
      expect(await found(who, 'accordion', wish)).toEqual([])
      expect(await found(who, 'Lisbon', wish)).toEqual([])
      await changes.restore(who, turn, 1)
      expect(await found(who, 'accordion', wish)).toEqual([fact])
    })

    test('a fact changes nothing of what is found of the turns', async () => {
      const { who, turn } = await told()
      const other = somebody()
      const alone = await client.keep(other, TURN)
      const wish = { memory_type: 'episodic' }
      const [beside] = (await client.search(who, 'accordion flat', wish)).memories
      const [bare] = (await client.search(other, 'accordion flat', wish)).memories
      expect([beside?.id, bare?.id]).toEqual([turn, alone])
      expect(beside?.similarity).toBeCloseTo(bare?.similarity ?? 0, 9)
    })

    test('a superseded fact does not show, and its turn does again', async () => {
      const { who, turn, fact } = await told()
      await facts.supersede(who.user_id, fact, { version: 2, by: null })
      expect(await client.search(who, 'Where does Anna live? Lisbon')).toMatchObject({
        memories: [{ id: turn, pieces: [] }],
      })
    })

    test('in the past, too, a fact or its turn is shown', async () => {
      const { who, turn, fact } = await told()
      const then = new Date().toISOString()
      await client.keep(who, 'The ferry leaves at noon.')
      await facts.supersede(who.user_id, fact, { version: 2, by: null })
      const { memories } = await client.search(who, 'Where does Anna live?', { as_of: then })
      expect(memories).toMatchObject([{ id: fact, claim_type: 'stated', pieces: [turn] }])
    })

    test('a composite is not found: its parts are', async () => {
      const { who, fact } = await told()
      const plays = await facts.state(who.user_id, 'Anna plays the accordion.', { on: [] })
      const both = await facts.state(who.user_id, 'Anna lives in Lisbon and plays the accordion.', {
        on: [fact, plays],
        memoryType: 'composite',
      })
      const ids = await found(who, 'Who lives in Lisbon and plays the accordion?')
      expect([ids.includes(both), ids.includes(plays)]).toEqual([false, true])
    })

    test('of two that contradict each other the newer comes first, unless the past is asked for', async () => {
      const who = somebody()
      const old = await client.keep(who, 'The boat of Anna is kept in the harbour of Faro, in Faro.', {
        observed_at: '2026-01-01',
      })
      const later = await client.keep(who, 'Anna has it in the yard of Olhão, the boat.', { observed_at: '2026-03-01' })
      const query = 'Where is the boat of Anna kept, in which harbour?'
      expect(await found(who, query)).toEqual([old, later])
      await facts.link(who.user_id, [{ from: later, to: old, kind: 'contradicts', similarity: null }])
      expect(await found(who, query)).toEqual([later, old])
      expect((await client.fast(who, query)).memories.map(({ id }) => id)).toEqual([later, old])
      expect(await found(who, 'Where was the boat of Anna kept before, in which harbour?')).toEqual([old, later])
    })
  },
)
