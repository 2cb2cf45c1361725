import { FORMS, type Form } from './forms.js'
import type { KeyRef } from './key-ref.js'

/** The first version of the layout, and the only one; see the envelope. */
const FORMAT = 1
export const HEADER_BYTES = 22
const PART_AT = 2
const OWNER_AT = 6

/** What an envelope says of what is sealed in it: what it is, and whose key seals it. */
export type Sealed = { readonly form: Form; readonly ref: KeyRef }

export const writeHeader = (bytes: Buffer, form: Form, { owner, part }: KeyRef): void => {
  bytes[0] = FORMAT
  bytes[1] = FORMS.indexOf(form)
  bytes.writeInt32BE(part, PART_AT)
  let at = 0
  for (let i = OWNER_AT; i < HEADER_BYTES; i++) {
    if (owner.charCodeAt(at) === DASH) at++
    bytes[i] = (digitOf(owner.charCodeAt(at)) << 4) | digitOf(owner.charCodeAt(at + 1))
    at += 2
  }
}

/** Undefined of another version, or what is none. */
export const readHeader = (bytes: Buffer): Sealed | undefined => {
  const form = FORMS[bytes[1] ?? -1]
  if (bytes.length < HEADER_BYTES || bytes[0] !== FORMAT || form === undefined) return undefined
  return { form, ref: { owner: ownerIn(bytes), part: bytes.readInt32BE(PART_AT) } }
}

const DASH = 45
const DIGITS = Buffer.from('0123456789abcdef')

/** Of 0 to 9, a to f and A to F. */
const digitOf = (code: number): number => (code <= 57 ? code - 48 : (code & 15) + 9)

const text = Buffer.alloc(36, '-')
/** Where the two digits of each byte stand in the text of a uuid. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** Digit by digit: an envelope is so short that each call of the runtime costs more than that. */
const ownerIn = (bytes: Buffer): string => {
  for (let i = 0; i < PLACES.length; i++) {
    const byte = bytes[OWNER_AT + i] ?? 0
    const at = PLACES[i] ?? 0
    text[at] = DIGITS[byte >> 4] ?? 0
    text[at + 1] = DIGITS[byte & 15] ?? 0
  }
  return text.toString('latin1')
}
