import { type RunningApp, startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import type { TestDatabase } from '../support/database.js'

/** A service whose process may end, and whose memory has room for few users. */
export type LastingApp = RunningApp & {
  /** Closes it and opens it anew on the same store. */
  readonly restart: () => Promise<void>
  /** Has others searched until nobody else's memories are kept in memory. */
  readonly evict: () => Promise<void>
}

/** In MiB: two of those who crowd others out have no room beside each other. */
const ROOM = '1'
const CROWD = ['crowd 1', 'crowd 2'].map((user_id) => ({ user_id }))
/** Of one of them, about 2.1 KiB each. */
const MEMORIES = 350

export const lastingApp = async (
  { open }: Pick<TestDatabase, 'open'>,
  settings: Readonly<Record<string, string>>,
): Promise<LastingApp> => {
  const databases = await open({ mayHoldStore: true })
  const kept = { open: async () => ({ ...databases, close: async () => {} }) }
  const start = () => startApp(kept, { ...settings, SEARCH_MEMORY_MB: ROOM })
  let app = await start()
  for (const who of CROWD) {
    const lines = Array.from(
      { length: MEMORIES },
      (_, i) => `Eve: Shed ${i} holds ${i * 7} barrels, says ${who.user_id}.`,
    )
    await clientOf(app).tell(who, lines.join('\n'))
  }
  return {
    ...app,
    ask: (...asked) => app.ask(...asked),
    restart: async () => {
      await app.close()
      app = await start()
    },
    evict: async () => {
      for (const who of CROWD) await clientOf(app).search(who, 'Which shed holds barrels?', { limit: 1 })
    },
    close: async () => {
      await app.close()
      await databases.close()
    },
  }
}
