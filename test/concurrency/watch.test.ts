import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { watch } from '../../src/concurrency/watch.js'

const started = async (options: { isDue?: () => boolean; pollMs?: number } = {}) => {
  const state = { looks: 0, running: 0, most: 0, stopped: false, notify: () => {} }
  const stop = await watch({
    listen: async (notified) => {
      state.notify = notified
      return async () => {
        state.stopped = true
      }
    },
    look: async () => {
      state.looks += 1
      state.running += 1
      state.most = Math.max(state.most, state.running)
      await pause(5)
      state.running -= 1
      throw new Error('no database')
    },
    pollMs: options.pollMs ?? 3_600_000,
    isDue: options.isDue ?? (() => true),
  })
  return { state, stop }
}

test('a notification makes it look, once more if it is looking already, and never twice at the same time', async () => {
  const { state, stop } = await started()
  for (let i = 0; i < 5; i++) state.notify()
  await vi.waitFor(() => expect(state).toMatchObject({ looks: 2, running: 0, most: 1 }), 60_000)
  await stop()
  expect(state.stopped).toBe(true)
})

test('without notifications it polls while a poll is due, until it is stopped', async () => {
  const { state, stop } = await started({ pollMs: 2 })
  await vi.waitFor(() => expect(state.looks).toBeGreaterThan(2), 60_000)
  await stop()
  await vi.waitFor(() => expect(state.running).toBe(0), 60_000)
  const { looks } = state
  await pause(20)
  expect(state.looks).toBe(looks)

  const idle = await started({ pollMs: 2, isDue: () => false })
  await pause(20)
  expect(idle.state.looks).toBe(0)
  await idle.stop()
})
