import { createSecretKey } from 'node:crypto'
import { decrypt, encrypt, NONCE_BYTES, newNonce, TAG_BYTES } from './gcm.js'

const KEY_BYTES = 32
export const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES

/** Wraps data keys under a key that is made of the store's secret key, each bound to its name. */
export const keyWrap = (wrappingKey: Uint8Array) => {
  const key = createSecretKey(wrappingKey)
  return {
    wrap: (dataKey: Uint8Array, name: string): Buffer => {
      const nonce = newNonce()
      return Buffer.concat([nonce, ...encrypt(dataKey, { key, nonce, bound: Buffer.from(name) })])
    },
    /** Undefined where it was wrapped by another key, for another name, or was changed. */
    unwrap: (wrapped: Uint8Array, name: string): Buffer | undefined => {
      const nonce = wrapped.subarray(0, NONCE_BYTES)
      return decrypt(wrapped.subarray(NONCE_BYTES), { key, nonce, bound: Buffer.from(name) })
    },
  }
}
