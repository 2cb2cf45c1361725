import type { KeyObject } from 'node:crypto'
import { erasedForm, FORMS, type Form, plainOf, valueIn } from './forms.js'
import { decrypt, encrypt, NONCE_BYTES, newNonce, TAG_BYTES } from './gcm.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'

/** A buffer that grew larger is not kept. */
const KEPT = 1 << 16
const USUAL = 1 << 12
/** Longer beginnings seldom are as long as another. */
const SHORT = 512

/**
 * Bytes that are put together and taken up at once, in the same memory each time: sealing makes many short pieces, and a new buffer
 * costs more than what is in it. Nothing of it may be kept, or be used across an `await`.
 */
const createScratch = () => {
  let bytes = Buffer.allocUnsafeSlow(USUAL)
  /** By length. */
  let starts: (Buffer | undefined)[] = []
  const use = (other: Buffer<ArrayBuffer>): Buffer => {
    bytes = other
    starts = []
    return other
  }
  return {
    /** So many bytes at least, of which the first are as they were. */
    room: (length: number): Buffer => {
      if (length <= bytes.length) return bytes
      const larger = Buffer.allocUnsafeSlow(2 * length)
      bytes.copy(larger)
      return use(larger)
    },
    first: (length: number): Buffer => {
      if (length > SHORT) return bytes.subarray(0, length)
      starts[length] ??= bytes.subarray(0, length)
      return starts[length]
    },
    /** What was put together has been taken. */
    done: (): void => {
      if (bytes.length > KEPT) use(Buffer.allocUnsafeSlow(USUAL))
    },
  }
}

/** The first version of the layout, and the only one; see the envelope. */
const FORMAT = 1
const HEADER_BYTES = 22
const PART_AT = 2
const OWNER_AT = 6

/** What an envelope says of what is sealed in it: what it is, and whose key seals it. */
type Sealed = { readonly form: Form; readonly ref: KeyRef }

