import { createInterface } from 'node:readline/promises'

/** Whether there is somebody who can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true

/** Asks on the terminal whether to go on; everything but yes means no. Rejects when `signal` aborts. */
export const goOn = async (signal: AbortSignal): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}
