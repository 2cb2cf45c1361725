import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../postgres/database.js'
import type { Bank } from './bank.js'
import { addMemory, removeMemory } from './change-bank.js'
import { type ChangedRow, type Changes, PAGE, type Place, readPage, type Version } from './rows.js'
import { settle } from './settle.js'
import { indexingOf } from './stored-memory.js'

/** Rows that are added between two turns of the event loop. */
const AT_ONCE = 50

/** The read tables were replaced while a bank was read from them. */
export class SchemaChanged extends Error {}

/** A bank in memory, and the version of the read tables that it shows. */
export type Loaded = { readonly bank: Bank; readonly version: Version }

/** Applies the changes of a snapshot that is newer than the bank. An older one brings nothing that the bank lacks. */
export const withChanges = (loaded: Loaded, { schema, revision, changes }: Changes): Loaded => {
  if (revision <= loaded.version.revision) return loaded
  for (const row of changes) applyRow(loaded.bank, row)
  settle(loaded.bank)
  return { ...loaded, version: { schema, revision } }
}

const applyRow = (bank: Bank, row: ChangedRow): void => {
  if (row.active) addMemory(bank, indexingOf(row))
  else removeMemory(bank, row.id)
}

type Wanted = { readonly bank: Bank; readonly userId: string; readonly after: Place }

/**
 * Adds everything after a place, page by page, and gives the version of the last page. The next page is read while one is
 * added. Throws SchemaChanged.
 */
export const fillBank = async (db: Database, { bank, userId, after }: Wanted): Promise<Version> => {
  let coming = readPage(db, userId, after)
  for (let schema: string | undefined; ; ) {
    const page = await coming
    schema ??= page.schema
    if (page.schema !== schema) throw new SchemaChanged()
    const last = page.changes.at(-1)
    const isLast = page.changes.length < PAGE || last === undefined
    if (!isLast) {
      coming = readPage(db, userId, { revision: last.revision, id: last.id })
      coming.catch(() => {}) // thrown when it is awaited
    }
    await addPage(bank, page)
    if (isLast) return { schema, revision: page.revision }
  }
}

const addPage = async (bank: Bank, { changes }: Changes): Promise<void> => {
  for (const [i, row] of changes.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) {
      settle(bank)
      await yieldToEventLoop()
    }
    applyRow(bank, row)
  }
  settle(bank)
}
