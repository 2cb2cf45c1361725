import type { SignedCheckpoint } from '../../../domain/store.js'
import type { StreamName } from '../../../event-store/event-store.js'
import { lostPlace } from '../../../event-store/log-range.js'
import type { Database } from '../../../postgres/database.js'
import type { Answer, Asked } from '../answer.js'
import { progressCounter, type Replayed, type Watch } from '../replayed.js'
import { type CheckedLog, checkLog } from './check-log.js'
import type { CheckReport, Compared, Mismatch } from './check-report.js'
import type { Reached } from './check-streams.js'
import { beyondLog, compareUser, folding } from './compare-user.js'
import { readBanks, readCheckpoint, readParked, readStranger } from './read-progress.js'

/**
 * Whether the read models are where they must be: at no revision that the log does not have, at each that they have
 * passed, and without a row of any unknown user.
 */
const compareBanks = async (
  { store }: Pick<Replayed, 'store'>,
  db: Database,
  { reached, parked }: { readonly reached: ReadonlyMap<StreamName, Reached>; readonly parked: ReadonlySet<StreamName> },
): Promise<Mismatch | undefined> => {
  const passed = new Set<StreamName>()
  for await (const { user_id, stream, revision } of readBanks(db)) {
    const known = reached.get(stream)
    passed.add(stream)
    if (revision > (known?.revision ?? -1n)) {
      const { revision: actual } = await store.head(stream)
      const log = actual === 'no-stream' ? -1n : actual
      if (revision > log) return beyondLog(user_id, stream, { log, readModels: revision })
    }
    if (known && revision < known.shown && !parked.has(stream))
      return behind(user_id, stream, { log: known.shown, readModels: `${revision}` })
  }
  for (const [stream, { shown }] of reached)
    if (shown >= 0n && !passed.has(stream) && !parked.has(stream))
      return behind('', stream, { log: shown, readModels: 'no such row' })
  const stranger = await readStranger(db)
  return stranger && strange(stranger)
}

const behind = (
  user: string,
  stream: StreamName,
  { log, readModels }: { log: bigint; readModels: string },
): Mismatch => ({
  ...{
    in: 'read models',
    table: 'bank',
    key: user === '' ? { stream } : { user_id: user, stream },
    column: 'revision',
  },
  log: `${log} or more, for its position has been passed`,
  readModels,
})

const strange = ({
  user,
  table,
  id,
}: {
  readonly user: string
  readonly table: string
  readonly id: string
}): Mismatch => ({
  ...{ in: 'read models', table, key: { user_id: user, id }, column: null },
  log: 'no such row',
  readModels: 'a row',
})

/**
 * Checks the log against its own rules, then the read models against the log. Stops at the first mismatch. Without
 * read models it checks the log alone.
 */
export async function* checkAll(
  replayed: Replayed,
  { kept = [] }: Asked<'check'>,
  watch: Watch,
): AsyncGenerator<Answer> {
  const checking = { ...replayed, kept }
  const verdict = await replayed.reading((db) => check(checking, db, watch))
  yield { kind: 'verdict', verdict: verdict ?? (await checkAlone(checking, watch)) }
}

/** What is checked, and the checkpoints that were kept elsewhere. */
type Checking = Replayed & { readonly kept: readonly SignedCheckpoint[] }

const NOTHING = { memories: 0, versions: 0, episodes: 0, rows: 0 }

const checkAlone = async (replayed: Checking, watch: Watch): Promise<CheckReport> => {
  const log = await checkLog(replayed, { shownTo: 0n, kept: replayed.kept }, watch)
  const { events, reached, users, checkpoints } = log
  const revisions = new Map([...reached].map(([stream, { revision }]) => [stream, revision]))
  const sum = { ...NOTHING }
  const count = progressCounter(watch, 'comparing', users.size)
  let mismatch = log.mismatch
  for (const [stream, user] of mismatch ? [] : users) {
    const { bank, to } = folding(replayed, { user, stream, anonymous: true })
    mismatch ??= await to(revisions, watch.signal)
    if (mismatch) break
    sum.memories += bank.memories.size
    for (const { versions } of bank.memories.values()) sum.versions += versions.length
    sum.episodes += bank.rows.ids('episode')
    count()
  }
  const compared = { events, streams: reached.size, users: users.size, ...sum, parked: 0 }
  return { equal: mismatch === undefined, readModels: false, compared, checkpoints, mismatch: mismatch ?? null }
}

const check = async (replayed: Checking, db: Database, watch: Watch): Promise<CheckReport> => {
  const place = await readCheckpoint(db)
  const wrong = await lostPlace(replayed.store, place)
  if (place && wrong) {
    const alone = await checkAlone(replayed, watch)
    const lost = { in: 'checkpoint' as const, position: `${place.position}`, wrong }
    return { ...alone, equal: false, readModels: true, mismatch: alone.mismatch ?? lost }
  }
  const log = await checkLog(replayed, { shownTo: place?.position ?? 0n, kept: replayed.kept }, watch)
  const parked = await readParked(db)
  const { events, reached, users, checkpoints } = log
  const sum = { ...NOTHING }
  const mismatch =
    log.mismatch ??
    (await compareUsers(replayed, db, { log, watch, sum })) ??
    (await compareBanks(replayed, db, { reached, parked }))
  const banks = [...parked].filter((stream) => stream.includes('-bank-'))
  const compared = { events, streams: reached.size, users: users.size, ...sum, parked: banks.length }
  return { equal: mismatch === undefined, readModels: true, compared, checkpoints, mismatch: mismatch ?? null }
}

type Comparing = {
  readonly log: Pick<CheckedLog, 'users'>
  readonly watch: Watch
  /** Mutated: counts are added. */
  readonly sum: { [Of in 'memories' | 'versions' | 'episodes' | 'rows']: Compared[Of] }
}

const compareUsers = async (
  replayed: Replayed,
  db: Database,
  { log: { users }, watch, sum }: Comparing,
): Promise<Mismatch | undefined> => {
  const count = progressCounter(watch, 'comparing', users.size)
  for (const [stream, user] of users) {
    const { mismatch, ...counts } = await compareUser(replayed, db, { user, stream, signal: watch.signal })
    for (const of of ['memories', 'versions', 'episodes', 'rows'] as const) sum[of] += counts[of]
    if (mismatch) return mismatch
    count()
  }
  return undefined
}
