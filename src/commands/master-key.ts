import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { SYSTEM } from '../domain/event.js'
import type { MasterKeyChosen } from '../domain/store.js'
import { encode } from '../event-store/codec.js'
import { type EventStore, WrongRevision } from '../event-store/event-store.js'
import type { Opening } from './open-store.js'
import { readStore } from './store-stream.js'

/**
 * What is made with the store's secret key, by sub-keys of one purpose each (HKDF, RFC 5869): names of texts that say
 * nothing of the texts to a reader of the log who lacks the key.
 */
export type KeyedHashes = {
  /** Of what is asked under an Idempotency-Key: 64 digits in hex. */
  readonly request: (text: string) => string
  /** Of a turn of a conversation, or of whose conversation it is: 16 bytes in hex. */
  readonly turn: (parts: readonly string[]) => string
  /** The seed of the key pair that signs checkpoints of the log (Ed25519): 32 bytes. */
  readonly checkpointSeed: Uint8Array
}

export const keyedHashesOf = (key: Uint8Array): KeyedHashes => {
  const ofRequests = subKey(key, 'request')
  const ofTurns = subKey(key, 'turn')
  return {
    request: (text) => createHmac('sha256', ofRequests).update(text).digest('hex'),
    turn: (parts) => createHmac('sha256', ofTurns).update(JSON.stringify(parts)).digest('hex').slice(0, 32),
    checkpointSeed: subKey(key, 'checkpoints'),
  }
}

/** What the store's secret key gives. */
export type StoreSecrets = {
  readonly hashes: KeyedHashes
  /** Wraps the keys that parts of events are sealed with. */
  readonly wrappingKey: Uint8Array
}

export const secretsOf = (key: Uint8Array): StoreSecrets => ({
  hashes: keyedHashesOf(key),
  wrappingKey: subKey(key, 'data keys'),
})

/** A check value of a key that reveals nothing else of it: 32 hexadecimal digits. */
const checkOf = (key: Uint8Array): string => Buffer.from(subKey(key, 'check')).toString('hex').slice(0, 32)

const subKey = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `palimpsest ${purpose}`, 32))

/** Where the key is kept when the settings do not name one. */
export type KeyPlace = {
  /** For people. */
  readonly name: string
  readonly read: () => Promise<Uint8Array | undefined>
  /** Keeps it unless there is one already. */
  readonly keep: (key: Uint8Array) => Promise<void>
}

/** The store has a secret key, and it is not there, or another one is. */
export class MasterKeyUnfit extends Error {
  override readonly name = 'MasterKeyUnfit'
}

type Wanted = {
  /** The key that the settings name. */
  readonly given: Uint8Array | undefined
  readonly place: KeyPlace
}

/**
 * The store's secret key: the one that the settings name, or the one that is kept, or else a new one, which is kept before
 * the log says that the store has it. Throws MasterKeyUnfit where the log knows of another one, or none is there.
 */
export const openMasterKey = async (store: EventStore, wanted: Wanted, opening: Opening): Promise<StoreSecrets> => {
  for (;;) {
    const state = await readStore(store, opening.streams)
    if (state === undefined) throw new Error('the store has not been opened')
    const known = state.keyCheck
    const key = wanted.given ?? (await keptKey(wanted.place, known === undefined))
    if (known !== undefined) return secretsOf(fitting(key, known, wanted))
    if (key === undefined) throw new MasterKeyUnfit(missing(wanted.place))
    await choose(store, key, { ...opening, revision: state.revision })
  }
}

/**
 * The same of a store that is only read; undefined in one that has no secret key, and so nothing that is sealed.
 * Throws MasterKeyUnfit.
 */
export const knownMasterKey = async (check: string | undefined, wanted: Wanted): Promise<StoreSecrets | undefined> =>
  check === undefined ? undefined : secretsOf(fitting(wanted.given ?? (await wanted.place.read()), check, wanted))

const fitting = (key: Uint8Array | undefined, check: string, wanted: Wanted): Uint8Array => {
  if (key === undefined) throw new MasterKeyUnfit(missing(wanted.place))
  if (check !== checkOf(key)) throw new MasterKeyUnfit(other(wanted))
  return key
}

const keptKey = async (place: KeyPlace, mayMake: boolean): Promise<Uint8Array | undefined> => {
  const kept = await place.read()
  if (kept !== undefined || !mayMake) return kept
  await place.keep(randomBytes(32))
  // Of two processes that make one, both take the one that was kept.
  return place.read()
}

type Choosing = Opening & { readonly revision: bigint | 'no-stream' }

const choose = async (
  store: EventStore,
  key: Uint8Array,
  { streams, now, newId, revision }: Choosing,
): Promise<void> => {
  const event: MasterKeyChosen = {
    type: 'MasterKeyChosen',
    metadata: { commandId: newId(), at: now(), actor: SYSTEM, reason: 'opened' },
    data: { check: checkOf(key) },
  }
  try {
    await store.append(streams.store, revision, encode([event], revision))
  } catch (error) {
    // Another process was quicker: what it chose is read then.
    if (!(error instanceof WrongRevision)) throw error
  }
}

const missing = ({ name }: KeyPlace): string =>
  `The store's secret key is missing: it was kept in ${name}. Put it back from a backup, or set PALIMPSEST_MASTER_KEY ` +
  'to it. Without it nothing that anybody said can be read: the words in the log are sealed.'

const other = ({ given, place }: Wanted): string =>
  given === undefined
    ? `The secret key in ${place.name} is that of another store: nothing in the log could be read with it. Put back this ` +
      "store's own from a backup, or set PALIMPSEST_MASTER_KEY to it."
    : "PALIMPSEST_MASTER_KEY is not this store's secret key: nothing in the log could be read with it. Set it to the key" +
      ' that the store was first started with or, if it was started without one, leave it unset: the key is in' +
      ` ${place.name}.`
