import { EraseRefused, type ErasureExtent, type ErasureWish } from '../commands/plan-erasure.js'
import { namingOptions } from '../operations/prove/naming-options.js'
import { withOwnStore } from './claim-directory.js'
import { EXIT } from './explain.js'
import { canAsk, goOn } from './go-on.js'
import type { Run } from './ports.js'
import { progressLine } from './progress-line.js'
import { stoppable } from './stop-requested.js'

export type EraseArguments = {
  readonly wish: ErasureWish
  readonly dryRun: boolean
  /** Skips the question before it begins. */
  readonly yes: boolean
  readonly json: boolean
}

/**
 * Erases a memory or a whole user for good. This process opens the store itself; the embedded directory must be free, on
 * Postgres services may run beside it.
 * @returns the exit code: 1 when it was not confirmed
 */
export const erase = async (run: Run, { wish, dryRun, yes, json }: EraseArguments): Promise<number> => {
  const stopping = stoppable(run.logger, 'What the log says is erased goes at the next start at the latest.')
  const line = progressLine()
  const whom = namingOptions({ user: wish.scope.userId, memory: wish.memoryId ?? null })
  const tell = (extent: ErasureExtent, state: 'planned' | 'erased') => {
    line.clear()
    run.say(json ? JSON.stringify({ result: { state, extent } }) : sentenceOf(wish, extent, state))
  }
  const opening = {
    about: 'palimpsest erase',
    open: () => run.eraseStore(run.config, run.logger),
    refused: (why: string) => new EraseRefused(why),
  }
  try {
    return await withOwnStore(run.config, opening, async (store) => {
      const plan = await store.plan(wish)
      if (dryRun) {
        tell(plan, 'planned')
        if (!json) run.say('Nothing was changed.')
        return EXIT.done
      }
      const words = sentenceOf(wish, plan, 'planned')
      if (!yes && !(await confirmed(words, run, stopping.signal))) {
        run.say('Nothing was changed.')
        return EXIT.failed
      }
      const report = (done: number, total: number) =>
        line.show({ done, total, perSecond: 0 }, `Erasing: position ${done} of ${total}`)
      tell(await store.erase(wish, { report, signal: stopping.signal }), 'erased')
      if (!json) run.say(`What is left of it, if anything: palimpsest erase --prove ${whom} --words-file FILE`)
      return EXIT.done
    })
  } catch (error) {
    line.clear()
    return stopping.exitCodeOf(error)
  }
}

const confirmed = async (words: string, run: Run, signal: AbortSignal): Promise<boolean> => {
  if (!canAsk()) throw new EraseRefused(`${words} Pass --yes to do it.`)
  run.say(`${words} It cannot be undone.`)
  return goOn(signal)
}

const NAMES: Readonly<Record<keyof ErasureExtent, readonly [one: string, many: string]>> = {
  memories: ['memory', 'memories'],
  derived: ['of them derived', 'of them derived'],
  episodes: ['conversation', 'conversations'],
  turns: ['turn', 'turns'],
  lessons: ['lesson', 'lessons'],
  conflicts: ['conflict', 'conflicts'],
  agents: ['agent', 'agents'],
  recalls: ['receipt of a search', 'receipts of searches'],
  keys: ['data key', 'data keys'],
}

/** Only counts and ids, never words. */
const sentenceOf = ({ scope, memoryId }: ErasureWish, extent: ErasureExtent, state: 'planned' | 'erased'): string => {
  const what = memoryId === undefined ? `user ${scope.userId}` : `memory ${memoryId} of ${scope.userId}`
  // The names are those of the fields.
  const counts = (Object.keys(NAMES) as (keyof ErasureExtent)[]).flatMap((name) => {
    const count = extent[name]
    return count === undefined ? [] : [`${count} ${NAMES[name][count === 1 ? 0 : 1]}`]
  })
  return `Of ${what} ${state === 'planned' ? 'would be' : 'were'} erased: ${counts.join(', ')}.`
}
