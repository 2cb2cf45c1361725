import { pino } from 'pino'
import { rebuildStore } from '../src/app/app.js'
import type { Progress } from '../src/concurrency/operation.js'
import { seedLog, userOf } from './seed.js'
import type { Place } from './stores.js'
import { tell } from './tell.js'

/** A rebuild of the read models of one user, and the comparison of the two generations row by row. */
export type Verified = {
  readonly memories: number
  readonly built: Pace
  readonly compared: Pace
  /** The longest time that the comparison kept all else in its process waiting, in milliseconds. */
  readonly heldMs: number
}

/** Events or rows. */
type Pace = { readonly done: number; readonly seconds: number }

const LINKS = 4

/** In a store of its own, because one user alone, with several rows a memory in some tables, is what tempts the planner. */
export const measureVerification = async (place: Place, memories: number): Promise<Verified> => {
  const own = await place.beside(`verified_${memories}`)
  const databases = await own.open(() => {})
  const population = { scope: { kind: 'user', userId: userOf(memories) }, memories, links: LINKS } as const
  await seedLog({ databases, config: own.config, tell }, [population])
  await databases.close()
  tell(`${place.store}: building the read models of ${memories} memories`)
  const store = await rebuildStore(own.config, pino({ level: 'silent' }))
  const watch = stopwatch()
  const wish = { verify: true, dryRun: true }
  const { verification } = await store.rebuild(wish, { report: watch.report, signal: new AbortController().signal })
  await store.close()
  if (verification?.equal !== true) throw new Error(`the generations differ: ${JSON.stringify(verification)}`)
  return { memories, ...watch.stop() }
}

/** Times both phases by their reports, and the comparison by how late a timer comes. */
const stopwatch = () => {
  const phases = new Map<Progress['phase'], { readonly began: number; seconds: number; done: number }>()
  let ticked = performance.now()
  let heldMs = 0
  const ticking = setInterval(() => {
    if (phases.has('Verifying')) heldMs = Math.max(heldMs, performance.now() - ticked)
    ticked = performance.now()
  }, 1)
  const report = ({ phase, done }: Progress) => {
    const now = performance.now()
    const timed = phases.get(phase) ?? { began: now, seconds: 0, done: 0 }
    phases.set(phase, Object.assign(timed, { done, seconds: (now - timed.began) / 1000 }))
  }
  const paceOf = (phase: Progress['phase']): Pace => {
    const { done = 0, seconds = 0 } = phases.get(phase) ?? {}
    return { done, seconds }
  }
  const stop = () => {
    clearInterval(ticking)
    return { built: paceOf('building'), compared: paceOf('Verifying'), heldMs }
  }
  return { report, stop }
}
