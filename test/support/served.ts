import { afterAll, beforeAll, expect } from 'vitest'
import { type RunningApp, startApp } from './app.js'

/** A service for the tests of one suite, from before them until behind them; what is made of it may be made at once. */
export const served = (...starting: Parameters<typeof startApp>): RunningApp => {
  let app: RunningApp | undefined
  const running = () => app ?? expect.unreachable('the service is not started yet')
  beforeAll(async () => {
    app = await startApp(...starting)
  })
  afterAll(() => app?.close())
  return {
    get url() {
      return running().url
    },
    get databases() {
      return running().databases
    },
    get ready() {
      return running().ready
    },
    ask: (...asked) => running().ask(...asked),
    rebuild: (...asked) => running().rebuild(...asked),
    reembed: (...asked) => running().reembed(...asked),
    close: () => running().close(),
  }
}
