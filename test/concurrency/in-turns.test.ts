import { setImmediate as round } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns, inTurns, ownRound, type Steps } from '../../src/concurrency/steps.js'

/** Steps that are each longer than a turn may be. */
function* longSteps(many: number, taken: () => void): Steps<string> {
  for (let n = 0; n < many; n++) {
    const until = performance.now() + 42
    while (performance.now() < until);
    taken()
    yield
  }
  return 'done'
}

test('of several computations one runs in a round of the event loop, in turn', async () => {
  let inRound = 0
  const rounds: number[] = []
  let over = false
  const look = () => {
    rounds.push(inRound)
    inRound = 0
    if (!over) setImmediate(look)
  }
  setImmediate(look)
  const order: number[] = []
  const works = [0, 1, 2].map((work) =>
    inTurns(
      longSteps(3, () => {
        inRound += 1
        order.push(work)
      }),
    ),
  )
  expect(await Promise.all(works)).toEqual(['done', 'done', 'done'])
  over = true
  expect(Math.max(...rounds)).toBe(1)
  // The first has begun when the others come.
  expect(order).toEqual([0, 0, 1, 2, 0, 1, 2, 1, 2])
})

test('a plain loop gives way to others between two parts that are each longer than a turn may be', async () => {
  let rounds = 0
  let over = false
  const look = () => {
    rounds += 1
    if (!over) setImmediate(look)
  }
  setImmediate(look)
  const turns = createTurns()
  for (let part = 0; part < 3; part++) {
    if (turns.isOver()) await turns.next()
    const until = performance.now() + 42
    while (performance.now() < until);
  }
  over = true
  expect(rounds).toBeGreaterThanOrEqual(2)
})

test('an error within a step is thrown to its caller, and others go on', async () => {
  function* broken(): Steps<string> {
    yield
    throw new Error('broken')
  }
  const [failed, other] = await Promise.allSettled([inTurns(broken()), inTurns(longSteps(1, () => {}))])
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('broken') })
  expect(other).toMatchObject({ status: 'fulfilled', value: 'done' })
})

test('few steps are taken at once where nothing else has computed', async () => {
  await round()
  let passed = false
  setImmediate(() => {
    passed = true
  })
  function* quick(): Steps<string> {
    yield
    return 'done'
  }
  for (let n = 0; n < 20; n++) expect(await inTurns(quick())).toBe('done')
  expect(passed).toBe(false)
})

test('what takes several rounds does not wait in each of them for all computations that are waiting', async () => {
  await round()
  let begun = 0
  const computing = Array.from({ length: 30 }, async () => {
    await ownRound()
    begun++
    const until = performance.now() + 5
    while (performance.now() < until);
  })
  for (let n = 0; n < 3; n++) await round()
  expect(await inTurns(longSteps(1, () => {}))).toBe('done')
  // Two in the first round, before it has computed for long, and one in each that follows.
  expect(begun).toBeLessThan(10)
  await Promise.all(computing)
  expect(begun).toBe(30)
})
