import { expect, test } from 'vitest'
import { inTurns, type Steps } from '../../src/concurrency/steps.js'

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
  expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
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
