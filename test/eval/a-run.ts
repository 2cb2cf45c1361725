import type { Run } from '../../eval/ask-dialogues.js'
import { clientAt } from '../../eval/asking.js'
import type { Variables } from '../../src/config/config.js'
import { startApp } from '../support/app.js'
import { databases } from '../support/database.js'

/** A service of its own to tell and to ask. */
export const startRun = async (
  variables: Variables = {},
): Promise<{ readonly run: Run; readonly close: () => Promise<void> }> => {
  const database = databases.at(-1)
  if (!database) throw new Error('there is no database to test on')
  const { url, close } = await startApp(database, variables)
  const client = clientAt({ url, key: 'local-dev-key' })
  return { run: { client, userOf: (name) => name, progress: () => {} }, close }
}
