import { afterAll, beforeAll, expect } from 'vitest'
import { type RunningApp, startApp } from './app.js'
import type { TestDatabase } from './database.js'

/** A service for the tests of one suite: started before them, and closed behind them. */
export const served = (database: TestDatabase): Pick<RunningApp, 'ask' | 'databases'> => {
  let app: RunningApp | undefined
  const running = () => app ?? expect.unreachable('the service is not started yet')
  beforeAll(async () => {
    app = await startApp(database)
  })
  afterAll(() => app?.close())
  return {
    ask: (...asked) => running().ask(...asked),
    get databases() {
      return running().databases
    },
  }
}
