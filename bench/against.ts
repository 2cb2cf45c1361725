import { corpus } from './corpus.js'
import { measure, quantiles, round } from './measure.js'
import { userOf } from './seed.js'
import { openSides, type Side } from './sides.js'
import type { Place } from './stores.js'
import { tell } from './tell.js'

/** What each side took, by its name. */
type Compared = { readonly what: string; readonly figures: Readonly<Record<string, string>> }
/** One case: what both sides do, by turns request by request where that is possible. */
type Case = (sides: readonly Side[], user_id: string) => Promise<readonly Compared[]>

const SEARCHES = 300
const INGESTS = 60
const CONVERSATIONS = 6
const TURNS = 500
const REQUESTS_OF_A_TRANSCRIPT = 200
const TEMPLATES = 5000
const TEMPLATES_OF_AN_INGEST = 100
const RESTARTS = 3
const CLIENTS = 8
const CLIENTS_MS = 8000

/** Runs this build and another on copies of one log, and prints what each took. */
export const compareBuilds = async (place: Place, other: string, size: number): Promise<void> => {
  const sides = await openSides(place, { before: other, after: process.cwd() }, size)
  const compared: Compared[] = []
  try {
    for (const one of CASES) compared.push(...(await one(sides, userOf(size))))
  } finally {
    for (const side of sides) await side.stop()
  }
  console.log(`\n${place.store}, a user of ${size} memories`)
  console.table(compared.map(({ what, figures }) => ({ what, ...figures })))
}

/** The times of each side. */
const byTurns = async (sides: readonly Side[], times: number, work: (side: Side, n: number) => Promise<number>) => {
  const taken = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let n = 0; n < times; n++)
    for (const side of n % 2 === 0 ? sides : sides.toReversed()) taken.get(side.name)?.push(await work(side, n))
  return taken
}

type Times = ReadonlyMap<string, readonly number[]>
const told = (what: string, taken: Times, say: (times: readonly number[]) => string): Compared => ({
  what,
  figures: Object.fromEntries([...taken].map(([name, times]) => [name, say(times)])),
})
const p50AndP95 = (times: readonly number[]): string => {
  const at = quantiles(times)
  return `${round(at(0.5))} / ${round(at(0.95))}`
}
const mean = (times: readonly number[]): number => times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length)

const searches: Case = async (sides, user_id) => {
  tell('fast searches')
  const questions = Array.from({ length: 100 }, corpus(7).question)
  const ask = async (side: Side, n: number) =>
    (await side.post('search/fast', { user_id, query: questions[n % questions.length] })).ms
  await byTurns(sides, 30, ask)
  const taken = await byTurns(sides, SEARCHES, ask)
  const many: Record<string, string> = {}
  for (const side of sides) {
    const effort = { times: Number.POSITIVE_INFINITY, clients: CLIENTS, atMostMs: CLIENTS_MS }
    many[side.name] = `${round((await measure(effort, (n) => ask(side, n))).perSecond)}`
  }
  return [
    told('fast search, p50 / p95 ms', taken, p50AndP95),
    { what: `fast searches a second, ${CLIENTS} clients`, figures: many },
  ]
}

const ingests: Case = async (sides, user_id) => {
  tell('ingests of three turns')
  const text = corpus(11)
  const conversations = Array.from({ length: INGESTS + 5 }, () => text.conversation(3))
  const ingest = async (side: Side, n: number) =>
    (await side.post('ingest/quick', { user_id, source_site: 'bench', conversation: conversations[n] })).ms
  await byTurns(sides, 5, (side, n) => ingest(side, INGESTS + n))
  return [told('quick ingest of 3 turns, p50 / p95 ms', await byTurns(sides, INGESTS, ingest), p50AndP95)]
}

const bulk: Case = async (sides, user_id) => {
  tell(`conversations of ${TURNS} turns`)
  const text = corpus(13)
  const conversations = Array.from({ length: CONVERSATIONS }, () => text.conversation(TURNS))
  const taken = await byTurns(sides, CONVERSATIONS, async (side, n) => {
    const { ms } = await side.post('ingest/quick', { user_id, source_site: 'bench', conversation: conversations[n] })
    return (TURNS / ms) * 1000
  })
  const again = await byTurns(sides, CONVERSATIONS, async (side, n) => {
    const body = { user_id, source_site: 'bench', session_id: `again-${n}`, conversation: conversations[n] }
    return (await side.post('ingest/quick', body)).ms
  })
  return [
    told(`conversations of ${TURNS} turns, turns a second`, taken, (rates) => `${Math.round(quantiles(rates)(0.5))}`),
    told('the same ones in another session, ms', again, (times) => `${Math.round(quantiles(times)(0.5))}`),
  ]
}

/** A client that sends the whole conversation after every turn. */
const transcript: Case = async (sides, user_id) => {
  tell('a transcript that grows by a turn a request')
  const text = corpus(17)
  const messages = text
    .conversation(REQUESTS_OF_A_TRANSCRIPT)
    .split('\n')
    .map((line, i) => ({ role: i % 2 ? 'assistant' : 'user', content: line.replace(/^[^:]*: /, '') }))
  const taken = await byTurns(sides, messages.length, async (side, n) => {
    const body = { user_id, source_site: 'bench', session_id: 'growing', messages: messages.slice(0, n + 1) }
    return (await side.post('ingest/quick', body)).ms
  })
  const quarter = REQUESTS_OF_A_TRANSCRIPT / 4
  return [
    told('growing transcript, p50 / p95 ms', taken, p50AndP95),
    told('growing transcript, ms more for each known turn', taken, (times) =>
      ((mean(times.slice(-quarter)) - mean(times.slice(0, quarter))) / (3 * quarter)).toFixed(3),
    ),
  ]
}

const templates: Case = async (sides) => {
  tell(`${TEMPLATES} messages from one template`)
  const taken = await byTurns(sides, TEMPLATES / TEMPLATES_OF_AN_INGEST, async (side, n) => {
    const messages = Array.from({ length: TEMPLATES_OF_AN_INGEST }, (_, i) => ({
      role: 'tool',
      content: `Tool result: ok id=${n * TEMPLATES_OF_AN_INGEST + i} rows=${(i * 7919) % 1000}`,
    }))
    const body = { user_id: 'templates', source_site: 'bench', session_id: `t${n}`, messages }
    return (await side.post('ingest/quick', body)).ms
  })
  const ends = (times: readonly number[]) =>
    `${Math.round(quantiles(times.slice(1, 6))(0.5))} / ${Math.round(quantiles(times.slice(-5))(0.5))}`
  return [told(`ingest of ${TEMPLATES_OF_AN_INGEST} from one template, first / last, ms`, taken, ends)]
}

const cold: Case = async (sides, user_id) => {
  tell('first searches after a start')
  const taken = await byTurns(sides, RESTARTS, async (side, n) => {
    await side.restart()
    return (await side.post('search/fast', { user_id, query: `the violin in Lisbon ${n}` })).ms
  })
  return [told('first search after a start, ms', taken, (times) => times.map(Math.round).join(', '))]
}

const CASES: readonly Case[] = [searches, ingests, transcript, templates, bulk, cold]
