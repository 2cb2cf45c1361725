import { setTimeout as pause } from 'node:timers/promises'
import type { Deriver } from '../commands/deriving/decide-facts.js'
import type { Config } from '../config/config.js'
import type { Settings } from '../config/runtime-settings.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import { createLanguageModel } from '../providers/create-language-model.js'

/** The language model of the settings, and what it may spend. `end` breaks off what it is asked. */
export const openDeriver = async (
  { llm }: Config,
  settings: Pick<Settings, 'now'>,
): Promise<Deriver & { readonly end: () => void }> => {
  const ending = new AbortController()
  const thresholds = () => {
    const { audnCandidateThreshold, clarificationConflictThreshold } = settings.now()
    return { candidate: audnCandidateThreshold, conflict: clarificationConflictThreshold }
  }
  const spending = llm.provider === 'none' ? { maxTokensPerIngest: 0, prices: null } : llm
  const { maxTokensPerIngest, prices } = spending
  const model = await createLanguageModel(llm)
  return { model, maxTokensPerIngest, prices, thresholds, signal: ending.signal, end: () => ending.abort() }
}

type Working = {
  readonly lock: Databases['lock']
  readonly api: () => Pick<Api, 'resumeDeriving' | 'abandonUnfinished' | 'forgetRecalls'>
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
  const ending = new AbortController()
  const { signal } = ending
  const began = Date.now()
  const work = async () => {
    const { release, lost } = await lock('deriving of facts', { signal, taken: () => {} })
    try {
      for (let before = began; !signal.aborted && !lost.aborted; before = Date.now() - GRACE_MS) {
        await api()
          .resumeDeriving(new Date(before).toISOString())
          .catch((error: unknown) =>
            logger.warn({ err: error }, 'facts that are still to be derived could not be looked for'),
          )
        await pause(EVERY_MS, undefined, { signal: AbortSignal.any([signal, lost]), ref: false }).catch(() => {})
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

/** All of it, from when it is begun until it is stopped; without a language model no facts are derived, and no lock is held. */
export const workInBackground = ({ derives, ...working }: Working & { readonly derives: boolean }) => {
  const tidying = tidyRegularly(working)
  const resuming = resumeRegularly(working)
  return {
    begin: (): undefined => {
      if (derives) resuming.begin()
      tidying.begin()
    },
    stop: async (): Promise<void> => {
      tidying.stop()
      await resuming.stop()
    },
  }
}
