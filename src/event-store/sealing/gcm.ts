import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto'

/** Calls of the operating system's generator cost ten times as much as the bytes: one fills many keys and nonces. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** So many random bytes for a key or a nonce, which nobody is given again. At most 8192. */
export const randomBytesOf = (count: number): Buffer => {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.allocUnsafe(count)
  pool.copy(bytes, 0, used, used + count)
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

export const NONCE_BYTES = 12
export const TAG_BYTES = 16

export const newNonce = (): Uint8Array => randomBytesOf(NONCE_BYTES)

/** What encrypts with a key and a nonce, which are used together once. */
type Keyed = {
  readonly key: KeyObject
  readonly nonce: Uint8Array
  /** Authenticated, and not encrypted. */
  readonly bound: Uint8Array
}

/** AES-256-GCM: the ciphertext, then the tag; two parts, so that callers copy once. A text is encrypted as UTF-8. */
export const encrypt = (plain: string | Uint8Array, { key, nonce, bound }: Keyed): readonly [Buffer, Buffer] => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
  const encrypted = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final() // gives nothing more in this mode
  return [encrypted, cipher.getAuthTag()]
}

const AUTHENTICATED = { authTagLength: TAG_BYTES }

/** Undefined where anything of it is not as it was. */
export const decrypt = (sealed: Uint8Array, { key, nonce, bound }: Keyed): Buffer | undefined => {
  const end = sealed.length - TAG_BYTES
  if (end < 0) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, AUTHENTICATED).setAAD(bound)
  decipher.setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return plain
}
