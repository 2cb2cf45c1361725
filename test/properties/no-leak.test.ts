import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { rounds, seed } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { type LastingApp, lastingApp } from './lasting-app.js'
import { ADMIN, play } from './play.js'
import { readAll } from './read-all.js'
import type { Tally } from './reading.js'
import { expectSame } from './sameness.js'
import { asSeenBy } from './seen-by.js'
import { callers, stories } from './stories.js'

const kinds = databasesFor(import.meta.url)
/** Reads on each database. A soak goes on until it has made them, half of a million each, with fresh databases. */
const READS = rounds(1, Number(process.env.SOAK_READS ?? 1_000_000) / kinds.length / 2)
const STORIES = rounds(1, 10)
/** Callers who ask in a story, besides the colleague. */
const ASKING = rounds(1, 2)
const TIME = rounds(240_000, 24 * 3_600_000)

/** From whom most is hidden that is like what they see. */
const COLLEAGUE = { user: 'me', workspace: 'w', agent: 'b' }
const others = callers.filter(({ agent }) => agent !== COLLEAGUE.agent)

const progressCounter: Tally = new Map()
let played = 0
const reads = (of: Tally) => [...of.values()].reduce((sum, n) => sum + n, 0)

afterAll(() => {
  console.log(
    `seed ${seed}: ${played} worlds, ${reads(progressCounter)} reads`,
    Object.fromEntries([...progressCounter].sort()),
  )
})

describe.each(kinds)('whatever happened, on $name', (database) => {
  /** Tries stories, each with some of the callers, on a fresh service until enough has been read. */
  const holds = async (check: (app: LastingApp, story: Story, mine: Tally) => Promise<void>) => {
    const mine: Tally = new Map()
    for (let batch = 0; reads(mine) < READS; batch++) {
      const app = await lastingApp(database, { CORE_ADMIN_API_KEY: ADMIN, RECALL_FLUSH_MS: '60000' })
      const some = fc.shuffledSubarray(others, { minLength: ASKING, maxLength: ASKING })
      const property = fc.asyncProperty(stories, some, (steps, asking) =>
        check(app, { steps, asking: [COLLEAGUE, ...asking] }, mine),
      )
      await fc.assert(property, { seed: seed + batch, numRuns: STORIES, endOnFailure: true }).finally(app.close)
    }
    for (const [path, n] of mine) progressCounter.set(path, (progressCounter.get(path) ?? 0) + n)
  }
  type Story = { readonly steps: Parameters<typeof play>[2]; readonly asking: typeof callers }

  test('every caller is shown by every read exactly what they may see', { timeout: TIME }, () =>
    holds(async (app, { steps, asking }, mine) => {
      const world = await play(app, `#${played++}`, steps)
      for (const caller of rounds(asking, callers)) await readAll(world, caller, mine)
    }),
  )

  test('what a caller cannot see changes no answer to them', { timeout: TIME }, () =>
    holds(async (app, { steps, asking }, mine) => {
      for (const [i, caller] of asking.entries()) {
        // One that nobody has read: how often others were shown a memory is part of its score.
        const full = await play(app, `#${played++}`, steps)
        const bare = await play(app, `#${played++}`, asSeenBy(caller, steps))
        const isLast = i === asking.length - 1
        await expectSame({ full, bare, story: steps, caller, isLast, progressCounter: mine })
      }
    }),
  )
})
