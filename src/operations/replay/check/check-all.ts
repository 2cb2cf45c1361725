import { lostPlace } from '../../../event-store/log-place.js'
import type { Database } from '../../../postgres/database.js'
import type { Answer } from '../answer.js'
import { tally } from '../progress-counter.js'
import type { Replayed, Watch } from '../replayed.js'
import { type CheckedLog, checkLog } from './check-log.js'
import type { Compared, Mismatch, Verdict } from './check-report.js'
import { compareBanks } from './compare-banks.js'
import { compareUser, folding } from './compare-user.js'
import { readCheckpoint, readParked } from './read-progress.js'

/**
 * Holds the log against its own rules, then the read models against the log; ends at the first mismatch. Where there are no
 * read models, the log alone.
 */
export async function* checkAll(replayed: Replayed, watch: Watch): AsyncGenerator<Answer> {
  const verdict = await replayed.reading((db) => check(replayed, db, watch))
  yield { kind: 'verdict', verdict: verdict ?? (await checkAlone(replayed, watch)) }
}

const NOTHING = { memories: 0, versions: 0, episodes: 0, rows: 0 }

const checkAlone = async (replayed: Replayed, watch: Watch): Promise<Verdict> => {
  const log = await checkLog(replayed, 0n, watch)
  const { events, reached, users } = log
  const revisions = new Map([...reached].map(([stream, { revision }]) => [stream, revision]))
  const sum = { ...NOTHING }
  const count = tally(watch, 'comparing', users.size)
  let mismatch = log.mismatch
  for (const user of mismatch ? [] : users) {
    const { bank, to } = folding(replayed, user)
    mismatch ??= await to(revisions, watch.signal)
    if (mismatch) break
    sum.memories += bank.memories.size
    for (const { versions } of bank.memories.values()) sum.versions += versions.length
    sum.episodes += bank.episodes.size
    count()
  }
  const compared = { events, streams: reached.size, users: users.size, ...sum, parked: 0 }
  return { equal: mismatch === undefined, readModels: false, compared, mismatch: mismatch ?? null }
}

const check = async (replayed: Replayed, db: Database, watch: Watch): Promise<Verdict> => {
  const place = await readCheckpoint(db)
  const wrong = await lostPlace(replayed.store, place)
  if (place && wrong) {
    const alone = await checkAlone(replayed, watch)
    const lost = { in: 'checkpoint' as const, position: `${place.position}`, wrong }
    return { ...alone, equal: false, readModels: true, mismatch: alone.mismatch ?? lost }
  }
  const log = await checkLog(replayed, place?.position ?? 0n, watch)
  const parked = await readParked(db)
  const { events, reached, users } = log
  const sum = { ...NOTHING }
  const mismatch =
    log.mismatch ??
    (await compareUsers(replayed, db, { log, watch, sum })) ??
    (await compareBanks(replayed, db, { reached, parked }))
  const banks = [...parked].filter((stream) => stream.includes('-bank-'))
  const compared = { events, streams: reached.size, users: users.size, ...sum, parked: banks.length }
  return { equal: mismatch === undefined, readModels: true, compared, mismatch: mismatch ?? null }
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
