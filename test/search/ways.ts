import type { Scope } from '../../src/domain/scope.js'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import type { Database } from '../../src/postgres/database.js'
import { DIMENSIONS } from './bag-of-words.js'

let last: MemoryIndexes | undefined

/** Reads the user's index into memory for each search, so that a test may change the tables in between. */
const readEachTime: Pick<MemoryIndexes, 'open' | 'openFor' | 'assume'> = {
  open: async (db, view) => {
    const memoryIndex = await (await readAnew(db, view)).open(db, view)
    if (memoryIndex === undefined) throw new Error('the memories are not in memory')
    return memoryIndex
  },
  openFor: async (db, asked) => {
    const memoryIndex = await (await readAnew(db, asked)).openFor(db, asked)
    if (memoryIndex === undefined) throw new Error('the memories are not in memory')
    return memoryIndex
  },
  assume: () => undefined,
}

const readAnew = async (db: Database, { scope }: { readonly scope: Scope }): Promise<MemoryIndexes> => {
  await last?.close()
  last = new MemoryIndexes({ reading: (work) => work(db), dimensions: DIMENSIONS, bytes: 2 ** 30, failed: () => {} })
  await last.open(db, { scope })
  await last.settled()
  return last
}

/** Where a search finds its candidates: both have to give the same answers. */
export const ways = [
  { way: 'in the database', banks: undefined },
  { way: 'in memory', banks: readEachTime },
] as const
