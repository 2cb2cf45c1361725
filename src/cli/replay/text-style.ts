import { once } from 'node:events'
import type { WriteStream } from 'node:tty'
import { diffWordsWithSpace } from 'diff'
import colours from 'picocolors'

type Change = { readonly is: 'same' | 'added' | 'removed'; readonly text: string }

/** Long texts that differ this much are not compared: it would take too long. */
const PATIENCE_MS = 500

/** The difference between two texts, word by word. */
export const wordDiff = (before: string, after: string): readonly Change[] => {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS })
  if (parts === undefined)
    return [
      { is: 'removed', text: before },
      { is: 'added', text: after },
    ]
  return parts.map(({ added, removed, value }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

type Paint = (text: string) => string

/** How added and removed words are marked: by colour, or by signs without colour. */
export type TextStyle = {
  readonly heading: Paint
  readonly faint: Paint
  readonly good: Paint
  readonly bad: Paint
  readonly change: (change: Change) => string
}

export const textStyleOf = (colourful: boolean): TextStyle => {
  const { bold, dim, green, red, strikethrough } = colours.createColors(colourful)
  return {
    heading: bold,
    faint: dim,
    good: green,
    bad: red,
    change: ({ is, text }) => {
      if (is === 'same') return text
      if (colourful) return is === 'added' ? green(text) : red(strikethrough(text))
      return is === 'added' ? `{+${text}+}` : `[-${text}-]`
    },
  }
}

/** The output of the answers. */
export type Output = {
  readonly style: TextStyle
  /** Resolves when more can be written. */
  readonly write: (line: string) => Promise<void>
  /** Aborts when the reader has closed the output. */
  readonly gone: AbortSignal
}

/** Standard output, in colour on a terminal that supports it. `clear` removes the progress line before a line is written. */
export const createOutput = (out: WriteStream, clear: () => void): Output => {
  const gone = new AbortController()
  out.on('error', () => gone.abort(new Error('nobody reads any more')))
  const terminal = out.isTTY === true
  return {
    style: textStyleOf(terminal && colours.isColorSupported),
    gone: gone.signal,
    write: async (line) => {
      clear()
      gone.signal.throwIfAborted()
      if (!out.write(`${line}\n`)) await once(out, 'drain', { signal: gone.signal })
    },
  }
}

/** Characters that move the cursor, ring, or change the direction of writing: a text from the log must not control the terminal. */
const STEERING = /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu

/** A text on one line, with control characters escaped. */
export const visible = (text: string): string =>
  text.replace(STEERING, (sign) => {
    if (sign === '\n') return '\\n'
    if (sign === '\t') return '\\t'
    return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  })

/** JSON with control characters escaped; it parses to the same value. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(STEERING, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
