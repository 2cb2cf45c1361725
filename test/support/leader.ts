import { setTimeout as pause } from 'node:timers/promises'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'

export type Leader = { readonly pid: number; readonly name: string }

/** The sessions of a database that hold a projector's lock: one, and none for a moment. */
export const leadersOf = (databases: Databases): Promise<readonly Leader[]> =>
  databases.within('public').rows<Leader>(sql`
    select pid, application_name as name
    from pg_locks
    join pg_stat_activity using (pid)
    where locktype = 'advisory'
      and mode = 'ExclusiveLock'
      and granted
      and datname = current_database()`)

/** The first one that is none of those `before`, and how long it took, in milliseconds. */
export const nextLeader = async (databases: Databases, before: readonly Leader[] = []) => {
  const began = performance.now()
  for (;;) {
    const [leader] = (await leadersOf(databases)).filter(({ pid }) => before.every((one) => one.pid !== pid))
    if (leader) return { leader, ms: Math.round(performance.now() - began) }
    if (performance.now() - began > 30_000) throw new Error('nobody leads')
    await pause(10)
  }
}

/** Ends the sessions that hold the lock, as an operator might. */
export const depose = async (databases: Databases): Promise<readonly Leader[]> => {
  const before = await leadersOf(databases)
  for (const { pid } of before) await databases.within('public').rows(sql`select pg_terminate_backend(${pid}::int)`)
  return before
}
