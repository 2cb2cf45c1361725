import { expect, test } from 'vitest'
import { keyedLimiter } from '../../src/concurrency/limiter.js'

test('turnstiles tell how many stand behind another one of their key', async () => {
  const inTurn = keyedLimiter(10, (key) => new Error(key))
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const passing = ['a', 'a', 'a', 'b'].map((key) => inTurn(key, () => opened))
  expect(inTurn.waiting()).toBe(2)
  open()
  await Promise.all(passing)
  expect(inTurn.waiting()).toBe(0)
})
