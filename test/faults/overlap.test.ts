import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { concurrentDatabases } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'
import { dice, rounds, seed } from './rounds.js'

const ROUNDS = rounds([0], [0, 1, 2, 3, 4])
const POOL = Array.from({ length: 30 }, (_, i) => `Anna: Crate ${i} holds the papers of house ${i * 7}.`)

describe.each(concurrentDatabases)('fifty writers on one user with overlapping facts, on $name', ({ open }) => {
  const app = served({ open }, { WRITE_TIMEOUT_MS: '60000' })
  const client = clientOf(app)

  test.each(ROUNDS)('store each fact once, with versions 1 to n, while others delete (round %i)', async (round) => {
    const roll = dice(seed + round)
    const who = { user_id: `round ${round}` }
    const chosen = Array.from({ length: 50 }, (_, i) => POOL.filter((_, n) => n === i % 30 || roll() < 0.12))
    const told = await Promise.all(
      chosen.map(async (facts) => {
        const answer = await client.tell(who, ['Anna: Hello!', ...facts].join('\n'))
        expect(answer.factsExtracted).toBe(answer.memoriesStored)
        // The greeting and what follows it may be how another began.
        const known = Math.max(0, answer.knownTurns - 1)
        expect(answer.memoriesStored + answer.duplicates + known).toBe(facts.length)
        return answer.memoryIds
      }),
    )
    const ids = told.flat()
    const { memories } = await client.list(who)
    expect(memories.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(memories.map(({ content }) => content).sort()).toEqual([...new Set(chosen.flat())].sort())

    const victims = ids.slice(0, 5)
    const again = chosen.slice(0, 20).map((facts) => client.tell(who, facts.join('\n')))
    const removed = [...victims, ...victims].map(async (id) => (await client.remove(who, id)).status)
    const statuses = await Promise.all(removed)
    await Promise.all(again)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 404)).toHaveLength(5)
    for (const id of ids) {
      const { trail } = await client.trail(who, id)
      expect(trail.map(({ version }) => version)).toEqual(trail.map((_, i) => i + 1))
      expect(trail.map(({ action }) => action)).toEqual(victims.includes(id) ? ['add', 'delete'] : ['add'])
    }
    const now = (await client.list(who)).memories.map(({ content }) => content)
    expect(new Set(now).size).toBe(now.length)
  })

  test('leave the read models that the log gives', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
