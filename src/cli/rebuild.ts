import { DirectoryHeld } from '../postgres/directory-lock.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import {
  NothingToRebuild,
  type RebuildOptions,
  type RebuildResult,
  type Watch,
} from '../projector/rebuild/plan-rebuild.js'
import { askForRebuild } from './ask-for-rebuild.js'
import { claimDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { showJson, showWords } from './show-rebuild.js'
import { stoppable } from './stop-requested.js'

export type RebuildArguments = RebuildOptions & { readonly json: boolean }

/**
 * Builds the read models anew from the log, beside the live ones. If a server holds the embedded directory, the server
 * does it; otherwise this process opens the store itself.
 * @returns the exit code: 1 when the verification found a difference
 */
export const rebuild = async (run: Run, { json, ...options }: RebuildArguments): Promise<number> => {
  const show = json ? showJson(run.say) : showWords(run.say)
  const stopping = stoppable(run.logger, 'The live read models are as they were.')
  const watch: Watch = { report: show.progress, signal: stopping.signal }
  try {
    const result = await rebuildSomewhere(run, options, watch)
    show.result(result)
    return result.verification?.equal === false ? EXIT.failed : EXIT.done
  } catch (error) {
    show.broken()
    return stopping.exitCodeOf(error)
  }
}

const rebuildSomewhere = async (run: Run, options: RebuildOptions, watch: Watch): Promise<RebuildResult> => {
  try {
    return await rebuildHere(run, options, watch)
  } catch (error) {
    if (!(error instanceof DirectoryHeld) || error.holder === undefined) throw error
    return askForRebuild(run.config.dataDir, { options, held: error }, watch)
  }
}

const rebuildHere = async (run: Run, options: RebuildOptions, watch: Watch): Promise<RebuildResult> => {
  const { databaseUrl, dataDir, eventStore } = run.config
  // Without a directory there is no embedded log. An EventStoreDB may have one, but a dry run must not make a directory.
  if (databaseUrl === undefined && (eventStore === undefined || options.dryRun) && !hasCluster(dataDir))
    throw new NothingToRebuild(`${dataDir} holds no store yet`)
  const lock = await claimDirectory(run.config, 'palimpsest rebuild')
  try {
    const plan = options.dryRun ? await run.planStore(run.config) : undefined
    if (plan && !options.verify) return plan
    const store = await run.rebuildStore(run.config, run.logger)
    try {
      return await store.rebuild(options, watch)
    } finally {
      await store.close()
    }
  } finally {
    await lock?.release()
  }
}
