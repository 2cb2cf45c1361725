import pLimit from 'p-limit'
import { OperationUnderWay, type Watch } from '../../concurrency/operation.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { WINDOW_CHARACTERS } from '../../ingest/by-model/windows.js'
import type { Derived } from '../../ingest/facts/decide-facts.js'
import type { createDerive } from '../../ingest/facts/derive.js'
import { failureCode } from '../../ingest/facts/read-windows.js'
import type { Databases, Reading } from '../../postgres/database.js'
import { NO_USAGE, sumOf } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import { type UnderivedEpisode, underivedAfter, underivedByUser } from '../../queries/visible-extraction.js'
import { createPace, type Pace } from '../reembed/rate-limit.js'
import {
  estimateOf,
  type Failed,
  type ReingestCounts,
  type ReingestEstimate,
  type ReingestOptions,
  type ReingestResult,
} from './report.js'

/** What came of the episodes so far. Prices in US dollars for a million tokens; null: unknown. */
const createLedger = (prices: Prices | null) => {
  const failed: Failed[] = []
  let inARow = 0
  let [episodes, memoriesStored, memoriesChanged, byRules] = [0, 0, 0, 0]
  let used = NO_USAGE
  return {
    ended: ({ counts, usage, none }: Derived): void => {
      episodes += 1
      memoriesStored += counts.memoriesStored
      memoriesChanged += counts.memoriesUpdated + counts.memoriesDeleted
      byRules += none === 'by_rules' ? 1 : 0
      used = sumOf([used, ...usage])
      if (usage.length > 0) inARow = 0
    },
    failedOn: (failure: Failed, byModel: boolean): void => {
      failed.push(failure)
      if (byModel) inARow += 1
    },
    done: (): ReingestCounts => {
      const { inputTokens, outputTokens } = used
      const cost = costOf(used, prices)
      return { episodes, memoriesStored, memoriesChanged, byRules, inputTokens, outputTokens, cost }
    },
    failed: (): readonly Failed[] => failed,
    /** Failures of the model since it last answered. */
    failedInARow: () => inARow,
  }
}
type Ledger = ReturnType<typeof createLedger>

type ReingestDependencies = {
  readonly databases: Pick<Databases, 'lock'>
  /** Runs a piece of work on the read models that answer requests. */
  readonly reading: Reading
  /** Resolves when they show the whole log. */
  readonly caughtUp: () => Promise<void>
  readonly derive: ReturnType<typeof createDerive>
  /** Breaks off what the language model is asked. */
  readonly breakOff: () => void
  readonly prices: Prices | null
  /** Users whose episodes are worked on at once. */
  readonly atOnce: number
}

/** Episodes that are looked for at once. */
const PAGE = 1000
/** After so many failures of the model in a row it is not asked any more: it would fail on the others, too. */
const MOST_IN_A_ROW = 5

/**
 * Derives facts by a language model of the episodes that were taken in without one. Those of a user go one after the other,
 * the oldest first. What is done is kept, so it may be interrupted anywhere; what has ended is not looked for again.
 * An episode that fails does not stop the others.
 * @throws OperationUnderWay, and what `watch.signal` aborts with
 */
export const createReingest =
  (parts: ReingestDependencies) =>
  async (options: ReingestOptions, watch: Watch): Promise<ReingestResult> => {
    const began = performance.now()
    await unlessAborted(parts.caughtUp(), watch.signal)
    const wanted = { userId: options.user, windowCharacters: WINDOW_CHARACTERS }
    const users = await parts.reading((db) => underivedByUser(db, wanted))
    const estimate = estimateOf(users, parts.prices)
    const ledger = createLedger(parts.prices)
    const resultOf = (state: ReingestResult['state']): ReingestResult => ({
      state,
      estimate,
      done: ledger.done(),
      failed: ledger.failed(),
      seconds: (performance.now() - began) / 1000,
    })
    if (options.dryRun || users.length === 0) return resultOf(options.dryRun ? 'planned' : 'done')
    const release = await claim(parts, watch.signal)
    const run: Running = { ledger, pace: createPace(options.rate), watch, shown: shownBy(ledger, estimate, watch) }
    const breakOff = () => parts.breakOff()
    watch.signal.addEventListener('abort', breakOff)
    try {
      const limited = pLimit(parts.atOnce)
      await Promise.all(users.map(({ userId }) => limited(() => allOf(parts, userId, run))))
    } finally {
      watch.signal.removeEventListener('abort', breakOff)
      await release()
    }
    return resultOf(isGivenUp(ledger) ? 'given_up' : 'done')
  }

type Running = {
  readonly ledger: Ledger
  readonly pace: Pace
  readonly watch: Watch
  readonly shown: () => void
}

const isGivenUp = ({ failedInARow }: Ledger): boolean => failedInARow() >= MOST_IN_A_ROW

/** Two at once would both pay for the same episode. */
const claim = async ({ databases }: ReingestDependencies, signal: AbortSignal): Promise<() => Promise<void>> => {
  const held = new AbortController()
  const taken = () => held.abort()
  try {
    const lock = await databases.lock('reingest', { signal: AbortSignal.any([signal, held.signal]), taken })
    return lock.release
  } catch (error) {
    signal.throwIfAborted()
    throw held.signal.aborted
      ? new OperationUnderWay('Facts of these episodes are being derived by another process already.')
      : error
  }
}

const shownBy =
  (ledger: Ledger, { episodes: total }: ReingestEstimate, { report }: Watch) =>
  () => {
    const failed = ledger.failed().length
    const done = ledger.done().episodes + failed
    const unit = `conversations${failed === 0 ? '' : `, ${failed} of them failed`}`
    report({ phase: 'Deriving facts', done, total: Math.max(total, done), unit })
  }

const allOf = async (parts: ReingestDependencies, userId: string, run: Running): Promise<void> => {
  for (let after: UnderivedEpisode | undefined; ; ) {
    const page = await parts.reading((db) => underivedAfter(db, userId, { after, most: PAGE }))
    after = page.at(-1)
    if (after === undefined) return
    for (const { episodeId } of page) {
      if (isGivenUp(run.ledger)) return
      await run.pace.turn(1, run.watch.signal)
      await one(parts, { userId, episodeId }, run)
      run.shown()
    }
  }
}

const one = async (
  { derive }: ReingestDependencies,
  of: { readonly userId: string; readonly episodeId: string },
  { ledger, watch }: Running,
): Promise<void> => {
  try {
    const { result } = await derive({ ...of, answer: (derived: Derived) => derived })
    ledger.ended(result)
  } catch (error) {
    watch.signal.throwIfAborted()
    const code = failureCode(error)
    // The message may hold words of the provider, which may be those of the conversation.
    ledger.failedOn({ ...of, code: code ?? (error instanceof Error ? error.name : 'error') }, code !== undefined)
  }
}
