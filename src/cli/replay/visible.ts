/** What moves the cursor, rings, or turns the direction of writing: a text from the log must not steer the terminal. */
const STEERING = /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu

/** A text on one line, with everything that would steer a terminal written out. */
export const visible = (text: string): string =>
  text.replace(STEERING, (sign) => {
    if (sign === '\n') return '\\n'
    if (sign === '\t') return '\\t'
    return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  })

/** JSON that steers no terminal either; it reads back as the same value. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(STEERING, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
