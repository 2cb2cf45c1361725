import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { corpus } from './corpus.js'
import { type Hostile, hostile, onMany } from './hostile.js'
import { quantiles } from './measure.js'
import { type Bench, openBench } from './open-bench.js'
import type { Asked, Order, Probed } from './probe.js'
import type { Place } from './stores.js'
import { tell } from './tell.js'

/** How long others waited, in milliseconds, and how many were refused. */
export type Waits = { readonly p50: number; readonly p99: number; readonly max: number; readonly refused: number }

/** What others noticed while one request ran. */
export type Stall = {
  readonly what: string
  /** How long it ran itself. */
  readonly seconds: number
  readonly health: Waits
  readonly search: Waits
  /** The longest stretch in which the service's event loop heard nothing, in milliseconds. */
  readonly heldMs: number
}

const QUIET = 'quiet'
/** Before and after, so that also those are asked who come as it begins. */
const MARGIN_MS = 300

/** One hostile request after another, while somebody else asks for the health and searches, from a process of their own. */
export const measureStalls = async (place: Place, memories: number): Promise<readonly Stall[]> => {
  const bench = await openBench(await place.beside('stalls'), [memories])
  const text = corpus(11)
  for (let n = 0; n < 10; n++)
    await bench.http.post('ingest/quick', { user_id: QUIET, source_site: 'bench', conversation: text.conversation(20) })
  const stalls: Stall[] = []
  for (const request of [...hostile, ...onMany(memories, bench.rebuild)]) {
    tell(`${place.store}: others during ${request.what}`)
    const stall = await stallBy(bench, request)
    process.stderr.write(`${place.store}: ${toldOf(stall)}\n`)
    stalls.push(stall)
  }
  await bench.close()
  return stalls
}

/** As soon as it is known, for whoever waits: the table comes at the end. */
const toldOf = ({ what, seconds, health, search, heldMs }: Stall): string => {
  const ms = [health.max, search.max, heldMs].map(Math.round)
  return `${what} took ${seconds.toFixed(1)} s; health, search and the event loop waited ${ms.join(', ')} ms at most`
}

const stallBy = async (bench: Bench, { what, run }: Hostile): Promise<Stall> => {
  const probe = fork(join(import.meta.dirname, 'probe.ts'), { execArgv: process.execArgv })
  await once(probe, 'message')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  probe.send({ url: bench.http.url, user: QUIET } satisfies Order)
  await pause(2 * MARGIN_MS) // the first answers come from a cold process
  probe.send('forget' satisfies Order)
  await once(probe, 'message')
  delay.enable()
  const began = performance.now()
  await run(bench)
  const seconds = (performance.now() - began) / 1000
  await pause(MARGIN_MS)
  delay.disable()
  const { health, search } = await told(probe)
  return { what, seconds, health: waitsOf(health), search: waitsOf(search), heldMs: delay.max / 1e6 }
}

const told = async (probe: ChildProcess): Promise<Probed> => {
  probe.send('tell' satisfies Order)
  const [probed] = (await once(probe, 'message')) as [Probed] // as it answers this
  probe.disconnect()
  return probed
}

const waitsOf = ({ taken, refused }: Asked): Waits => {
  const at = quantiles(taken)
  return { p50: at(0.5), p99: at(0.99), max: at(1), refused }
}
