import { createHmac, createSecretKey } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { EventStoreUnavailable } from '../event-store.js'
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

/** Tells wrapping keys apart, and nothing else of them: 32 digits in hex. */
const markOf = (wrappingKey: Uint8Array): string =>
  createHmac('sha256', wrappingKey).update('palimpsest:wrapping-key:1').digest('hex').slice(0, 32)

/** The key that the data keys of one log are wrapped by, of the several logs that a database may hold. */
export type WrappingKey = {
  /** Of the names of the log's streams. */
  readonly prefix: string
  readonly wrappingKey: Uint8Array
}

/** Makes this the only wrapping key of new data keys. Resolves when no statement is making some with another one. */
export const takeWrappingKey = async (db: Database, { prefix, wrappingKey }: WrappingKey): Promise<void> => {
  const changed = await db.rows(sql`
    insert into wrapping_key as w (prefix, mark)
    values (${prefix}, ${markOf(wrappingKey)})
    on conflict (prefix) do update set mark = excluded.mark
      where w.mark <> excluded.mark
    returning mark`)
  if (changed.length > 0)
    await db.transaction(async (tx) => {
      await tx.rows(sql`lock table data_key in share row exclusive mode`)
    })
}

/** Whether data keys of this log are made with this wrapping key, and not with another one. */
export const isWrappedBy = ({ prefix, wrappingKey }: WrappingKey): Sql =>
  sql`not exists (select from wrapping_key where prefix = ${prefix} and mark <> ${markOf(wrappingKey)})`

/** The store has got another secret key while this process had lost sight of it. Nothing was written. */
export class WrappingKeyChanged extends EventStoreUnavailable {
  constructor() {
    super('this store has got another secret key: stop this process, and start it with that one')
  }
}
