import { effortOf } from './effort.js'
import { type Figures, measure } from './measure.js'
import type { Round } from './round.js'
import { userOf } from './seed.js'

const OF_A_LIST = 20
const PAGES = 5

/** The list of the newest, and single memories from all over the user's. */
export const measureReads = async (round: Round): Promise<{ readonly list: Figures; readonly get: Figures }> => {
  const { bench, size, clients, budget } = round
  const user = `user_id=${userOf(size)}`
  const ids: string[] = []
  for (let page = 0; page < PAGES; page++) {
    const offset = Math.floor((page * (size - OF_A_LIST)) / PAGES)
    ids.push(...idsIn(await bench.http.get(`list?${user}&limit=${OF_A_LIST}&offset=${offset}`)))
  }
  const list = () => bench.http.get(`list?${user}&limit=${OF_A_LIST}`)
  const get = (n: number) => bench.http.get(`${ids[n % ids.length]}?${user}`)
  for (let n = 0; n < budget.warmUp; n++) await Promise.all([list(), get(n)])
  return { list: await measure(effortOf(budget, clients), list), get: await measure(effortOf(budget, clients), get) }
}

/** Ingests of three turns, and the deletion of all they have stored: afterwards the user is as large as before. */
export const measureWrites = async (round: Round): Promise<{ readonly ingest: Figures; readonly delete: Figures }> => {
  const { bench, size, clients, budget } = round
  const user_id = userOf(size)
  const made: string[] = []
  const ingest = async () => made.push(...(await ingestFor(round, user_id)))
  const remove = (id: string | undefined) => bench.http.remove(`${id}?user_id=${user_id}`)
  for (let n = 0; n < budget.warmUp; n++) await ingest()
  for (const id of made.splice(0)) await remove(id)
  const ingested = await measure(effortOf(budget, clients), ingest)
  const { times, ...effort } = effortOf(budget, clients)
  const deleted = await measure({ ...effort, times: Math.min(times, made.length) }, (n) => remove(made[n]))
  for (const id of made.slice(deleted.count)) await remove(id)
  return { ingest: ingested, delete: deleted }
}

/** The same ingests by as many users at once, each with next to nothing: no writer waits for another of their stream. */
export const measureUsersAtOnce = (round: Round): Promise<Figures> =>
  measure(effortOf(round.budget, round.clients), (n) => ingestFor(round, `small-${n % round.clients}`))

const ingestFor = async ({ bench, text }: Round, user_id: string): Promise<readonly string[]> => {
  const body = { user_id, source_site: 'bench', conversation: text.conversation(3) }
  const { memoryIds } = JSON.parse(await bench.http.post('ingest/quick', body)) as { memoryIds: string[] } // as the interface says
  return memoryIds
}

const idsIn = (list: string): readonly string[] =>
  (JSON.parse(list) as { memories: { id: string }[] }).memories.map(({ id }) => id) // as the interface says
