import type { Database } from '../../postgres/database.js'
import type { Answer } from '../answer.js'
import type { Replayed, Watch } from '../replayed.js'
import { tally } from '../tally.js'
import { type CheckedLog, checkLog } from './check-log.js'
import { compareBanks } from './compare-banks.js'
import { compareUser } from './compare-user.js'
import { readCheckpoint, readParked } from './read-progress.js'
import type { Compared, Mismatch, Verdict } from './verdict.js'

/** Holds the log against its own rules, then the read models against the log; ends at the first mismatch. */
export async function* checkAll(replayed: Replayed, watch: Watch): AsyncGenerator<Answer> {
  yield { kind: 'verdict', verdict: await replayed.reading((db) => check(replayed, db, watch)) }
}

const check = async (replayed: Replayed, db: Database, watch: Watch): Promise<Verdict> => {
  const log = await checkLog(replayed, await readCheckpoint(db), watch)
  const parked = await readParked(db)
  const { events, reached, users } = log
  const sum = { memories: 0, versions: 0, episodes: 0, rows: 0 }
  const mismatch =
    log.mismatch ??
    (await compareUsers(replayed, db, { log, watch, sum })) ??
    (await compareBanks(replayed, db, { reached, parked }))
  const banks = [...parked].filter((stream) => stream.includes('-bank-'))
  const compared = { events, streams: reached.size, users: users.size, ...sum, parked: banks.length }
  return { equal: mismatch === undefined, compared, mismatch: mismatch ?? null }
}

type Comparing = {
  readonly log: Pick<CheckedLog, 'users'>
  readonly watch: Watch
  /** Is added to. */
  readonly sum: { [Of in 'memories' | 'versions' | 'episodes' | 'rows']: Compared[Of] }
}

const compareUsers = async (
  replayed: Replayed,
  db: Database,
  { log: { users }, watch, sum }: Comparing,
): Promise<Mismatch | undefined> => {
  const count = tally(watch, 'comparing', users.size)
  for (const user of users) {
    const { mismatch, ...counts } = await compareUser(replayed, db, { user, signal: watch.signal })
    for (const of of ['memories', 'versions', 'episodes', 'rows'] as const) sum[of] += counts[of]
    if (mismatch) return mismatch
    count()
  }
  return undefined
}
