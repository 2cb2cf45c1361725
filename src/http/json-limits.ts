/** A NUL, or half of a surrogate pair: neither the log nor Postgres can store it. */
export const isUnfit = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text)

/** Whether any text in a JSON value, keys included, cannot be stored. Any depth, without recursion. */
export const hasInvalidText = (value: unknown): boolean => {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && isUnfit(next)) return true
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && Object.keys(next).some(isUnfit)) return true
    for (const inner of Object.values(next)) left.push(inner)
  }
  return false
}

/** The depth of a JSON value (a string is 0, `[]` is 1), counted up to `most` + 1. Without recursion. */
export const depthUpTo = (value: unknown, most: number): number => {
  let level = [value].filter(isNested)
  for (let depth = 0; depth <= most; depth++) {
    if (level.length === 0) return depth
    level = level.flatMap((outer) => Object.values(outer).filter(isNested))
  }
  return most + 1
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a parsed JSON value holds a number that JSON cannot write, as `1e999` is parsed as Infinity. For shallow values only. */
export const hasInfinity = (value: unknown): boolean =>
  isNested(value) ? Object.values(value).some(hasInfinity) : value === Infinity || value === -Infinity

/** More depth than any field may have, and more keys and elements than the largest request of a route has, unless it says so. */
export const MOST_LEVELS = 100
export const MOST_VALUES = 60_000

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Where a text in JSON ends that begins at a place: at its closing quote, or behind the last byte. */
const endOfText = (json: Uint8Array, from: number): number => {
  let at = from + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}

/** The fault in size of JSON bytes before parsing: depth, or keys and elements. One pass, ends at the first excess. */
export const excessIn = (json: Uint8Array, mostValues = MOST_VALUES): string | undefined => {
  let [depth, values] = [0, 1]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === COMMA) values++
    else if (isOpening(byte)) depth++
    else if (isClosing(byte)) depth--
    if (depth > MOST_LEVELS) return `must be nested at most ${MOST_LEVELS} deep`
    if (values > mostValues) return `must hold at most ${mostValues.toLocaleString('en')} keys and elements`
  }
  return undefined
}
