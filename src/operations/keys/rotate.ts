import { randomBytes } from 'node:crypto'
import { checkOf, fittingKey, type KeyPlace, markOfNext, secretsOf } from '../../commands/master-key.js'
import { readStore } from '../../commands/open-store.js'
import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import { SYSTEM } from '../../domain/event.js'
import type { KeyMark, MasterKeyRotated } from '../../domain/store.js'
import { encode } from '../../event-store/codec.js'
import { appendDeterminate, type EventStore, type StoreStreams } from '../../event-store/event-store.js'
import { countKeys, dropFormerWraps, rewrapKeys } from '../../event-store/sealing/every-key.js'
import { takeWrappingKey } from '../../event-store/sealing/wrapping-key.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'

export type RotationResult = {
  /** The log said already that the store has the next key: only what was left to do was done. */
  readonly wentOn: boolean
  /** Data keys of the store that are not destroyed. */
  readonly keys: number
  /** Of these, as many as the former key did not open. They are left as they are. */
  readonly unfit: number
  /** Where the new key is kept; null: the settings name it. */
  readonly kept: string | null
  readonly seconds: number
}

type Rotating = {
  readonly log: EventStore
  readonly streams: StoreStreams
  readonly prefix: string
  /** A handle on the schema of the data keys. */
  readonly db: Database
  readonly place: KeyPlace
  /** The present key, where the settings name it. */
  readonly given: Uint8Array | undefined
  /** The next one, where the settings name it. */
  readonly next: Uint8Array | undefined
  /** Claims the store's key; undefined while another process holds it. */
  readonly claim: () => Promise<(() => Promise<void>) | undefined>
  readonly now: () => string
  readonly newId: () => string
}

/**
 * Gives the store another secret key. Each data key is wrapped by both keys first; then the log says which one counts; then what
 * the former one wraps is dropped. So one of the two opens the store wherever this is broken off, and the next run goes on.
 * @throws OperationRefused, MasterKeyUnfit
 */
export const rotateKeys = async (rotating: Rotating, watch: Watch): Promise<RotationResult> => {
  const release = await rotating.claim()
  if (release === undefined)
    throw new OperationRefused(
      'A service or another command has this store open and would go on with the former key: stop it first.',
    )
  try {
    return await rotated(rotating, watch)
  } finally {
    await release()
  }
}

const rotated = async (rotating: Rotating, { report, signal }: Watch): Promise<RotationResult> => {
  const started = performance.now()
  const { db, place } = rotating
  const state = await readStore(rotating.log, rotating.streams)
  if (state?.keyMark === undefined)
    throw new OperationRefused('This store has no secret key yet: it makes one when it is started.')
  const mark = state.keyMark
  const next = await nextKey(rotating, mark)
  const total = await countKeys(db)
  const wentOn = mark.check === checkOf(next)
  let unfit = 0
  if (!wentOn) {
    const old = await fittingKey(mark, rotating)
    const wraps = { from: secretsOf(old, mark.carried).wrappingKey, to: secretsOf(next).wrappingKey }
    // A service that has lost its lock on the key might go on with the former one.
    await takeWrappingKey(db, { prefix: rotating.prefix, wrappingKey: wraps.to })
    let done = 0
    for await (const batch of rewrapKeys(db, wraps)) {
      done += batch.seen
      unfit += batch.unfit
      report({ phase: 'Wrapping', done, total, unit: 'keys' })
      signal.throwIfAborted()
    }
    await say(rotating, { ...markOfNext({ key: old, carried: mark.carried }, next), revision: state.revision })
  }
  let done = 0
  for await (const dropped of dropFormerWraps(db)) {
    done += dropped
    report({ phase: 'Dropping former wraps', done, total, unit: 'keys' })
    signal.throwIfAborted()
  }
  await db.rows(sql`vacuum data_key`)
  if (rotating.next === undefined) await place.promote()
  else if ((await place.read()) !== undefined) await place.forget()
  const kept = rotating.next === undefined ? place.name : null
  return { wentOn, keys: total, unfit, kept, seconds: (performance.now() - started) / 1000 }
}

/** The one that the settings name, or the one that was made for a change that was broken off, or a new one, kept before it is used. */
const nextKey = async ({ next, given, place }: Rotating, { check }: KeyMark): Promise<Uint8Array> => {
  if (next !== undefined) return next
  if (given !== undefined)
    throw new OperationRefused(
      'PALIMPSEST_MASTER_KEY names the present secret key: name the next one in NEXT_PALIMPSEST_MASTER_KEY.',
    )
  const before = await place.readNext()
  if (before !== undefined) return before
  await fittingKey({ check, carried: null }, { given, place })
  await place.keepNext(randomBytes(32))
  const made = await place.readNext()
  if (made === undefined) throw new Error('the next secret key could not be kept')
  return made
}

type Saying = MasterKeyRotated['data'] & { readonly revision: bigint | 'no-stream' }

const say = async ({ log, streams, now, newId }: Rotating, { revision, ...data }: Saying): Promise<void> => {
  const event: MasterKeyRotated = {
    type: 'MasterKeyRotated',
    metadata: { commandId: newId(), at: now(), actor: SYSTEM },
    data,
  }
  await appendDeterminate(log, { stream: streams.store, expected: revision, events: encode([event], revision) })
}
