import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rounds, seed } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { draftOf, type Existing, sendingOf } from './sweep/draft.js'
import { exchange } from './sweep/exchange.js'
import { openSwept, type Swept } from './sweep/swept-app.js'
import { createTally } from './sweep/tally.js'
import { faultsOf, isSpoiled } from './sweep/verdict.js'
import { type Wish, wishes } from './sweep/wishes.js'

const COUNT = rounds(300, 10_000)
const AT_ONCE = 4
const BATCH = rounds(100, 250)

/** Everything that the interface can be asked, mostly wrong. */
describe.each(databasesFor(import.meta.url))('a sweep of requests, on $name', (database) => {
  let app: Swept
  const progressCounter = createTally()
  const found: string[] = []
  beforeAll(async () => {
    app = await openSwept(database)
  })
  afterAll(() => app.close())

  const ask = async (wish: Wish, existing: (method: string) => Existing) => {
    const draft = wish.faults.reduce(
      (soFar, fault) => fault.spoil(soFar),
      draftOf(wish.operation, existing(wish.operation.method)),
    )
    const sending = sendingOf(draft)
    // Whoever was only starved by a busy machine is answered when asked alone.
    const answer = (await exchange(app.port, sending)) ?? (await exchange(app.port, sending))
    const kinds = wish.faults.map(({ kind }) => kind)
    progressCounter.count(kinds, `${answer?.status ?? 'none'}`)
    const line = sending.bytes.subarray(0, 150).toString('latin1').split('\r\n')[0]
    found.push(...faultsOf(wish, answer).map((says) => `${line} [${kinds.join('; ')}] ${says}`))
    return answer?.status ?? 0
  }

  /** What must be refused leaves log and rows as they were. */
  const refuse = async (spoiled: readonly Wish[], existing: (method: string) => Existing) => {
    const before = await app.state()
    const left = [...spoiled]
    const client = async () => {
      for (let wish = left.pop(); wish; wish = left.pop()) await ask(wish, existing)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const after = await app.state()
    if (after.said !== before.said) found.push('refused requests have written to the log')
    const changed = Object.keys(after.rows).filter((table) => after.rows[table] !== before.rows[table])
    if (after.recalls === before.recalls && changed.length > 0) found.push(`refused requests have changed ${changed}`)
  }

  /** What is in order may write; whatever is refused all the same may not. */
  const allow = async (sound: readonly Wish[], existing: (method: string) => Existing) => {
    let { said } = await app.said()
    for (const wish of sound) {
      const status = await ask(wish, existing)
      const now = (await app.said()).said
      if (status >= 400 && now !== said) found.push(`refused with ${status} and written: ${wish.operation.path}`)
      said = now
    }
  }

  test(
    `every one of ${COUNT} is answered as the document says, and no refused one leaves a trace`,
    async () => {
      const all = wishes(COUNT, seed)
      for (let at = 0; at < all.length; at += BATCH) {
        const batch = all.slice(at, at + BATCH)
        const existing = await app.furnish()
        await refuse(batch.filter(isSpoiled), existing)
        await allow(
          batch.filter((wish) => !isSpoiled(wish)),
          existing,
        )
      }
      console.log(
        `${database.name}, seed ${seed}, ${COUNT} requests: ${progressCounter.summary()}\n${rounds('', progressCounter.byKind())}`,
      )
      expect(found).toEqual([])
    },
    rounds(60_000, 3_600_000),
  )
})
