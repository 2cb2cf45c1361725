import { corpus } from './corpus.js'
import type { Budget } from './effort.js'
import type { Figures } from './measure.js'
import { measureVerification, type Verified } from './measure-verification.js'
import { type Bench, openBench } from './open-bench.js'
import { projectAgain } from './project-again.js'
import { measureQuality, type Quality } from './quality.js'
import { measureReads, measureUsersAtOnce, measureWrites } from './requests.js'
import type { Round } from './round.js'
import { MODES, type Mode, measureSearches, measureStages, type StageShare } from './searches.js'
import { measureStalls, type Stall } from './stalls.js'
import type { Place, StoreName } from './stores.js'
import { tell } from './tell.js'

export type Plan = {
  readonly sizes: readonly number[]
  readonly clients: readonly number[]
  readonly budget: Budget
}

/** What one operation took for one user; beside a search the bare SQL of it. */
export type Measured = {
  readonly size: number
  readonly clients: number
  readonly operation: string
  readonly http: Figures
  readonly sql?: Figures
  readonly statements?: number
}

export type Stages = { readonly size: number; readonly mode: Mode; readonly stages: readonly StageShare[] }

export type StoreFigures = {
  readonly store: StoreName
  readonly version: string
  readonly seconds: Bench['seconds']
  readonly measured: readonly Measured[]
  readonly stages: readonly Stages[]
  readonly usersAtOnce: Measured
  readonly quality: readonly Quality[]
  readonly projectedAgain: { readonly events: number; readonly seconds: number }
  readonly verified: readonly Verified[]
  readonly stalls: readonly Stall[]
}

/** All sizes and clients on one store, its log projected once more from the first event, and then verifications. */
export const measureStore = async (place: Place, { sizes, clients, budget }: Plan): Promise<StoreFigures> => {
  const bench = await openBench(place, sizes)
  const { version, seconds } = bench
  const roundOf = (size: number, clients: number): Round => {
    const text = corpus(1_000_003 * clients + size)
    const questions = Array.from({ length: budget.questions }, text.question)
    return { bench, size, clients, budget, text, questions }
  }
  const measured: Measured[] = []
  const stages: Stages[] = []
  for (const size of sizes) {
    for (const many of clients) measured.push(...(await measureRound(place.store, roundOf(size, many))))
    for (const mode of modes) stages.push({ size, mode, stages: await measureStages(roundOf(size, 1), mode) })
  }
  const atOnce = Math.max(...clients)
  const http = await measureUsersAtOnce(roundOf(0, atOnce))
  const usersAtOnce = { size: 0, clients: atOnce, operation: `quick ingest, ${atOnce} small users at once`, http }
  tell(`${place.store}: asking our own question set`)
  const quality = await measureQuality(bench.http.url)
  await bench.close()
  tell(`${place.store}: projecting the whole log again`)
  const projectedAgain = await projectAgain(place.config)
  const verified: Verified[] = []
  for (const memories of budget.verified) verified.push(await measureVerification(place, memories))
  const stalls = await measureStalls(place, budget.stalling)
  return {
    store: place.store,
    version,
    seconds,
    measured,
    stages,
    usersAtOnce,
    quality,
    projectedAgain,
    verified,
    stalls,
  }
}

const modes = Object.keys(MODES) as readonly Mode[] // its keys are the modes

/** What reads comes first, so that it finds the user as large as it was seeded. */
const measureRound = async (store: StoreName, round: Round): Promise<readonly Measured[]> => {
  const { size, clients } = round
  const of = { size, clients }
  const measured: Measured[] = []
  for (const mode of modes) {
    tell(`${store}: ${mode} searches of ${size} memories, ${clients} at once`)
    measured.push({ ...of, operation: `${mode} search`, ...(await measureSearches(round, mode)) })
  }
  const { list, get } = await measureReads(round)
  tell(`${store}: ingests into ${size} memories, ${clients} at once`)
  const written = await measureWrites(round)
  return [
    ...measured,
    { ...of, operation: 'list of 20', http: list },
    { ...of, operation: 'get', http: get },
    { ...of, operation: 'quick ingest of 3 turns', http: written.ingest },
    { ...of, operation: 'delete', http: written.delete },
  ]
}
