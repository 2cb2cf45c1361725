import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Databases } from '../src/postgres/database.js'
import { ensureExtensions } from '../src/postgres/extensions.js'
import { openPglite } from '../src/postgres/pglite.js'
import { openPostgres } from '../src/postgres/postgres.js'
import { startServer } from '../test/support/database-server.js'
import { openLog } from '../test/support/log.js'
import { plainStreams } from '../test/support/prefix.js'
import { saying } from '../test/support/said.js'
import { durable } from './durable.js'
import { measure, row } from './measure.js'

const CALLERS = [1, 8, 64]
const SECONDS = 3
const streams = plainStreams('test')

/** Appends of one event of 300 bytes each to 1,000 streams, by so many callers at once, each waiting for its answer. */
const bench = async (name: string, databases: Databases) => {
  await ensureExtensions(databases)
  const store = await openLog(databases)
  const text = 'x'.repeat(200)
  const append = (n: number) => store.append(streams.bank(`${n % 1000}`), 'any', saying([text], randomUUID))
  await measure({ times: 500, clients: 8 }, append) // the first ones compile
  const rows = []
  for (const clients of CALLERS) {
    const { perSecond } = await measure({ times: 200 * Math.ceil(Math.sqrt(clients)), clients }, append)
    const figures = await measure({ times: Math.ceil(perSecond * SECONDS), clients }, append)
    rows.push(row(`${clients} callers`, figures))
  }
  console.log(`\nAppends to the log: ${name}`)
  console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))
  await store.close()
  await databases.close()
}

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
await chmod(folder, 0o755)
const server = await startServer(folder)
try {
  await bench('embedded (PGlite, fsync at commit)', await openPglite(join(folder, 'embedded'), { fsync: true }))
  if (server.url === null) console.log(`\nNot measured on Postgres: ${server.about}`)
  else await bench('Postgres 17', openPostgres(await durable(server.url)))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
