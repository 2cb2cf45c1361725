import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { SYSTEM } from '../domain/event.js'
import type { KeyMark, MasterKeyChosen } from '../domain/store.js'
import type { EventStore } from '../event-store/event-store.js'
import { decrypt, encrypt, NONCE_BYTES, newNonce } from '../event-store/sealing/gcm.js'
import { appendUnlessOvertaken, type Opening, readStore } from './open-store.js'

/** Where the key is kept when the settings do not name one. */
export type KeyPlace = {
  /** For people. */
  readonly name: string
  readonly read: () => Promise<Uint8Array | undefined>
  /** Keeps it unless there is one already. */
  readonly keep: (key: Uint8Array) => Promise<void>
  /** The key that is to take the place of the other one, while the store is being changed to it. */
  readonly readNext: () => Promise<Uint8Array | undefined>
  /** Keeps it unless there is one already. */
  readonly keepNext: (key: Uint8Array) => Promise<void>
  /** Puts the next key in the place of the other one, in one step. */
  readonly promote: () => Promise<void>
  /** Keeps neither any longer. */
  readonly forget: () => Promise<void>
}

/** The store has a secret key, and it is not there, or another one is. */
export class MasterKeyUnfit extends Error {
  override readonly name = 'MasterKeyUnfit'
}

type KeySource = {
  /** The key that the settings name. */
  readonly given: Uint8Array | undefined
  readonly place: KeyPlace
}

/**
 * The store's secret key: the one that the settings name, or the one that is kept, or else a new one, which is kept before
 * the log says that the store has it. Throws MasterKeyUnfit where the log knows of another one, or none is there.
 */
export const openMasterKey = async (store: EventStore, wanted: KeySource, opening: Opening): Promise<StoreSecrets> => {
  for (;;) {
    const state = await readStore(store, opening.streams)
    if (state === undefined) throw new Error('the store has not been opened')
    if (state.keyMark !== undefined) return secretsOf(await fittingKey(state.keyMark, wanted), state.keyMark.carried)
    const key = wanted.given ?? (await keptOrMade(wanted.place))
    if (key === undefined) throw new MasterKeyUnfit(missing(wanted.place))
    const event: MasterKeyChosen = {
      type: 'MasterKeyChosen',
      metadata: { commandId: opening.newId(), at: opening.now(), actor: SYSTEM, reason: 'opened' },
      data: { check: checkOf(key) },
    }
    await appendUnlessOvertaken(store, event, { streams: opening.streams, revision: state.revision })
  }
}

/**
 * The same of a store that is only read; undefined in one that has just been opened and has no secret key yet.
 * Throws MasterKeyUnfit.
 */
export const knownMasterKey = async (
  mark: KeyMark | undefined,
  wanted: KeySource,
): Promise<StoreSecrets | undefined> =>
  mark === undefined ? undefined : secretsOf(await fittingKey(mark, wanted), mark.carried)

/** The key that the log knows: the given one, the one that is kept, or the one that the store was being changed to. */
export const fittingKey = async ({ check }: KeyMark, wanted: KeySource): Promise<Uint8Array> => {
  const { given, place } = wanted
  const keys = given === undefined ? [await place.read(), await place.readNext()] : [given]
  const there = keys.filter((key) => key !== undefined)
  if (there.length === 0) throw new MasterKeyUnfit(missing(place))
  const fitting = there.find((key) => checkOf(key) === check)
  if (fitting === undefined) throw new MasterKeyUnfit(other(wanted))
  return fitting
}

/** The key that is kept there, or else a new one, which is. */
const keptOrMade = async (place: KeyPlace): Promise<Uint8Array | undefined> => {
  const kept = await place.read()
  if (kept !== undefined) return kept
  await place.keep(randomBytes(32))
  // Of two processes that make one, both take the one that was kept.
  return place.read()
}

const missing = ({ name }: KeyPlace): string =>
  `The store's secret key is missing: it was kept in ${name}. Put it back from a backup, or set PALIMPSEST_MASTER_KEY ` +
  'to it. Without it nothing that anybody said can be read: the words in the log are sealed.'

const other = ({ given, place }: KeySource): string =>
  given === undefined
    ? `The secret key in ${place.name} is that of another store: nothing in the log could be read with it. Put back this ` +
      "store's own from a backup, or set PALIMPSEST_MASTER_KEY to it."
    : "PALIMPSEST_MASTER_KEY is not this store's secret key: nothing in the log could be read with it. Set it to the key" +
      ' that the store was first started with or, if it was started without one, leave it unset: the key is in' +
      ` ${place.name}.`

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
