import { secretsOf } from '../../src/commands/master-key.js'
import { createDataKeys, type DataKeys } from '../../src/event-store/sealing/data-keys.js'
import type { Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import { migrations } from './log.js'

/** The keys in a database, of a store with the secret key of the tests. */
export const keysIn = async (databases: Databases): Promise<DataKeys> => {
  await migrate(databases, migrations('generations'), 'generations')
  return createDataKeys({
    db: databases.within('generations'),
    ...secretsOf(Buffer.alloc(32, 7)),
    prefix: 'palimpsest',
    besideLog: false,
  })
}
