import { once } from 'node:events'
import type { WriteStream } from 'node:tty'
import colours from 'picocolors'
import { type Look, lookOf } from './text-style.js'

/** Where answers are written. */
export type Paper = {
  readonly look: Look
  /** Resolves when there is room for more. */
  readonly write: (line: string) => Promise<void>
  /** Aborts when whoever read it has left. */
  readonly gone: AbortSignal
}

/** Standard output: in colour on a terminal that wants it. `clear` makes room for a line on that terminal. */
export const createPaper = (out: WriteStream, clear: () => void): Paper => {
  const gone = new AbortController()
  out.on('error', () => gone.abort(new Error('nobody reads any more')))
  const terminal = out.isTTY === true
  return {
    look: lookOf(terminal && colours.isColorSupported),
    gone: gone.signal,
    write: async (line) => {
      clear()
      gone.signal.throwIfAborted()
      if (!out.write(`${line}\n`)) await once(out, 'drain', { signal: gone.signal })
    },
  }
}
