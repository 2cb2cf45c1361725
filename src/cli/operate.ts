import { createInterface } from 'node:readline/promises'
import type { Run } from './ports.js'
import { stoppable } from './stop-requested.js'

export type Pace = { readonly done: number; readonly total?: number | undefined; readonly perSecond?: number }

const LINE_MS = 3000
const BAR = 24

/** On stderr: a bar on a terminal, else a line every few seconds. `clear` removes it before something else is printed. */
export const progressLine = () => {
  const terminal = process.stderr.isTTY === true
  let last = performance.now()
  return {
    show: (progress: Pace, words: string): void => {
      if (terminal) return void process.stderr.write(`\r\u001b[K${bar(progress)}${words}`)
      if (performance.now() - last < LINE_MS) return
      last = performance.now()
      process.stderr.write(`${words}\n`)
    },
    clear: (): void => void (terminal && process.stderr.write('\r\u001b[K')),
  }
}

const bar = ({ done, total }: Pace): string => {
  if (!total) return ''
  const full = Math.min(BAR, Math.round((BAR * done) / total))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}

/** The remaining time at this pace, in words; empty if it is unknown. */
export const timeLeft = ({ done, total, perSecond }: Pace): string =>
  total === undefined || !perSecond ? '' : `, ${timeOf((total - done) / perSecond)} left`

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** What a command prints at its end, a line each, and its exit code. */
export type Outcome = { readonly told: readonly string[]; readonly code: number }

type Operation<Progress> = {
  /** What is left where the command is stopped: a sentence. */
  readonly left: string
  readonly words: (progress: Progress) => string
  /** Whether progress is told on stdout as well, one JSON object a line, and not on stderr in words. */
  readonly json?: boolean
}

type Operating<Progress> = {
  readonly report: (progress: Progress) => void
  readonly signal: AbortSignal
  /** Prints a line before the end. */
  readonly say: (line: string) => void
}

/** Does work that may be stopped anywhere. @returns the exit code: 1 when it was stopped */
export const operate = async <Progress extends Pace>(
  run: Run,
  { left, words, json = false }: Operation<Progress>,
  work: (operating: Operating<Progress>) => Promise<Outcome>,
): Promise<number> => {
  const stopping = stoppable(run.logger, left)
  const line = progressLine()
  const say = (text: string) => {
    line.clear()
    run.say(text)
  }
  const report = (progress: Progress) =>
    json ? run.say(JSON.stringify(progress)) : line.show(progress, words(progress))
  try {
    const { told, code } = await work({ report, signal: stopping.signal, say })
    for (const sentence of told) say(sentence)
    return code
  } catch (error) {
    line.clear()
    return stopping.exitCodeOf(error)
  }
}

/** A result as one JSON object, or in sentences. */
export const resultLines = <Result>(
  result: Result,
  json: boolean,
  sentences: (result: Result) => readonly string[],
): readonly string[] => (json ? [JSON.stringify({ result })] : sentences(result))

type Asking = Pick<Operating<never>, 'say' | 'signal'> & { readonly Refused: new (why: string) => Error }

/** Asks on a terminal whether to go on; everything but yes means no. Without a terminal `--yes` is required. */
export const confirmed = async (plan: string, { say, signal, Refused }: Asking): Promise<boolean> => {
  if (process.stdin.isTTY !== true) throw new Refused(`${plan} Pass --yes to do it.`)
  say(plan)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}
