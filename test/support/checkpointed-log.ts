import type { SignedCheckpoint } from '../../src/domain/store.js'
import type { CheckReport } from '../../src/operations/replay/check/check-report.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { longHistory } from './generations.js'
import { recallSamples } from './recall-samples.js'
import { numbered, openReplaying, type Replaying } from './replaying.js'
import { appendToStore, openedAt, signed, signingOn } from './signing.js'

/** A log with three checkpoints, and events after the last one, whose rows can be changed and put back. */
export type CheckpointedLog = {
  readonly db: Databases
  /** The tables of the log. */
  readonly log: Database
  readonly replaying: Replaying
  readonly checkpoints: readonly SignedCheckpoint[]
  /** The position that a checkpoint covers, counted from 0. */
  readonly covered: (n: number) => bigint
  readonly check: (kept?: readonly SignedCheckpoint[]) => Promise<CheckReport>
  /** What a check finds after a change of the rows, which is taken back. */
  readonly spoilt: (
    change: readonly Sql[] | (() => Promise<unknown>),
    kept?: readonly SignedCheckpoint[],
  ) => Promise<CheckReport>
}

/** Appends of one event, in a stream of their own. */
const RECALLS = ['MemoriesRecalled', 'MemoriesRecalled.words', 'MemoriesRecalled.erased'].flatMap((name) => {
  const event = recallSamples[name]
  return event === undefined ? [] : [[event]]
})

const HISTORIES = [
  [51, 12],
  [52, 6],
  [53, 3],
] as const

export const openCheckpointedLog = async (db: Databases): Promise<CheckpointedLog> => {
  const log = db.within('log')
  const replaying = await openReplaying(db)
  const sign = await signingOn({ store: replaying.store, databases: db })
  await appendToStore(replaying.store, openedAt(new Date().toISOString()))
  const checkpoints: SignedCheckpoint[] = []
  for (const [seed, times] of HISTORIES) {
    await replaying.append(numbered([...longHistory(seed, times), ...(seed === 51 ? RECALLS : [])]))
    const { nodes: _, ...checkpoint } = await signed(sign)
    checkpoints.push(checkpoint)
  }
  await replaying.append(numbered(longHistory(54, 2)))
  await log.rows(sql`alter table event drop constraint event_id_key`)
  await log.rows(sql`alter table event drop constraint event_stream_revision_key`)
  await log.rows(sql`create table kept as select * from event`)
  await log.rows(sql`create table kept_head as select * from head`)
  const check = async (kept: readonly SignedCheckpoint[] = []) => {
    const [answer] = await replaying.told({ ask: 'check', kept: [...kept] })
    if (answer?.kind !== 'verdict') throw new Error('a check is answered by a verdict')
    return answer.verdict
  }
  const spoilt: CheckpointedLog['spoilt'] = async (change, kept) => {
    if (typeof change === 'function') await change()
    else for (const each of change) await log.rows(each)
    const report = await check(kept)
    await log.rows(sql`delete from event`)
    await log.rows(sql`insert into event select * from kept`)
    await log.rows(sql`update head set position = (select position from kept_head)`)
    return report
  }
  const covered = (n: number): bigint => BigInt(checkpoints[n]?.position ?? 0)
  return { db, log, replaying, checkpoints, covered, check, spoilt }
}
