import { OperationRefused, OperationUnderWay, type Watch } from '../../concurrency/operation.js'
import { lostIn } from '../generations/foreign-read-model.js'
import {
  dropGeneration,
  finishGeneration,
  generationsOf,
  hashOf,
  makeGeneration,
  schemaOf,
} from '../generations/generations.js'
import type { ServingDependencies } from '../generations/serve-generations.js'
import { type Projector, startProjector } from '../projector.js'
import { batchMs, type GatedLog, gatedLog } from './gated-log.js'
import { planRebuild, type RebuildOptions, type RebuildResult, standing } from './plan-rebuild.js'
import { type SamePosition, swapGenerations, type Two } from './swap-generations.js'
import { verifyTables } from './verify-tables.js'

export type Rebuilding = ServingDependencies & {
  /** Lets this process notice that another generation is live; resolves when it has. */
  readonly moved: () => Promise<void>
  /** Requests are served meanwhile on the same single connection: everything in short steps. */
  readonly sharesConnection: boolean
}

const REPORT_MS = 200

/*
 * How the next generation takes the place of the live one, while users write:
 *
 *     rebuild                      projector of next            gate (its log)          live generation
 *     ───────                      ─────────────────            ──────────────          ───────────────
 *     make tables of next ───────▶ follows the log ◀─────────── pieces of whole appends  goes on by itself
 *     wait for the log's end ◀──── reached(end)
 *     [verify] shut ───────────────────────────────────────────▶ holds back             checkpoint is locked
 *              openTo(live's position) ────────────────────────▶ up to there, no further
 *              both stand at one position: the snapshot is taken, the lock falls, the gate opens, rows are compared
 *     [swap]   in one transaction: lock live's checkpoint, wait until next has reached it, move the pointer
 *     requests that began on live end on live; later ones read next; live is dropped when its last lease is released
 *
 * On the embedded database, with its one connection, no lock is held while another side moves: each step looks whether
 * both stand at the same position, and tries again.
 */

/**
 * Builds the next generation of the read models from the whole log, next to the live one, and moves the requests over to
 * it. Nothing but the log is read, and no provider is called. Whatever goes wrong, or wherever it is killed, the live
 * one stays; what was unfinished is dropped, then or by the next rebuild: it may have been built by other code.
 * @throws OperationUnderWay, OperationRefused, ProjectorStopped
 */
export const rebuild = async (
  dependencies: Rebuilding,
  options: RebuildOptions,
  watch: Watch,
): Promise<RebuildResult> => {
  const hash = hashOf(dependencies.wanted)
  const began = performance.now()
  if (options.dryRun && !options.verify) return planRebuild(dependencies.wanted, dependencies.store)
  const { live, number } = await standing(dependencies.wanted)
  const lost = await lostIn(dependencies.store, dependencies.wanted.databases, live)
  if (lost !== undefined && options.verify) throw new OperationRefused(`${lost} ${NOT_WITH_VERIFY}`)
  const built = schemaOf({ hash, number })
  const release = await dependencies.leases.claim(hash)
  if (release === undefined) throw new OperationUnderWay('A rebuild of these read models is under way already.')
  try {
    await clearAway(dependencies, hash)
    const next = await makeGeneration(dependencies.wanted, number)
    // An index of a filled table would hold the one connection for long.
    if (dependencies.sharesConnection) await finishGeneration(dependencies.wanted, next, 'empty')
    const { events, verification } = await buildNext(dependencies, { live, next, lost }, { options, watch })
    const swapped = !options.dryRun
    const seconds = (performance.now() - began) / 1000
    const found = { ...verification, ...(lost === undefined ? {} : { lost }) }
    return { live: swapped ? built : schemaOf(live), built, swapped, events, seconds, ...found }
  } finally {
    await release()
  }
}

/** Of what has never been live: nobody reads it. */
const UNUSED = { even: 'replaced', isFree: async () => true } as const

/** What was replaced and is left by all, and what was left unfinished. */
const clearAway = async ({ wanted: { databases }, leases }: Rebuilding, hash: string): Promise<void> => {
  await leases.collect(hash)
  const all = await generationsOf(databases, hash)
  const live = all.find((one) => one.live)
  for (const one of all) if (live && one.number > live.number) await dropGeneration(databases, one, UNUSED)
}

const NOT_WITH_VERIFY = '`--verify` compares what was built from the same log: run it without.'

type Wish = { readonly options: RebuildOptions; readonly watch: Watch }

const buildNext = async (dependencies: Rebuilding, two: Two, { options, watch }: Wish) => {
  const { wanted, projections, ...followed } = dependencies
  const { databases, logId } = wanted
  let unread = true
  const gate = gatedLog(dependencies.store, batchMs(databases.kind, dependencies.sharesConnection))
  const model = { db: databases.within(schemaOf(two.next)), logId, projections, unread: () => unread }
  const projector = startProjector({ ...followed, locks: databases, store: gate.store, model })
  const pair = { live: schemaOf(two.live), next: schemaOf(two.next) }
  const pairing: SamePosition = { databases, pair, gate, projector, signal: watch.signal }
  let kept = false
  try {
    await caughtUp(dependencies, { gate, projector }, watch)
    const events = gate.handedOut()
    // Autovacuum comes minutes later: searches would be planned blindly. A dropped copy is compared by primary keys.
    if (!dependencies.sharesConnection && !options.dryRun) await finishGeneration(wanted, two.next, 'filled')
    const compared = (done: number) => watch.report({ phase: 'Verifying', done, unit: 'rows' })
    const verification = options.verify ? { verification: await verifyTables(pairing, compared) } : {}
    if (!options.dryRun) {
      unread = false
      await swapGenerations(pairing, two)
      kept = true
      await dependencies.moved()
    }
    return { events, verification }
  } finally {
    await projector.close()
    // What cannot be dropped now is dropped by the next rebuild.
    if (!kept) await dropGeneration(databases, two.next, UNUSED).catch(() => false)
  }
}

type Building = { readonly gate: GatedLog; readonly projector: Projector }

/** Up to where the log ended at the beginning; what comes meanwhile the projector follows. */
const caughtUp = async ({ store }: Rebuilding, { gate, projector }: Building, { report, signal }: Watch) => {
  const end = await store.end()
  const last = end === 'start' ? 0n : end
  const tell = () => {
    const at = projector.position()
    const done = gate.handedOut()
    const left = Number(last - (at === 'start' ? 0n : at))
    const total = store.gapless ? done + Math.max(0, left) : undefined
    report({ phase: 'Building', done, total, unit: 'events' })
  }
  const ticking = setInterval(tell, REPORT_MS)
  try {
    await projector.reached(end, signal)
    tell()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(ticking)
  }
}
