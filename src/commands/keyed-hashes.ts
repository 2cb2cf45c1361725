import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What is made with the store's secret key, by sub-keys of one purpose each (HKDF, RFC 5869): names of texts that say
 * nothing of the texts to whoever has the log and not the key.
 */
export type Seals = {
  /** Of what is asked under an Idempotency-Key: 64 digits in hex. */
  readonly request: (text: string) => string
  /** Of a turn of a conversation, or of whose conversation it is: 16 bytes in hex. */
  readonly turn: (parts: readonly string[]) => string
}

export const sealsOf = (key: Uint8Array): Seals => {
  const ofRequests = subKey(key, 'request')
  const ofTurns = subKey(key, 'turn')
  return {
    request: (text) => createHmac('sha256', ofRequests).update(text).digest('hex'),
    turn: (parts) => createHmac('sha256', ofTurns).update(JSON.stringify(parts)).digest('hex').slice(0, 32),
  }
}

/** Tells one key from another and nothing else of it: 32 digits in hex. */
export const checkOf = (key: Uint8Array): string => Buffer.from(subKey(key, 'check')).toString('hex').slice(0, 32)

const subKey = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `palimpsest ${purpose}`, 32))
