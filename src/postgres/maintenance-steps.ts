import type { Databases } from './database.js'
import { schemaName } from './handle.js'
import { sql } from './sql.js'

/** One step of the maintenance: a statement that cannot be split. */
export type Step = { readonly text: string }

/** Limits above which a step is due: rows changed beyond `rows + share × rows of the table`, bytes of write-ahead log. */
export type Threshold = {
  readonly rows: number
  readonly share: number
  readonly logBytes: number
  /** Size of the sample for a column's statistics, in units of 300 rows. */
  readonly statistics: number
}

/** For idle times: the thresholds of autovacuum. */
export const calm: Threshold = { rows: 50, share: 0.1, logBytes: 4 << 20, statistics: 100 }

/**
 * While requests wait: only where a doubled table slows every statement, or the write-ahead log fills the disk. Statements are
 * planned once, and again after an analysis: what was planned on an empty table reads ever more rows as it grows.
 */
export const busy: Threshold = { rows: 50, share: 1, logBytes: 64 << 20, statistics: 10 }

type Look = { readonly name: string; readonly stale: boolean; readonly dead: boolean }

/** Schemas of the store: on a server, others may have tables beside them. */
const OURS = '^(log|generations|read_.*)$'

/**
 * The steps that are due, the most useful first; the checkpoint is last, because vacuuming writes, too. A server needs analyses
 * alone: it takes up to a minute for its own, and a new store grows tenfold within that.
 */
export const dueSteps = async (databases: Databases, threshold: Threshold): Promise<readonly Step[]> => {
  const { rows, share, logBytes, statistics } = threshold
  const db = databases.within('public')
  await db.rows(sql`select pg_stat_force_next_flush()`)
  const tables = await db.rows<Look>(sql`
    select format('%I.%I', schemaname, pg_class.relname) as name,
           n_mod_since_analyze > ${rows}::float8 + ${share}::float8 * greatest(reltuples, 0) as stale,
           n_dead_tup > ${rows}::float8 + 2 * ${share}::float8 * greatest(reltuples, 0)
             or n_ins_since_vacuum > 20 * ${rows}::float8 + 2 * ${share}::float8 * greatest(reltuples, 0) as dead
    from pg_stat_user_tables
    join pg_class on pg_class.oid = relid
    where ${databases.kind}::text = 'pglite' or schemaname ~ ${OURS}
    order by n_mod_since_analyze desc, name`)
  const analyses = tables.filter(({ stale }) => stale).map(({ name }) => analysis(name, statistics))
  if (databases.kind === 'postgres') return analyses
  return [
    ...analyses,
    ...tables.filter(({ dead }) => dead).map(({ name }) => ({ text: `vacuum ${name}` })),
    ...((await logSize(databases)) > logBytes ? [{ text: 'checkpoint' }] : []),
  ]
}

/** The end of the write-ahead log, which moves with every write. */
export const logEnd = async (databases: Databases): Promise<string> => {
  const [log] = await databases.within('public').rows<{ end: string }>(sql`
    select pg_current_wal_insert_lsn()::text as "end"`)
  return log?.end ?? ''
}

/** Bytes of write-ahead log that a start after a crash replays. */
export const logSize = async (databases: Databases): Promise<number> => {
  const [log] = await databases.within('public').rows<{ bytes: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes
    from pg_control_checkpoint()`)
  return log?.bytes ?? 0
}

/** Analyses every table of a schema, as Postgres does only after a minute. A transaction each; nothing is blocked. */
export const analyzeTables = async (databases: Databases, schema: string): Promise<void> => {
  const tables = await databases.within('public').rows<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname = ${schemaName(schema)}
    order by name`)
  await databases.script(...tables.map(({ name }) => analysis(name, calm.statistics).text))
}

const analysis = (name: string, statistics: number): Step => ({
  text: `set local default_statistics_target = ${statistics}; analyze (skip_locked) ${name}`,
})
