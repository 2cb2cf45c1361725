import type { EventStore } from '../../event-store/event-store.js'
import { lostIn } from '../generations/foreign-read-model.js'
import { hashOf } from '../generations/generation-names.js'
import { type Generation, generationsOf, schemaOf, type Wanted } from '../generations/generations.js'
import type { RebuildResult } from './rebuild-report.js'

/** There are no read models of this version of the code. */
export class NothingToRebuild extends Error {
  override readonly name = 'NothingToRebuild'
  constructor(what: string) {
    super(`There is nothing to rebuild: ${what}. \`palimpsest migrate\` makes it, and so does \`palimpsest serve\`.`)
  }
}

/** What is live, and the number of the generation that a rebuild would make. Throws NothingToRebuild. */
export const standing = async (wanted: Wanted): Promise<{ readonly live: Generation; readonly number: number }> => {
  const all = await generationsOf(wanted.databases, hashOf(wanted))
  const live = all.find((one) => one.live)
  if (live === undefined) throw new NothingToRebuild('this version has built no read models here yet')
  return { live, number: live.number + 1 }
}

/** What a rebuild would do; nothing is written. Throws NothingToRebuild. */
export const planRebuild = async (
  wanted: Wanted,
  store: Pick<EventStore, 'read' | 'end' | 'gapless'>,
): Promise<RebuildResult> => {
  const { live, number } = await standing(wanted)
  const end = await store.end()
  const built = schemaOf({ hash: live.hash, number })
  const events = store.gapless ? Number(end === 'start' ? 0n : end) : undefined
  const lost = await lostIn(store, wanted.databases, live)
  return { live: schemaOf(live), built, swapped: false, events, seconds: 0, ...(lost === undefined ? {} : { lost }) }
}
