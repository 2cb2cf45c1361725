import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openApp } from '../src/app/app.js'
import { configFrom, type Variables } from '../src/config/config.js'
import { startServer } from '../test/support/database-server.js'
import { corpus } from './corpus.js'
import { durable } from './durable.js'
import { overHttp } from './over-http.js'
import { projectAgain } from './project-again.js'

/** Ingests of ten facts each, by turns for so many users. */
const USERS = 20
const INGESTS = 600

/** Fills a log with ingests of ten facts, then projects it again from its start, refresh included, some times. */
const bench = async (name: string, variables: Variables) => {
  const config = configFrom(variables)
  const app = await openApp(config, pino({ level: 'silent' }), { announce: () => {} })
  await app.ready
  const http = await overHttp(app.handler)
  const text = corpus(1)
  for (let n = 0; n < INGESTS; n++)
    await http.post('ingest/quick', {
      user_id: `u${n % USERS}`,
      source_site: 'bench',
      conversation: text.conversation(10),
    })
  http.close()
  await app.close()
  for (let round = 0; round < 3; round++) {
    const { events, seconds } = await projectAgain(config, round)
    console.log(`${name}: ${events} events in ${seconds.toFixed(2)} s, ${Math.round(events / seconds)} a second`)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
await chmod(folder, 0o755)
const server = await startServer(folder)
try {
  if (server.url === null) console.log(`Not measured on Postgres: ${server.about}`)
  else await bench('Postgres 17', { DATABASE_URL: await durable(server.url) })
  await bench('Embedded', { PALIMPSEST_DATA_DIR: join(folder, 'embedded') })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
