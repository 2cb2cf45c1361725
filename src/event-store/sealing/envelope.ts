import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRef } from './key-ref.js'

/*
 * What stands in the log in place of a sealed part: {"sealed": base64 of
 *
 *     1 byte    format, 1
 *     1 byte    form: what is sealed, and so what stands in its place once its key is destroyed
 *     4 bytes   part of the key's owner, signed, big-endian
 *     16 bytes  the key's owner, a uuid
 *     12 bytes  nonce, random
 *     n bytes   AES-256-GCM of the part: JSON in UTF-8, or of a vector its bytes
 *     16 bytes  authentication tag
 *
 * }. Authenticated with it are the first 22 bytes and the place: stream, event id, type and path as a JSON array.
 */

const FORMAT = 1
const HEADER_BYTES = 22
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** In the order of their numbers, which stand in the log. */
const FORMS = ['words', 'turn', 'text', 'fields', 'name', 'vector'] as const
export type Form = (typeof FORMS)[number]

/** What stands in the place of a part whose key is destroyed. */
export const erasedForm = (form: Form): unknown => {
  switch (form) {
    case 'words':
    case 'vector':
      return { erased: true }
    case 'turn':
      return { role: null, name: null, content: '' }
    case 'text':
      return ''
    case 'fields':
      return {}
    case 'name':
      return null
  }
}

/** Where a part stands: it can be opened nowhere else. */
export type Place = {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly path: readonly (string | number)[]
}

const boundTo = (header: Uint8Array, { stream, id, type, path }: Place): Uint8Array =>
  Buffer.concat([header, Buffer.from(JSON.stringify([stream, id, type, ...path]))])

type Envelope = { readonly sealed: string }

export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false
  return typeof value.sealed === 'string' && Object.keys(value).length === 1
}

type Sealing = { readonly key: Uint8Array; readonly ref: KeyRef; readonly form: Form; readonly place: Place }

/** Seals a value with a nonce that is new each time. */
export const seal = (value: unknown, { key, ref, form, place }: Sealing): Envelope => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(FORMAT, 0)
  header.writeUInt8(FORMS.indexOf(form), 1)
  header.writeInt32BE(ref.part, 2)
  header.write(ref.owner.replaceAll('-', ''), 6, 'hex')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(header, place))
  const sealed = [cipher.update(bytesOf(value, form)), cipher.final()]
  return { sealed: Buffer.concat([header, nonce, ...sealed, cipher.getAuthTag()]).toString('base64') }
}

/** An envelope that is none: it was damaged, or is of a later version. */
export class EnvelopeUnfit extends Error {}

/** An envelope's key and form, before it is opened. Throws EnvelopeUnfit. */
export const labelOf = ({
  sealed,
}: Envelope): { readonly ref: KeyRef; readonly form: Form; readonly bytes: Buffer } => {
  const bytes = Buffer.from(sealed, 'base64')
  const form = FORMS[bytes[1] ?? -1]
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT || form === undefined)
    throw new EnvelopeUnfit('a sealed part is damaged, or was written by a later version')
  const hex = bytes.toString('hex', 6, HEADER_BYTES)
  const owner = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { ref: { owner, part: bytes.readInt32BE(2) }, form, bytes }
}

type Opening = { readonly bytes: Buffer; readonly form: Form; readonly key: Uint8Array; readonly place: Place }

/** What was sealed. Throws EnvelopeUnfit where anything of it was changed, or it stood elsewhere. */
export const open = ({ bytes, form, key, place }: Opening): unknown => {
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(boundTo(bytes.subarray(0, HEADER_BYTES), place))
    .setAuthTag(bytes.subarray(end))
  const opened = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, end))
  try {
    decipher.final()
  } catch {
    throw new EnvelopeUnfit('a sealed part was changed or moved: it does not open at this place')
  }
  return partIn(opened, form)
}

/** A vector is base64 already: sealed as bytes it takes no more room than before. */
const bytesOf = (value: unknown, form: Form): Uint8Array => {
  const vector: unknown = form === 'vector' ? Reflect.get(Object(value), 'vector') : null
  return typeof vector === 'string' ? Buffer.from(vector, 'base64') : Buffer.from(JSON.stringify(value))
}

const NO_VECTOR = JSON.stringify({ vector: null })

const partIn = (opened: Buffer, form: Form): unknown => {
  if (form !== 'vector') return JSON.parse(opened.toString())
  return { vector: opened.toString() === NO_VECTOR ? null : opened.toString('base64') }
}
