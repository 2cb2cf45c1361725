import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../postgres/database.js'
import type { Bank } from './bank.js'
import { addMemory, removeMemory } from './change-bank.js'
import { type ChangedRow, type Changes, indexingOf, PAGE, type Place, readPage, type Version } from './rows.js'
import { settle } from './settle.js'

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
 * Adds everything after a place, page by page, and gives the version of the last page. Throws SchemaChanged.
 */
export const fillBank = async (db: Database, { bank, userId, after }: Wanted): Promise<Version> => {
  let place = after
  for (let schema: string | undefined; ; ) {
    const page = await readPage(db, userId, place)
    schema ??= page.schema
    if (page.schema !== schema) throw new SchemaChanged()
    for (const [i, row] of page.changes.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) {
        settle(bank)
        await yieldToEventLoop()
      }
      applyRow(bank, row)
    }
    settle(bank)
    const last = page.changes.at(-1)
    if (page.changes.length < PAGE || last === undefined) return { schema, revision: page.revision }
    place = { revision: last.revision, id: last.id }
  }
}
