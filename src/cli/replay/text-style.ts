import { diffWordsWithSpace } from 'diff'
import colours from 'picocolors'

const isColourful = process.stdout.isTTY === true && colours.isColorSupported

export const { bold: heading, dim: faint, green: good, red: bad } = colours.createColors(isColourful)

/** Long texts that differ this much are not compared: it would take too long. */
const PATIENCE_MS = 500

/** A text after another one; what was added and removed is in colour, or in signs without colour. */
export const wordDiff = (before: string, after: string): string => {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ]
  return parts
    .map(({ added, removed, value }) => {
      if (added) return isColourful ? good(value) : `{+${value}+}`
      if (removed) return isColourful ? bad(colours.strikethrough(value)) : `[-${value}-]`
      return value
    })
    .join('')
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
