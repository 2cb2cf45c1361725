import { round, row } from './measure.js'
import type { Measured, Stages, StoreFigures } from './measure-store.js'
import type { Result } from './result.js'
import type { Stall, Waits } from './stalls.js'
import type { StoreName } from './stores.js'

/** The figures as tables for people, and what they do not show. */
export const printTables = ({ date, commit, machine, stores, missing }: Result): void => {
  console.log(`${date}, commit ${commit}; ${machine.cpus} cpus (${machine.model}), Node ${machine.node}`)
  for (const store of stores) printStore(store)
  for (const { store, why } of missing) console.log(`\nNot measured on ${store}: ${why}`)
  console.log(`
The clients, the service and, where it is embedded, the store share one process. Commits wait for the disk. Before the
figures are taken the embedded store's own upkeep has done all that was due, and the Postgres server has vacuumed and
written down what was seeded; later on autovacuum is as the server has it. "bare SQL": the statements of the same
searches, one after another, on the same connections. Several clients write for one user, so their writes stand in line.`)
}

const printStore = ({
  store,
  version,
  seconds,
  measured,
  stages,
  usersAtOnce,
  quality,
  projectedAgain,
  verified,
  stalls,
}: StoreFigures): void => {
  console.log(`\n${store === 'embedded' ? 'Embedded (PGlite)' : 'Postgres server'}: ${version}`)
  for (const size of new Set(measured.map((each) => each.size))) {
    console.log(`\nA user of ${size} memories`)
    console.table(Object.fromEntries(measured.filter((each) => each.size === size).map(lineOf)))
    console.table(Object.fromEntries(stages.filter((each) => each.size === size).map(stageLine)))
  }
  console.table(Object.fromEntries([lineOf(usersAtOnce)]))
  for (const { mode, any10, all10 } of quality)
    console.log(
      `our own question set, ${mode === 'fast' ? 'fast' : 'full'} search: any@10 ${round(any10)} %, all@10 ${round(all10)} %`,
    )
  const { events, seconds: again } = projectedAgain
  console.log(`seeding ${seconds.seeding.toFixed(1)} s, first projection of it ${seconds.catchingUp.toFixed(1)} s;`)
  console.log(`the whole log again: ${events} events in ${again.toFixed(1)} s, ${Math.round(events / again)} a second`)
  for (const { memories, built, compared, heldMs } of verified)
    console.log(
      `rebuilt and verified, ${memories} memories of one user: ${paceOf(built)} events and ${paceOf(compared)} rows a second (${compared.done} rows), nobody held up for more than ${Math.round(heldMs)} ms by that`,
    )
  printStalls(store, stalls)
}

/** What others noticed of hostile requests. */
export const printStalls = (store: StoreName, stalls: readonly Stall[]): void => {
  console.log(`\nOthers, ${store}: how long the health and a search of another user took meanwhile, in ms`)
  console.table(Object.fromEntries(stalls.map(stallLine)))
}

const stallLine = ({ what, seconds, health, search, heldMs }: Stall) => {
  const of = ({ p50, p99, max, refused }: Waits) =>
    [p50, p99, max].map(Math.round).join(' / ') + (refused === 0 ? '' : ` (${refused} refused)`)
  const waits = { 'health p50 / p99 / max': of(health), 'search p50 / p99 / max': of(search) }
  return [what, { 'it took, s': round(seconds), ...waits, 'longest stretch of Node': Math.round(heldMs) }]
}

const paceOf = ({ done, seconds }: { readonly done: number; readonly seconds: number }) => Math.round(done / seconds)

const lineOf = ({ operation, clients, http, sql, statements }: Measured) => {
  const { what, ...figures } = row(clients === 1 ? operation : `${operation}, ${clients} clients`, http)
  const beside =
    sql === undefined
      ? {}
      : {
          statements,
          'bare SQL p50': round(sql.p50),
          'bare SQL p95': round(sql.p95),
          'HTTP/SQL': round(http.p50 / sql.p50),
        }
  return [what, { ...figures, ...beside }]
}

const stageLine = ({ mode, stages }: Stages) => [
  `stages of a ${mode} search, ms`,
  Object.fromEntries(
    stages.map(({ stage, p50, share }) => [stage, `${p50.toFixed(2)} (${Math.round(share * 100)} %)`]),
  ),
]
