import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyRef, nameOf } from './key-ref.js'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Wraps data keys: AES-256-GCM under a key that is made of the store's secret key, bound to whose key it is. */
export const keyWrap = (wrappingKey: Uint8Array) => ({
  wrap: (key: Uint8Array, ref: KeyRef): Uint8Array => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(nameOf(ref)))
    return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  },
  /** Undefined where it was wrapped by another key, for another owner, or was changed. */
  unwrap: (wrapped: Uint8Array, ref: KeyRef): Uint8Array | undefined => {
    const end = wrapped.length - TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey, wrapped.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(nameOf(ref)))
      .setAuthTag(wrapped.subarray(end))
    const key = decipher.update(wrapped.subarray(NONCE_BYTES, end))
    try {
      decipher.final()
    } catch {
      return undefined
    }
    return key
  },
})
