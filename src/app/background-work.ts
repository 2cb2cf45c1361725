import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { repeatedFault } from '../concurrency/repeated-fault.js'
import type { Config } from '../config/config.js'
import type { Settings } from '../config/runtime-settings.js'
import { SYSTEM } from '../domain/event.js'
import type { Api } from '../http/api.js'
import type { Deriver } from '../ingest/facts/decide-facts.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import { createLanguageModel } from '../providers/create-language-model.js'
import type { Upkeep } from './api.js'

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
  readonly api: () => Upkeep & Pick<Api, 'expireConflicts'>
  readonly logger: Logger
}

/** Work that is done once, and again whenever so much time has passed since. */
type Job = {
  readonly once: () => Promise<unknown>
  readonly everyMs: number
  /** The log entry after a failure. */
  readonly left: string
  /** Of all processes on one database the one that holds the lock of this name does it. */
  readonly lockName: string
}

const DERIVE_EVERY_MS = 30_000
/** Younger episodes may still be worked on by the process that took them in. */
const GRACE_MS = 5 * 60_000

/** Resumes episodes whose facts are still to be derived: first all recorded before the start, then those left over. */
const deriving = (api: Working['api']): Job => {
  let before = Date.now()
  return {
    once: async () => {
      const resumed = api().resumeDeriving(new Date(before).toISOString())
      before = Date.now() - GRACE_MS
      await resumed
    },
    everyMs: DERIVE_EVERY_MS,
    left: 'facts that are still to be derived could not be looked for',
    lockName: 'deriving of facts',
  }
}

/** Users whose conflicts are looked at in one go. */
const MOST_USERS = 100

/** Resolves conflicts between agents when they have expired. */
const resolving = (api: Working['api']): Job => ({
  once: async () => {
    for (const userId of await api().usersWithExpiredConflicts(MOST_USERS))
      await api().expireConflicts({ scope: { kind: 'user', userId }, actor: SYSTEM })
  },
  everyMs: 5_000,
  left: 'conflicts that have expired are still open',
  lockName: 'resolving of conflicts',
})

const TIDY_EVERY_MS = 10 * 60 * 1000

/** Every process does this. */
const tidying = (api: Working['api']): readonly Omit<Job, 'lockName'>[] => [
  {
    once: () => api().abandonUnfinished(),
    everyMs: TIDY_EVERY_MS,
    left: 'unfinished ingests are still there',
  },
  {
    once: () => api().forgetRecalls(),
    everyMs: TIDY_EVERY_MS,
    left: 'receipts of searches that are no longer kept are still there',
  },
]

const A_MINUTE = 60_000

type BackgroundTasks = { readonly derives: boolean; readonly resolvesConflicts: boolean }

/** Runs all jobs until stopped. Facts need a language model, conflicts a setting; a job that is off holds no lock. */
export const workInBackground = ({ lock, api, logger, derives, resolvesConflicts }: Working & BackgroundTasks) => {
  const ending = new AbortController()
  const repeat = async ({ once, everyMs, left }: Omit<Job, 'lockName'>, signal: AbortSignal) => {
    const failed = repeatedFault(logger, left, { quietMs: 2 * everyMs + A_MINUTE })
    while (!signal.aborted) {
      await once().catch((error: unknown) => failed(error))
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const underLock = async (job: Job) => {
    const { release, lost } = await lock(job.lockName, { signal: ending.signal, taken: () => {} })
    try {
      await repeat(job, AbortSignal.any([ending.signal, lost]))
    } finally {
      await release()
    }
  }
  const jobs = [...(derives ? [deriving(api)] : []), ...(resolvesConflicts ? [resolving(api)] : [])]
  let running: Promise<unknown> | undefined
  return {
    begin: (): undefined => {
      running = Promise.all(jobs.map((job) => untilAborted(() => underLock(job), ending.signal)))
      for (const job of tidying(api)) void repeat(job, ending.signal)
    },
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}

const RETRY_MS = 30_000

/** Begins anew when its lock is lost or the database fails. */
const untilAborted = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await work().catch(() => {})
    if (!signal.aborted) await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
