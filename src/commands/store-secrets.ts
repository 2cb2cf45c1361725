import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { KeyMark } from '../domain/store.js'
import { decrypt, encrypt, NONCE_BYTES, newNonce } from '../event-store/sealing/gcm.js'

/**
 * What is made with the store's secret key, by sub-keys of one purpose each (HKDF, RFC 5869): names of texts that say
 * nothing of the texts to a reader of the log who lacks the key.
 */
export type KeyedHashes = {
  /** Of what is asked under an Idempotency-Key: 64 digits in hex. */
  readonly request: (text: string) => string
  /** Of a turn of a conversation, or of whose conversation it is: 16 bytes in hex. */
  readonly turn: (parts: readonly string[]) => string
  /** Of a user's id, by which their streams are named: 64 digits in hex. */
  readonly user: (userId: string) => string
  /** The seed of the key pair that signs checkpoints of the log (Ed25519): 32 bytes. */
  readonly checkpointSeed: Uint8Array
}

/** The keys of the hashes in the log. They outlive a change of the store's secret key, or what the log names would be unknown. */
type HashKeys = { readonly requests: KeyObject; readonly turns: KeyObject }

/** What the store's secret key gives. */
export type StoreSecrets = {
  readonly hashes: KeyedHashes
  /** Wraps the keys that parts of events are sealed with. */
  readonly wrappingKey: Uint8Array
}

/** Throws where what was carried over from an earlier key does not open with this one. */
export const secretsOf = (key: Uint8Array, carried: KeyMark['carried'] = null): StoreSecrets => {
  const { requests, turns } = hashKeysOf(key, carried)
  // Made of a key that outlives a change of the secret key, so that the names of streams do.
  const users = keyFor(turns.export(), 'users')
  return {
    hashes: {
      request: (text) => createHmac('sha256', requests).update(text).digest('hex'),
      turn: (parts) => createHmac('sha256', turns).update(JSON.stringify(parts)).digest('hex').slice(0, 32),
      user: (userId) => createHmac('sha256', users).update(userId).digest('hex'),
      checkpointSeed: subKey(key, 'checkpoints'),
    },
    wrappingKey: subKey(key, 'data keys'),
  }
}

const hashKeysOf = (key: Uint8Array, carried: KeyMark['carried']): HashKeys => {
  if (carried === null) return { requests: keyFor(key, 'request'), turns: keyFor(key, 'turn') }
  const bytes = Buffer.from(carried, 'base64')
  const bound = Buffer.from(checkOf(key))
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const opened = decrypt(bytes.subarray(NONCE_BYTES), { key: keyFor(key, 'carried keys'), nonce, bound })
  if (opened?.length !== 64) throw new Error("what the log carries over of the store's first secret key is damaged")
  return { requests: createSecretKey(opened.subarray(0, 32)), turns: createSecretKey(opened.subarray(32)) }
}

/** What the log says of the key that takes the place of another one: its check value, and the keys of the hashes under it. */
export const markOfNext = (old: { readonly key: Uint8Array } & Pick<KeyMark, 'carried'>, next: Uint8Array) => {
  const { requests, turns } = hashKeysOf(old.key, old.carried)
  const check = checkOf(next)
  const nonce = newNonce()
  const sealed = { key: keyFor(next, 'carried keys'), nonce, bound: Buffer.from(check) }
  return {
    check,
    carried: Buffer.concat([nonce, ...encrypt(Buffer.concat([requests.export(), turns.export()]), sealed)]).toString(
      'base64',
    ),
  }
}

/** A check value of a key that reveals nothing else of it: 32 hexadecimal digits. */
export const checkOf = (key: Uint8Array): string => Buffer.from(subKey(key, 'check')).toString('hex').slice(0, 32)

const subKey = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `palimpsest ${purpose}`, 32))

const keyFor = (key: Uint8Array, purpose: string): KeyObject => createSecretKey(subKey(key, purpose))
