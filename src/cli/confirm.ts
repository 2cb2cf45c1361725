import { createInterface } from 'node:readline/promises'
import { ReembedRefused, type ReembedResult } from '../operations/reembed/report.js'
import type { Run } from './ports.js'
import { estimateIn } from './show-reembed.js'

/** Asks on a terminal; elsewhere nobody could answer. Where nothing has to be embedded there is nothing to ask. */
export const agreed = async ({ estimate }: ReembedResult, run: Run, signal: AbortSignal): Promise<boolean> => {
  if (estimate.texts === 0) return true
  if (process.stdin.isTTY !== true) throw new ReembedRefused(`${estimateIn(estimate)} Pass --yes to do it.`)
  run.say(estimateIn(estimate))
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}
