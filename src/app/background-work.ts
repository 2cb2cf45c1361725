import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.js'
import type { Settings } from '../config/runtime-settings.js'
import { SYSTEM } from '../domain/event.js'
import type { Api } from '../http/api.js'
import type { Deriver } from '../ingest/facts/decide-facts.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import { createLanguageModel } from '../providers/create-language-model.js'

/** The language model of the settings, and what it may spend. `end` breaks off what it is asked. */
export const openDeriver = async (
  { llm }: Config,
  settings: Pick<Settings, 'now'>,
): Promise<Deriver & { readonly end: () => void }> => {
  const ending = new AbortController()
  // As many calls listen to it as there are at once.
  setMaxListeners(0, ending.signal)
  const threshold = () => settings.now().clarificationConflictThreshold
  const likeness = () => settings.now().audnCandidateThreshold
  const spending = llm.provider === 'none' ? { maxTokensPerIngest: 0, prices: null } : llm
  const { maxTokensPerIngest, prices } = spending
  const model = await createLanguageModel(llm)
  return { model, maxTokensPerIngest, prices, threshold, likeness, signal: ending.signal, end: () => ending.abort() }
}

type Working = {
  readonly lock: Databases['lock']
  readonly api: () => Pick<
    Api,
    'resumeDeriving' | 'abandonUnfinished' | 'forgetRecalls' | 'expireConflicts' | 'usersWithExpiredConflicts'
  >
  readonly logger: Logger
}

const EVERY_MS = 30_000
/** Younger episodes may still be worked on by the process that took them in. */
const GRACE_MS = 5 * 60_000

/**
 * Goes on with episodes of which facts are still to be derived: at the beginning with all that were recorded before it, then
 * regularly with those that are left over. Of all processes on one database one does so, until it ends.
 */
const resumeRegularly = ({ lock, api, logger }: Working) => {
  let before = Date.now()
  return regularly({ lock, name: 'deriving of facts', everyMs: EVERY_MS }, async () => {
    const resumed = api().resumeDeriving(new Date(before).toISOString())
    before = Date.now() - GRACE_MS
    await resumed.catch((error: unknown) =>
      logger.warn({ err: error }, 'facts that are still to be derived could not be looked for'),
    )
  })
}

const RESOLVE_EVERY_MS = 5_000
/** Users whose conflicts are looked at in one go. */
const MOST_USERS = 100

/** Resolves conflicts between agents when they have expired. Of all processes on one database one does so. */
const resolveRegularly = ({ lock, api, logger }: Working) =>
  regularly({ lock, name: 'resolving of conflicts', everyMs: RESOLVE_EVERY_MS }, async () => {
    try {
      for (const userId of await api().usersWithExpiredConflicts(MOST_USERS))
        await api().expireConflicts({ scope: { kind: 'user', userId }, actor: SYSTEM })
    } catch (error) {
      logger.warn({ err: error }, 'conflicts that have expired are still open')
    }
  })

type Regular = Pick<Working, 'lock'> & { readonly name: string; readonly everyMs: number }

/** Does it while it holds the lock of this name, and again after each pause. */
const regularly = ({ lock, name, everyMs }: Regular, once: () => Promise<void>) => {
  const ending = new AbortController()
  const { signal } = ending
  const work = async () => {
    const { release, lost } = await lock(name, { signal, taken: () => {} })
    try {
      while (!signal.aborted && !lost.aborted) {
        await once()
        await pause(everyMs, undefined, { signal: AbortSignal.any([signal, lost]), ref: false }).catch(() => {})
      }
    } finally {
      await release()
    }
  }
  let running: Promise<void> | undefined
  return {
    begin: (): void => {
      running = untilAborted(work, signal)
    },
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}

/** Begins anew when its lock is lost or the database fails. */
const untilAborted = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await work().catch(() => {})
    if (!signal.aborted) await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

const TIDY_EVERY_MS = 10 * 60 * 1000

/**
 * Abandons unfinished ingests, and gives up receipts that are no longer kept: once when it is begun, and then every ten
 * minutes until it is stopped.
 */
const tidyRegularly = ({ api, logger }: Omit<Working, 'lock'>) => {
  let timer: NodeJS.Timeout | undefined
  const left = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const tidy = () => {
    void api().abandonUnfinished().catch(left('unfinished ingests are still there'))
    void api().forgetRecalls().catch(left('receipts of searches that are no longer kept are still there'))
  }
  return {
    begin: (): void => {
      tidy()
      timer = setInterval(tidy, TIDY_EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}

type Wanted = { readonly derives: boolean; readonly resolvesConflicts: boolean }

/**
 * All of it, from when it is begun until it is stopped. Without a language model no facts are derived, and conflicts are
 * resolved only where that is wanted; no lock is held for either.
 */
export const workInBackground = ({ derives, resolvesConflicts, ...working }: Working & Wanted) => {
  const tidying = tidyRegularly(working)
  const resuming = resumeRegularly(working)
  const resolving = resolveRegularly(working)
  return {
    begin: (): undefined => {
      if (derives) resuming.begin()
      if (resolvesConflicts) resolving.begin()
      tidying.begin()
    },
    stop: async (): Promise<void> => {
      tidying.stop()
      await Promise.all([resuming.stop(), resolving.stop()])
    },
  }
}
