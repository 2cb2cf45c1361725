import { decrypt, encrypt, NONCE_BYTES, newNonce, TAG_BYTES } from './gcm.js'
import { type KeyRef, nameOf } from './key-ref.js'

const KEY_BYTES = 32
export const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES

/** Wraps data keys under a key that is made of the store's secret key, each bound to its name. */
export const keyWrap = (key: Uint8Array) => {
  const boundTo = (ref: KeyRef) => Buffer.from(nameOf(ref))
  return {
    wrap: (dataKey: Uint8Array, ref: KeyRef): Uint8Array => {
      const nonce = newNonce()
      return Buffer.concat([nonce, ...encrypt(dataKey, { key, nonce, bound: boundTo(ref) })])
    },
    /** Undefined where it was wrapped by another key, for another name, or was changed. */
    unwrap: (wrapped: Uint8Array, ref: KeyRef): Uint8Array | undefined => {
      const nonce = wrapped.subarray(0, NONCE_BYTES)
      return decrypt(wrapped.subarray(NONCE_BYTES), { key, nonce, bound: boundTo(ref) })
    },
  }
}
