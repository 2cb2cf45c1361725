import type { Watch } from '../../../concurrency/operation.js'
import type { StreamName } from '../../../event-store/event-store.js'
import { lostPlace } from '../../../event-store/log-range.js'
import type { Database } from '../../../postgres/database.js'
import type { Answer, QuestionOf } from '../answer.js'
import { counting, type Replayed } from '../replayed.js'
import { type CheckedLog, checkLog } from './check-log.js'
import type { Amounts, CheckReport, Mismatch } from './check-report.js'
import type { Reached } from './check-streams.js'
import { beyondLog, checkUser } from './compare-user.js'
import { readBanks, readCheckpoint, readParked, readStranger } from './read-progress.js'
import { readColumns } from './read-rows.js'

/** Checks the log against its own rules, then any read models against the log. Stops at the first mismatch. */
export async function* checkAll(replayed: Replayed, asked: QuestionOf<'check'>, watch: Watch): AsyncGenerator<Answer> {
  const verdict = await replayed.reading((db) => check(replayed, { asked, db }, watch))
  yield { kind: 'verdict', verdict: verdict ?? (await check(replayed, { asked, db: undefined }, watch)) }
}

type Checking = { readonly asked: QuestionOf<'check'>; readonly db: Database | undefined }

const check = async (replayed: Replayed, { asked, db }: Checking, watch: Watch): Promise<CheckReport> => {
  const place = db && (await readCheckpoint(db))
  const wrong = await lostPlace(replayed.store, place)
  // Nothing of them can be compared with another log.
  const readModels = wrong === undefined ? db : undefined
  const shownTo = (readModels && place?.position) ?? 0n
  const log = await checkLog(replayed, { shownTo, kept: asked.kept ?? [] }, watch)
  const { events, reached, users, checkpoints } = log
  const parked = readModels === undefined ? new Set<StreamName>() : await readParked(readModels)
  const banks = [...parked].filter((stream) => stream.includes('-bank-'))
  const compared: Amounts = {
    events,
    streams: reached.size,
    users: users.size,
    memories: 0,
    versions: 0,
    episodes: 0,
    rows: 0,
    parked: banks.length,
  }
  const mismatch =
    log.mismatch ??
    (await checkUsers(replayed, readModels, { log, watch, compared })) ??
    (readModels && (await compareBanks(replayed, readModels, { reached, parked }))) ??
    (place && wrong ? ({ in: 'checkpoint', position: `${place.position}`, wrong } as const) : null)
  return { equal: mismatch === null, readModels: db !== undefined, compared, checkpoints, mismatch }
}

type CheckingUsers = {
  readonly log: Pick<CheckedLog, 'users' | 'reached'>
  readonly watch: Watch
  /** Mutated: counts are added. */
  readonly compared: Amounts
}

const checkUsers = async (
  replayed: Replayed,
  db: Database | undefined,
  { log: { users, reached }, watch, compared }: CheckingUsers,
): Promise<Mismatch | undefined> => {
  const ends = new Map([...reached].map(([stream, { revision }]) => [stream, revision]))
  const count = counting(watch, { phase: 'Comparing', total: users.size, unit: 'users' })
  const readModels = db && { db, columns: await readColumns(db) }
  for (const [stream, user] of users) {
    const { mismatch, ...counts } = await checkUser(replayed, readModels, { user, stream, ends, signal: watch.signal })
    for (const of of ['memories', 'versions', 'episodes', 'rows'] as const) compared[of] += counts[of]
    if (mismatch) return mismatch
    count()
  }
  return undefined
}

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
    const log = revision > (known?.revision ?? -1n) ? await lastRevision(store, stream) : revision
    if (revision > log) return beyondLog(user_id, stream, { log, readModels: revision })
    if (known && revision < known.shown && !parked.has(stream))
      return behind({ user_id, stream }, { log: known.shown, readModels: `${revision}` })
  }
  for (const [stream, { shown }] of reached)
    if (shown >= 0n && !passed.has(stream) && !parked.has(stream))
      return behind({ stream }, { log: shown, readModels: 'no such row' })
  const stranger = await readStranger(db)
  return stranger && { in: 'read models', ...stranger, column: null, log: 'no such row', readModels: 'a row' }
}

/** -1 where there is no such stream. */
const lastRevision = async (store: Replayed['store'], stream: StreamName): Promise<bigint> => {
  const { revision } = await store.head(stream)
  return revision === 'no-stream' ? -1n : revision
}

const behind = (
  key: Record<string, string>,
  { log, readModels }: { readonly log: bigint; readonly readModels: string },
): Mismatch => ({
  in: 'read models',
  table: 'bank',
  key,
  column: 'revision',
  log: `${log} or more, for its position has been passed`,
  readModels,
})
