import type { Scope } from '../../src/domain/scope.js'
import type { Database } from '../../src/postgres/database.js'
import { BankIndexes } from '../../src/queries/bank-index/bank-indexes.js'
import { DIMENSIONS } from './bag-of-words.js'

let last: BankIndexes | undefined

/** Reads the user's bank into memory for each search, so that a test may change the tables in between. */
const readEachTime: Pick<BankIndexes, 'open' | 'openFor' | 'assume'> = {
  open: async (db, view) => {
    const bank = await (await readAnew(db, view)).open(db, view)
    if (bank === undefined) throw new Error('the memories are not in memory')
    return bank
  },
  openFor: async (db, asked) => {
    const bank = await (await readAnew(db, asked)).openFor(db, asked)
    if (bank === undefined) throw new Error('the memories are not in memory')
    return bank
  },
  assume: () => undefined,
}

const readAnew = async (db: Database, { scope }: { readonly scope: Scope }): Promise<BankIndexes> => {
  await last?.close()
  last = new BankIndexes({ reading: (work) => work(db), dimensions: DIMENSIONS, bytes: 2 ** 30, failed: () => {} })
  await last.open(db, { scope })
  await last.settled()
  return last
}

/** Where a search finds its candidates: both have to give the same answers. */
export const ways = [
  { way: 'in the database', banks: undefined },
  { way: 'in memory', banks: readEachTime },
] as const
