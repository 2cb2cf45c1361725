import { readStore, type StoreState } from '../commands/open-store.js'
import type { Config } from '../config/config.js'
import { storeStreamsOf } from '../event-store/event-store.js'
import type { Databases } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import type { Wanted } from '../projector/generations/generations.js'
import { NothingToRebuild, planRebuild, type RebuildResult } from '../projector/rebuild/plan-rebuild.js'
import { editionWanted } from '../read-models/read-model-set.js'
import { withLog } from './open-log.js'
import { migrations, openDatabases } from './open-store.js'

/** Says what a rebuild would do to the store that the settings name, and writes nothing. Throws NothingToRebuild. */
export const planStore = async (config: Config): Promise<RebuildResult> => {
  const databases = await openDatabases(config)
  try {
    if (!(await isPrepared(config, databases))) throw new NothingToRebuild('the database holds no store yet')
    return await withLog(config, { databases }, async (store) => {
      const opened = await readStore(store, storeStreamsOf(config.eventStorePrefix))
      if (opened === undefined) throw new NothingToRebuild('the database holds no store of this prefix yet')
      return planRebuild(readModelsOf(databases, opened), store)
    })
  } finally {
    await databases.close()
  }
}

/** The read models of this version of the code that answer requests. */
export const readModelsOf = (databases: Databases, { logId, chosen: model }: StoreState): Wanted => ({
  ...editionWanted({ databases, logId, definition: migrations('read-model') }),
  model,
})

/** Whether a service has ever been started on it. */
export const isPrepared = async (config: Config, databases: Databases): Promise<boolean> => {
  const { log, generations } = await schemasIn(config, databases)
  return log && generations
}

/** Whether there is a log, and whether there may be read models. */
export const schemasIn = async (
  { eventStore }: Config,
  databases: Databases,
): Promise<{ readonly log: boolean; readonly generations: boolean }> => {
  const [found] = await databases.within('public').rows<{ events: boolean; generations: boolean }>(sql`
    select to_regclass('log.event') is not null as events,
           to_regclass('generations.generation') is not null as generations`)
  return { log: eventStore !== undefined || found?.events === true, generations: found?.generations === true }
}
