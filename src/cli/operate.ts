import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { OperationRefused, type Progress, type Watch } from '../concurrency/operation.js'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { Config } from '../config/config.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { startWait } from './start-wait.js'
import { stoppable } from './stop-requested.js'

const REPORT_MS = 200

/** Tells of progress a few times a second, and of the beginning and the end of each phase. */
export const seldom = (tell: (progress: Progress) => void) => {
  let [phase, last] = ['', 0]
  return (progress: Progress): void => {
    const now = performance.now()
    if (progress.phase === phase && progress.done !== progress.total && now - last < REPORT_MS) return
    phase = progress.phase
    last = now
    tell(progress)
  }
}

type Pace = Progress & { readonly perSecond: number }

/** Adds how much is done in a second since the phase began. */
const paced = (tell: (pace: Pace) => void) => {
  let first: { readonly phase: string; readonly done: number; readonly at: number } | undefined
  return (progress: Progress): void => {
    const now = performance.now()
    if (first?.phase !== progress.phase) first = { phase: progress.phase, done: progress.done, at: now }
    const perSecond = Math.round((1000 * (progress.done - first.done)) / Math.max(1, now - first.at))
    tell({ ...progress, perSecond })
  }
}

const LINE_MS = 3000
const BAR = 24

/** On stderr: a bar on a terminal, else a line every few seconds. `clear` removes it before something else is printed. */
const progressLine = () => {
  const terminal = process.stderr.isTTY === true
  let last = performance.now()
  return {
    show: (pace: Pace): void => {
      if (terminal) return void process.stderr.write(`\r\u001b[K${bar(pace)}${wordsOf(pace)}`)
      if (performance.now() - last < LINE_MS) return
      last = performance.now()
      process.stderr.write(`${wordsOf(pace)}\n`)
    },
    clear: (): void => void (terminal && process.stderr.write('\r\u001b[K')),
  }
}

const bar = ({ done, total }: Progress): string => {
  if (!total) return ''
  const full = Math.min(BAR, Math.round((BAR * done) / total))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}

const wordsOf = ({ phase, done, total, unit, perSecond }: Pace): string => {
  const of = total === undefined ? '' : ` of ${total}`
  const left = total === undefined || perSecond === 0 ? '' : `, ${timeOf((total - done) / perSecond)} left`
  return `${phase}: ${done}${of} ${unit}${perSecond === 0 ? '' : `, ${perSecond} a second`}${left}`
}

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

type Operation = {
  /** What is left where the command is stopped: a sentence. */
  readonly left: string
  /** Whether progress is told on stdout, one JSON object a line, and not on stderr in words. */
  readonly json?: boolean
  /** Other stores that it needs. */
  readonly beside?: readonly Config[]
}

export type Operating = Watch & {
  /** Prints lines. Rejects when nobody reads them any more. */
  readonly say: (...lines: readonly string[]) => Promise<void>
}

/** The reader of a pipe has closed it. */
class NobodyReads extends Error {
  override readonly name = 'NobodyReads'
}

/** Does work that may be stopped anywhere, also by a closed pipe. @returns the exit code: of `work`, 1 when stopped */
export const operate = async (
  { config, logger, reachStores }: Pick<Run, 'config' | 'logger' | 'reachStores'>,
  { left, json = false, beside = [] }: Operation,
  work: (operating: Operating) => Promise<number>,
): Promise<number> => {
  const stopping = stoppable(logger, left)
  const { signal } = stopping
  const line = progressLine()
  const gone = new AbortController()
  process.stdout.on('error', () => gone.abort(new NobodyReads()))
  const say: Operating['say'] = async (...lines) => {
    line.clear()
    for (const each of lines) {
      gone.signal.throwIfAborted()
      if (process.stdout.write(`${each}\n`)) continue
      await unlessAborted(once(process.stdout, 'drain'), gone.signal)
    }
  }
  const show = (pace: Pace) => (json ? void process.stdout.write(`${JSON.stringify(pace)}\n`) : line.show(pace))
  try {
    for (const store of [config, ...beside])
      await reachStores(store, startWait({ logger }, { waitMs: config.startWait.commandMs, signal }))
    return await work({ report: seldom(paced(show)), signal, say })
  } catch (error) {
    return error instanceof NobodyReads ? EXIT.done : stopping.exitCodeOf(error)
  } finally {
    line.clear()
  }
}

/** A result as one JSON object, or in sentences. */
export const resultLines = <Result>(
  result: Result,
  json: boolean,
  sentences: (result: Result) => readonly string[],
): readonly string[] => (json ? [JSON.stringify({ result })] : sentences(result))

export const UNCHANGED = 'Nothing was changed.'

/** Asks on a terminal whether to go on; all but yes means no, and says so. Without a terminal `--yes` is required. */
export const confirmed = async (plan: string, { say, signal }: Pick<Operating, 'say' | 'signal'>): Promise<boolean> => {
  if (process.stdin.isTTY !== true) throw new OperationRefused(`${plan} Pass --yes to do it.`)
  await say(plan)
  const isYes = /^y(es)?$/i.test((await answerTo('Go on? [y/N] ', signal)).trim())
  if (!isYes) await say(UNCHANGED)
  return isYes
}

const answerTo = async (question: string, signal: AbortSignal): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question, { signal })
  } finally {
    terminal.close()
  }
}
