import { OperationRefused } from '../../concurrency/operation.js'
import type { EventStore } from '../../event-store/event-store.js'
import { lostIn } from '../generations/foreign-read-model.js'
import { type Generation, generationsOf, hashOf, type ReadModels, schemaOf } from '../generations/generations.js'
import type { Verification } from './verify-tables.js'

export type RebuildOptions = {
  /** Compares the new generation with the live one, row by row. */
  readonly verify: boolean
  /** Leaves the live generation where it is: alone it only says what would be done, with `verify` it builds, compares and drops. */
  readonly dryRun: boolean
}

export type RebuildResult = {
  /** What requests read from now on. */
  readonly live: string
  /** What was built, or would be. */
  readonly built: string
  readonly swapped: boolean
  /** Undefined where none was read and the log does not count them. */
  readonly events: number | undefined
  readonly seconds: number
  /** Why the read models before were not of the log as it is; undefined where they were. */
  readonly lost?: string
  readonly verification?: Verification
}

/** There are no read models of this version of the code. */
export const nothingToRebuild = (why: string): OperationRefused =>
  new OperationRefused(
    `There is nothing to rebuild: ${why}. \`palimpsest migrate\` makes it, and so does \`palimpsest serve\`.`,
  )

/** What is live, and the number of the generation that a rebuild would make. Throws OperationRefused. */
export const standing = async (wanted: ReadModels): Promise<{ readonly live: Generation; readonly number: number }> => {
  const all = await generationsOf(wanted.databases, hashOf(wanted))
  const live = all.find((one) => one.live)
  if (live === undefined) throw nothingToRebuild('this version has built no read models here yet')
  return { live, number: live.number + 1 }
}

/** What a rebuild would do; nothing is written. Throws OperationRefused. */
export const planRebuild = async (
  wanted: ReadModels,
  store: Pick<EventStore, 'read' | 'end' | 'gapless'>,
): Promise<RebuildResult> => {
  const { live, number } = await standing(wanted)
  const end = await store.end()
  const built = schemaOf({ hash: live.hash, number })
  const events = store.gapless ? Number(end === 'start' ? 0n : end) : undefined
  const lost = await lostIn(store, wanted.databases, live)
  return { live: schemaOf(live), built, swapped: false, events, seconds: 0, ...(lost === undefined ? {} : { lost }) }
}
