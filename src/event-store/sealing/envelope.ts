import type { KeyObject } from 'node:crypto'
import type { SaidTurn } from '../../domain/episode.js'
import { uuidOf } from '../../domain/event.js'
import { decrypt, encrypt, NONCE_BYTES, newNonce, TAG_BYTES } from './gcm.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'

/** What a sealed part is, in the order of the numbers that stand in the log. */
const FORMS = ['words', 'turns', 'text', 'fields', 'name', 'vector', 'names'] as const
export type Form = (typeof FORMS)[number]

/** What stands in the place of a part whose key is destroyed; of turns, in that of one of them. */
const erasedForm = (form: Form): unknown => {
  switch (form) {
    case 'words':
    case 'vector':
      return { erased: true }
    case 'turns':
      return { role: null, name: null, content: '' } satisfies SaidTurn
    case 'text':
      return ''
    case 'fields':
      return {}
    case 'name':
    case 'names':
      return null
  }
}

/** JSON, of a turn without the names of its fields. A vector is base64 already: as bytes it takes no more room than before. */
const plainOf = (value: unknown, form: Form): string | Uint8Array => {
  const vector: unknown = form === 'vector' ? Reflect.get(Object(value), 'vector') : null
  if (typeof vector === 'string') return Buffer.from(vector, 'base64')
  if (form !== 'turns') return JSON.stringify(value)
  const { role, name, content, key = null, replaces = null, at = null } = value as SaidTurn // what the form says
  const rare = [key, replaces, at]
  return JSON.stringify([role, name, content, ...rare.slice(0, rare.findLastIndex((each) => each !== null) + 1)])
}

const NO_VECTOR = Buffer.from(JSON.stringify({ vector: null }))

const valueIn = (bytes: Buffer, form: Form): unknown => {
  if (form === 'vector') return { vector: bytes.equals(NO_VECTOR) ? null : bytes.toString('base64') }
  const value: unknown = JSON.parse(bytes.toString())
  if (form !== 'turns') return value
  const [role, name, content, key = null, replaces = null, at = null] = value as unknown[] // as it was written
  const rare = { key, replaces, at }
  return { role, name, content, ...Object.fromEntries(Object.entries(rare).filter(([, each]) => each !== null)) }
}

/** The first version of the layout, and the only one; see the envelope. */
const FORMAT = 1
const HEADER_BYTES = 22
const PART_AT = 2
const OWNER_AT = 6

/** What an envelope says of what is sealed in it: what it is, and whose key seals it. */
type Sealed = { readonly form: Form; readonly ref: KeyRef }

const headerOf = (form: Form, { owner, part }: KeyRef): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  header[0] = FORMAT
  header[1] = FORMS.indexOf(form)
  header.writeInt32BE(part, PART_AT)
  header.write(owner.replaceAll('-', ''), OWNER_AT, 'hex')
  return header
}

/** Undefined of another version, or what is none. */
const readHeader = (bytes: Buffer): Sealed | undefined => {
  const form = FORMS[bytes[1] ?? -1]
  if (bytes.length < HEADER_BYTES || bytes[0] !== FORMAT || form === undefined) return undefined
  const owner = uuidOf(bytes.toString('hex', OWNER_AT, HEADER_BYTES))
  return { form, ref: { owner, part: bytes.readInt32BE(PART_AT) } }
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

/** What is authenticated with a part: the header, and the place. */
const boundTo = (header: Buffer, { stream, id, type, path }: Place): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify([stream, id, type, ...path]))])

type Envelope = { readonly sealed: string }

export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false
  return typeof value.sealed === 'string' && Object.keys(value).length === 1
}

/** A part that cannot be opened: it was damaged, is of a later version, or has no key. The message quotes nothing of it. */
export class EnvelopeUnfit extends Error {}

/** The keys that a sealed part needs. */
export const keysOf = ({ form, ref }: Sealed): readonly KeyRef[] =>
  form === 'turns' ? Array.from({ length: ref.part }, (_, turn) => ({ owner: ref.owner, part: turn })) : [ref]

const keyIn = (keys: FoundKeys, name: string): KeyObject | 'destroyed' => {
  const key = keys.get(name)
  if (key === undefined) throw new EnvelopeUnfit('the key of a sealed part is missing from the table of keys')
  if (key === 'unfit') throw new EnvelopeUnfit("the key of a sealed part does not fit the store's secret key")
  return key
}

type Sealing = Sealed & { readonly keys: FoundKeys; readonly place: Place }

/** Seals a value, with a nonce that is new each time. Where its key is destroyed, it is erased already. */
export const seal = (value: unknown, { form, ref, keys, place }: Sealing): unknown => {
  if (form === 'turns') return sealTurns(value as readonly unknown[], { form, ref, keys, place }) // what the form says
  const key = keyIn(keys, nameOf(ref))
  if (key === 'destroyed') return erasedForm(form)
  const [header, nonce] = [headerOf(form, ref), newNonce()]
  return envelopeOf([header, nonce, ...encrypt(plainOf(value, form), { key, nonce, bound: boundTo(header, place) })])
}

/** The nonce is the same for all of them, and each has a key of its own. */
const sealTurns = (turns: readonly unknown[], { form, ref, keys, place }: Sealing): Envelope => {
  const [header, nonce] = [headerOf(form, ref), newNonce()]
  const sealed = turns.flatMap((turn, part) => {
    const key = keyIn(keys, nameOf({ owner: ref.owner, part }))
    const bound = boundTo(header, { ...place, path: [...place.path, part] })
    const pieces = key === 'destroyed' ? [] : encrypt(plainOf(turn, form), { key, nonce, bound })
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(pieces.reduce((sum, piece) => sum + piece.length, 0))
    return [length, ...pieces]
  })
  return envelopeOf([header, nonce, ...sealed])
}

const envelopeOf = (pieces: readonly Uint8Array[]): Envelope => ({ sealed: Buffer.concat(pieces).toString('base64') })

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
  const [header, nonce] = [bytes.subarray(0, HEADER_BYTES), bytes.subarray(HEADER_BYTES, START)]
  const plain = decrypt(sealed, { key, nonce, bound: boundTo(header, place) })
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
