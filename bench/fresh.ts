import { pino } from 'pino'
import { openAppOn } from '../src/app/app.js'
import { corpus } from './corpus.js'
import { quantiles, round } from './measure.js'
import { type Client, overHttp } from './over-http.js'
import { eachStore, type Place, STORES } from './stores.js'

const INGESTS = 50
const TURNS = 100
const SINGLE = 10

/** A store that was empty a minute ago: a user's ingests, then single turns and searches. */
const bench = async (place: Place): Promise<void> => {
  const app = await openAppOn(() => place.open(() => {}))(place.config, pino({ level: 'silent' }), () => {})
  await app.ready
  const http = await overHttp(app.handler)
  const ingests = await timed(INGESTS, ingestOf(http, TURNS))
  const singles = await timed(SINGLE, ingestOf(http, 1))
  const searches = await timed(SINGLE, searchOf(http))
  const row = {
    '5th to 10th ingest of 100 turns': medians(ingests.slice(4, 10)),
    'slowest after the 10th': { ms: round(Math.max(...ingests.slice(10).map(({ ms }) => ms))) },
    '45th to 50th': medians(ingests.slice(-6)),
    'then a single turn': medians(singles),
    'then a fast search': medians(searches),
  }
  console.log(`\nA fresh store: ${place.store}`)
  console.table(row)
  http.close()
  await app.close()
}

/** What one request took: on the clock, and of this process, which a busy machine changes less; on a server without the server. */
type Taken = { readonly ms: number; readonly cpuMs: number }

const medians = (taken: readonly Taken[]) => {
  const median = (of: (each: Taken) => number) => round(quantiles(taken.map(of))(0.5))
  return { ms: median(({ ms }) => ms), 'CPU ms': median(({ cpuMs }) => cpuMs) }
}

const timed = async (times: number, work: () => Promise<unknown>): Promise<readonly Taken[]> => {
  const taken = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    const used = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(used)
    taken.push({ ms: performance.now() - began, cpuMs: (user + system) / 1000 })
  }
  return taken
}

const { conversation, question } = corpus(3)

const ingestOf = (http: Client, turns: number) => () =>
  http.post('ingest/quick', { user_id: 'fresh', conversation: conversation(turns), source_site: 'bench' })
const searchOf = (http: Client) => () => http.post('search/fast', { user_id: 'fresh', query: question() })

await eachStore(STORES, bench)
