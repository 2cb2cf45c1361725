import { BankIndexes } from '../../../src/queries/bank-index/bank-indexes.js'
import type { SearchDependencies } from '../../../src/queries/search/context.js'
import { DIMENSIONS } from './bag-of-words.js'

let last: BankIndexes | undefined

/** Reads the user's bank into memory for each search, so that a test may change the tables in between. */
const readEachTime: SearchDependencies['banks'] = {
  open: async (db, view) => {
    await last?.close()
    last = new BankIndexes({ reading: (work) => work(db), dimensions: DIMENSIONS, bytes: 2 ** 30, failed: () => {} })
    await last.open(db, view)
    await last.settled()
    const bank = await last.open(db, view)
    if (bank === undefined) throw new Error('the memories are not in memory')
    return bank
  },
  assume: () => undefined,
}

/** Where a search finds its candidates: both have to give the same answers. */
export const ways = [
  { way: 'in the database', banks: undefined },
  { way: 'in memory', banks: readEachTime },
] as const
