import { bytesOf, erasedForm, FORMS, type Form, valueIn } from './forms.js'
import { decrypt, encrypt, NONCE_BYTES, newNonce, TAG_BYTES } from './gcm.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'

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

const FORMAT = 1
const HEADER_BYTES = 22
const LENGTH_BYTES = 4

/** Where a part stands: it can be opened nowhere else. */
export type Place = {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly path: readonly (string | number)[]
}

const boundTo = (header: Uint8Array, { stream, id, type, path }: Place): Uint8Array => {
  let place = eventAt(stream, id, type)
  for (const step of path) place += `,${JSON.stringify(step)}`
  place += ']'
  const bound = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(place))
  bound.set(header)
  bound.write(place, HEADER_BYTES)
  return bound
}

/** The beginning of a place. Kept of the last event, whose other parts mostly follow. */
let last = { stream: '', id: '', type: '', text: '' }

const eventAt = (stream: string, id: string, type: string): string => {
  if (last.id !== id || last.stream !== stream || last.type !== type)
    last = { stream, id, type, text: JSON.stringify([stream, id, type]).slice(0, -1) }
  return last.text
}

type Envelope = { readonly sealed: string }

export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false
  return typeof value.sealed === 'string' && Object.keys(value).length === 1
}

/** A part that cannot be opened: it was damaged, is of a later version, or has no key. The message quotes nothing of it. */
export class EnvelopeUnfit extends Error {}

export type Sealed = { readonly form: Form; readonly ref: KeyRef }

/** The keys that a sealed part needs. */
export const keysOf = ({ form, ref: { owner, part } }: Sealed): readonly KeyRef[] =>
  form === 'turns' ? Array.from({ length: part }, (_, turn) => ({ owner, part: turn })) : [{ owner, part }]

const keyOf = (keys: FoundKeys, ref: KeyRef): Uint8Array | 'destroyed' => {
  const key = keys.get(nameOf(ref))
  if (key === undefined) throw new EnvelopeUnfit('the key of a sealed part is missing from the table of keys')
  if (key === 'unfit') throw new EnvelopeUnfit("the key of a sealed part does not fit the store's secret key")
  return key
}

type Sealing = Sealed & { readonly keys: FoundKeys; readonly place: Place }

/** Seals a value, with a nonce that is new each time. Where its key is destroyed, it is erased already. */
export const seal = (value: unknown, { keys, place, ...sealed }: Sealing): unknown => {
  const { form, ref } = sealed
  const header = headerOf(sealed)
  const nonce = newNonce()
  if (form === 'turns') {
    // The nonce is the same for all of them, and each has a key of its own.
    const turns = (value as readonly unknown[]).map((turn, part) => {
      const key = keyOf(keys, { ...ref, part })
      if (key === 'destroyed') return [Buffer.alloc(LENGTH_BYTES)]
      const bound = boundTo(header, { ...place, path: [...place.path, part] })
      const [encrypted, tag] = encrypt(bytesOf(turn, form), { key, nonce, bound })
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(encrypted.length + tag.length)
      return [length, encrypted, tag]
    })
    return envelopeOf([header, nonce, ...turns.flat()])
  }
  const key = keyOf(keys, ref)
  if (key === 'destroyed') return erasedForm(form)
  return envelopeOf([header, nonce, ...encrypt(bytesOf(value, form), { key, nonce, bound: boundTo(header, place) })])
}

const envelopeOf = (parts: readonly Uint8Array[]): Envelope => ({ sealed: Buffer.concat(parts).toString('base64') })

const headerOf = ({ form, ref: { owner, part } }: Sealed): Uint8Array => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(FORMAT, 0)
  header.writeUInt8(FORMS.indexOf(form), 1)
  header.writeInt32BE(part, 2)
  header.write(owner.replaceAll('-', ''), 6, 'hex')
  return header
}

type Label = Sealed & { readonly bytes: Buffer }

/** An envelope is looked at for its key, and then opened: it is decoded once. */
const labels = new WeakMap<Envelope, Label>()

/** Whose key an envelope needs, before it is opened. Throws EnvelopeUnfit. */
export const labelOf = (envelope: Envelope): Label => {
  const known = labels.get(envelope)
  if (known !== undefined) return known
  const label = readLabel(envelope)
  labels.set(envelope, label)
  return label
}

const readLabel = ({ sealed }: Envelope): Label => {
  const bytes = Buffer.from(sealed, 'base64')
  const form = FORMS[bytes[1] ?? -1]
  if (bytes.length < HEADER_BYTES + NONCE_BYTES || bytes[0] !== FORMAT || form === undefined)
    throw new EnvelopeUnfit('a sealed part is damaged, or was written by a later version')
  const part = bytes.readInt32BE(2)
  if (form === 'turns' && (part < 0 || part * LENGTH_BYTES > bytes.length))
    throw new EnvelopeUnfit('a sealed part is damaged')
  return { ref: { owner: uuidOf(bytes.toString('hex', 6, HEADER_BYTES)), part }, form, bytes }
}

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** What was sealed, or its erased form. Throws EnvelopeUnfit where anything of it was changed, or it stood elsewhere. */
export const open = ({ form, ref, bytes }: Label, keys: FoundKeys, place: Place): unknown => {
  const header = bytes.subarray(0, HEADER_BYTES)
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  const opened = (sealed: Uint8Array, key: Uint8Array, at: Place) => {
    const plain = decrypt(sealed, { key, nonce, bound: boundTo(header, at) })
    if (plain === undefined) throw new EnvelopeUnfit('a sealed part was changed or moved')
    return valueIn(plain, form)
  }
  const body = bytes.subarray(HEADER_BYTES + NONCE_BYTES)
  if (form === 'turns')
    return turnsIn(body, ref.part).map((sealed, part) => {
      const key = keyOf(keys, { ...ref, part })
      if (key === 'destroyed' || sealed.length === 0) return erasedForm(form)
      return opened(sealed, key, { ...place, path: [...place.path, part] })
    })
  const key = keyOf(keys, ref)
  return key === 'destroyed' ? erasedForm(form) : opened(body, key, place)
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