const writeHeader = (bytes: Buffer, form: Form, { owner, part }: KeyRef): void => {
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
const readHeader = (bytes: Buffer): Sealed | undefined => {
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

/*
 * What stands in the log in place of a sealed part: {"sealed": base64 of
 *
 *     1 byte    format, 1
 *     1 byte    form: what is sealed, and so what stands in its place once its key is destroyed
 *     4 bytes   part of the key's owner, signed, big-endian; of turns how many they are
 *     16 bytes  the key's owner, a uuid
 *     12 bytes  nonce, random
 *     n bytes   AES-256-GCM of the part, and its tag of 16 bytes; of turns, whose keys are 0, 1, …, each of them in order,
 *               behind its length in 4 bytes: 0 for one that was erased already
 *
 * }. Authenticated with it are the first 22 bytes and the place: stream, event id, type and path as a JSON array.
 */

const LENGTH_BYTES = 4
/** What is sealed stands behind the header and the nonce. */
const START = HEADER_BYTES + NONCE_BYTES

/** Where a part stands: it can be opened nowhere else. */
export type Place = {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly path: readonly (string | number)[]
}

const authenticated = createScratch()

/** What is authenticated with a part: the header at the beginning of `bytes`, and the place. Good until the next one. */
const boundTo = (bytes: Buffer, { stream, id, type, path }: Place): Buffer => {
  let place = eventAt(stream, id, type)
  for (const step of path) place += `,${JSON.stringify(step)}`
  place += ']'
  const bound = authenticated.room(HEADER_BYTES + 3 * place.length)
  bytes.copy(bound, 0, 0, HEADER_BYTES)
  return authenticated.first(HEADER_BYTES + bound.write(place, HEADER_BYTES))
}

/** The beginning of a place. Kept of the last event, whose other parts mostly follow, and of its stream. */
let last = { stream: '', id: '', type: '', ofStream: '', text: '' }

const eventAt = (stream: string, id: string, type: string): string => {
  if (last.id === id && last.stream === stream && last.type === type) return last.text
  const ofStream = last.stream === stream ? last.ofStream : `[${JSON.stringify(stream)},`
  last = { stream, id, type, ofStream, text: `${ofStream}${JSON.stringify(id)},${JSON.stringify(type)}` }
  return last.text
}

export type Envelope = { readonly sealed: string }

export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false
  return typeof value.sealed === 'string' && Object.keys(value).length === 1
}

/** A part that cannot be opened: it was damaged, is of a later version, or has no key. The message quotes nothing of it. */
export class EnvelopeUnfit extends Error {}

/** The keys that a sealed part needs. */
export const keysOf = ({ form, ref }: Sealed): readonly KeyRef[] =>
  form === 'turns' ? Array.from({ length: ref.part }, (_, turn) => ({ owner: ref.owner, part: turn })) : [ref]

/** The key of this name. */
const keyIn = (keys: FoundKeys, name: string): KeyObject | 'destroyed' => {
  const key = keys.get(name)
  if (key === undefined) throw new EnvelopeUnfit('the key of a sealed part is missing from the table of keys')
  if (key === 'unfit') throw new EnvelopeUnfit("the key of a sealed part does not fit the store's secret key")
  return key
}

type Sealing = Sealed & { readonly keys: FoundKeys; readonly place: Place }

const envelope = createScratch()

/** Seals a value, with a nonce that is new each time. Where its key is destroyed, it is erased already. */
export const seal = (value: unknown, { form, ref, keys, place }: Sealing): unknown => {
  if (form === 'turns') return sealTurns(value as readonly unknown[], { form, ref, keys, place }) // what the form says
  const key = keyIn(keys, nameOf(ref))
  if (key === 'destroyed') return erasedForm(form)
  const nonce = begin(form, ref)
  const bound = boundTo(envelope.first(HEADER_BYTES), place)
  return envelopeOf(put(encrypt(plainOf(value, form), { key, nonce, bound }), START))
}

/** The nonce is the same for all of them, and each has a key of its own. */
const sealTurns = (turns: readonly unknown[], { form, ref, keys, place }: Sealing): Envelope => {
  const nonce = begin(form, ref)
  let end = START
  for (const [part, turn] of turns.entries()) {
    const key = keyIn(keys, nameOf({ owner: ref.owner, part }))
    const from = end + LENGTH_BYTES
    const bound = boundTo(envelope.first(HEADER_BYTES), { ...place, path: [...place.path, part] })
    end = key === 'destroyed' ? from : put(encrypt(plainOf(turn, form), { key, nonce, bound }), from)
    envelope.room(from).writeUInt32BE(end - from, from - LENGTH_BYTES)
  }
  return envelopeOf(end)
}

/** Writes the header and a new nonce, which it answers with. */
const begin = (form: Form, ref: KeyRef): Uint8Array => {
  const nonce = newNonce()
  const bytes = envelope.room(START)
  writeHeader(bytes, form, ref)
  bytes.set(nonce, HEADER_BYTES)
  return nonce
}

/** Answers with where they end. */
const put = ([encrypted, tag]: readonly [Buffer, Buffer], from: number): number => {
  const end = from + encrypted.length + tag.length
  const bytes = envelope.room(end)
  encrypted.copy(bytes, from)
  tag.copy(bytes, end - tag.length)
  return end
}

const envelopeOf = (length: number): Envelope => {
  const sealed = envelope.room(length).toString('base64', 0, length)
  envelope.done()
  return { sealed }
}

/** What is sealed, the name of its key where it is one, and all bytes of its envelope. */
export type Label = Sealed & { readonly name: string; readonly bytes: Buffer }

/** Whose key an envelope needs, before it is opened. Throws EnvelopeUnfit. */
export const labelOf = ({ sealed }: Envelope): Label => {
  const bytes = Buffer.from(sealed, 'base64')
  const header = readHeader(bytes)
  if (header === undefined || bytes.length < START)
    throw new EnvelopeUnfit('a sealed part is damaged, or was written by a later version')
  const { form, ref } = header
  if (form === 'turns' && (ref.part < 0 || ref.part * LENGTH_BYTES > bytes.length))
    throw new EnvelopeUnfit('a sealed part is damaged')
  return { form, ref, name: nameOf(ref), bytes }
}

const nonce = Buffer.alloc(NONCE_BYTES)

/** What was sealed, or its erased form. Throws EnvelopeUnfit where anything of it was changed, or it stood elsewhere. */
export const open = (label: Label, keys: FoundKeys, place: Place): unknown => {
  const { form, name, bytes } = label
  if (form === 'turns') return openTurns(label, keys, place)
  const key = keyIn(keys, name)
  return key === 'destroyed' ? erasedForm(form) : openOne(label, { sealed: bytes.subarray(START), key, place })
}

const openTurns = ({ ref: { owner, part: count }, ...label }: Label, keys: FoundKeys, place: Place) =>
  turnsIn(label.bytes.subarray(START), count).map((sealed, part) => {
    const key = keyIn(keys, nameOf({ owner, part }))
    if (key === 'destroyed' || sealed.length === 0) return erasedForm(label.form)
    return openOne(label, { sealed, key, place: { ...place, path: [...place.path, part] } })
  })

type One = { readonly sealed: Uint8Array; readonly key: KeyObject; readonly place: Place }

const openOne = ({ form, bytes }: Pick<Label, 'form' | 'bytes'>, { sealed, key, place }: One): unknown => {
  bytes.copy(nonce, 0, HEADER_BYTES, START)
  const plain = decrypt(sealed, { key, nonce, bound: boundTo(bytes, place) })
  if (plain === undefined) throw new EnvelopeUnfit('a sealed part was changed or moved')
  return valueIn(plain, form)
}

const turnsIn = (body: Buffer, count: number): readonly Uint8Array[] => {
  const turns: Uint8Array[] = []
  let at = 0
  for (let turn = 0; turn < count; turn++) {
    const end = at + LENGTH_BYTES
    const length = end <= body.length ? body.readUInt32BE(at) : -1
    if (length < 0 || (length > 0 && length < TAG_BYTES) || end + length > body.length)
      throw new EnvelopeUnfit('a sealed part is damaged')
    turns.push(body.subarray(end, end + length))
    at = end + length
  }
  if (at !== body.length) throw new EnvelopeUnfit('a sealed part is damaged')
  return turns
}
