import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openApp } from '../src/app.js'
import { configFrom, type Variables } from '../src/config.js'
import { startServer } from '../test/support/database-server.js'
import { corpus } from './corpus.js'
import { durable } from './durable.js'
import { measure, row } from './measure.js'
import { overHttp } from './over-http.js'
import { projectAgain } from './project-again.js'

const MEMORIES = 1000

/** One user of 1,000 memories, stored and searched over HTTP, then the whole log projected once more from its start. */
const bench = async (name: string, variables: Variables) => {
  const config = configFrom(variables)
  const app = await openApp(config, pino({ level: 'silent' }), () => {})
  await app.ready
  const { post, get, close } = await overHttp(app.handler)
  const text = corpus(1)
  const ingest = (user_id: string) => (turns: number) =>
    post('ingest/quick', { user_id, source_site: 'bench', conversation: text.conversation(turns) })
  const search = () => post('search/fast', { user_id: 'one', query: text.question() })

  for (let stored = 0; stored < MEMORIES; stored += 25) await ingest('one')(25)
  for (let i = 0; i < 50; i++) await search() // the first ones compile
  const rows = [
    row('quick ingest of 3 turns', await measure({ times: 100, clients: 1 }, () => ingest('one')(3))),
    row(
      'quick ingest of 3 turns, 8 users at once',
      await measure({ times: 400, clients: 8 }, (n) => ingest(`u${n % 8}`)(3)),
    ),
    row('fast search', await measure({ times: 200, clients: 1 }, search)),
    row('fast search, 8 clients', await measure({ times: 400, clients: 8 }, search)),
    row('list of 20', await measure({ times: 100, clients: 1 }, () => get('list?user_id=one'))),
  ]
  await close()
  await app.close()
  const { events, seconds } = await projectAgain(config)
  console.log(`\n${name}, one user of ${MEMORIES} memories`)
  console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))
  console.log(
    `projecting the whole log again: ${events} events in ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} a second`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
await chmod(folder, 0o755)
const server = await startServer(folder)
try {
  await bench('Embedded (PGlite, fsync at commit)', { PALIMPSEST_DATA_DIR: join(folder, 'embedded') })
  if (server.url === null) console.log(`\nNot measured on Postgres: ${server.about}`)
  else await bench('Postgres 17', { DATABASE_URL: await durable(server.url) })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
