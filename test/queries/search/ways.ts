import { BankIndexes } from '../../../src/queries/bank-index/bank-indexes.js'
import type { SearchDependencies } from '../../../src/queries/search/context.js'
import { DIMENSIONS } from './bag-of-words.js'

/** Reads the user's bank into memory for each search, so that a test may change the tables in between. */
const readEachTime: SearchDependencies['banks'] = {
  open: async (db, scope, filters) => {
    const banks = new BankIndexes({
      reading: (work) => work(db),
      dimensions: DIMENSIONS,
      bytes: 2 ** 30,
      failed: (error) => {
        throw error
      },
    })
    await banks.open(db, scope, filters)
    await banks.settled()
    return banks.open(db, scope, filters)
  },
}

/** Where a search finds its candidates: both have to give the same answers. */
export const ways = [
  { way: 'in the database', banks: undefined },
  { way: 'in memory', banks: readEachTime },
] as const
