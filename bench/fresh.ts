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
  const median = (times: readonly number[]) => round(quantiles(times)(0.5))
  const row = {
    '5th to 10th ingest of 100 turns, ms': median(ingests.slice(4, 10)),
    'slowest behind the 10th': round(Math.max(...ingests.slice(10))),
    '45th to 50th': median(ingests.slice(-6)),
    'then a single turn': median(await timed(SINGLE, ingestOf(http, 1))),
    'then a fast search': median(await timed(SINGLE, searchOf(http))),
  }
  console.log(`\nA fresh store: ${place.store}`)
  console.table(row)
  http.close()
  await app.close()
}

const timed = async (times: number, work: () => Promise<unknown>): Promise<readonly number[]> => {
  const taken = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  return taken
}

const { conversation, question } = corpus(3)

const ingestOf = (http: Client, turns: number) => () =>
  http.post('ingest/quick', { user_id: 'fresh', conversation: conversation(turns), source_site: 'bench' })
const searchOf = (http: Client) => () => http.post('search/fast', { user_id: 'fresh', query: question() })

await eachStore(STORES, bench)
