import { createInterface } from 'node:readline/promises'
import type { Run } from './ports.js'
import { type Pace, progressLine } from './progress-line.js'
import { stoppable } from './stop-requested.js'

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

type Asking = Pick<Operating<never>, 'say' | 'signal'> & { readonly refused: (why: string) => Error }

/** Asks on a terminal whether to go on; everything but yes means no. Without a terminal `--yes` is required. */
export const confirmed = async (plan: string, { say, signal, refused }: Asking): Promise<boolean> => {
  if (process.stdin.isTTY !== true) throw refused(`${plan} Pass --yes to do it.`)
  say(plan)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}
