import type { Done } from '../commands/transact.js'
import type { Corrected } from '../commands/update-memory.js'
import type { Scope } from '../domain/scope.js'
import type { WithConsequences } from '../http/api.js'
import { alsoSaid } from '../ingest/as-said/also-said.js'
import type { IngestResult } from '../ingest/context.js'
import { type Reading, readUser } from '../postgres/database.js'
import { wordsSaidBy } from '../queries/memory-state.js'
import { stillSaid } from '../queries/still-said.js'

type Wordings = Parameters<typeof wordsSaidBy>[2]
type Replaced = { readonly before: Wordings[number]; readonly now: Wordings[number] }
type KnownWording = NonNullable<Awaited<ReturnType<typeof wordsSaidBy>>[number]>

/** Whether the first are still out of force because of the second: they may have been restored, corrected or deleted since. */
const areLost = (before: KnownWording, now: KnownWording): boolean =>
  now.isLast && now.status !== 'deleted' && (before.status === 'superseded' || !before.isLast)

/**
 * Tells with the answer of a write which other statements went with what it replaced, and what still says the same. The answer that
 * is kept for a retry holds ids alone, as no words may be in it: they are read anew each time, as far as the caller may read them
 * then and they are lost still.
 */
export const tellingAlsoLost = (reading: Reading) => {
  const lostIn = async (
    scope: Scope,
    replaced: readonly Replaced[],
  ): Promise<Pick<WithConsequences<unknown>, 'also_lost'>> => {
    if (replaced.length === 0) return {}
    const asked = replaced.flatMap(({ before, now }) => [before, now])
    // The write has happened, whatever becomes of this read.
    const said = await readUser(reading, scope.userId, (db) => wordsSaidBy(db, scope, asked)).catch(
      (): readonly undefined[] => [],
    )
    const also_lost = replaced.flatMap((_, i) => {
      const [before, now] = [said[2 * i], said[2 * i + 1]]
      return before && now && areLost(before, now) ? alsoSaid(before.text, now.text) : []
    })
    return also_lost.length === 0 ? {} : { also_lost: [...new Set(also_lost)] }
  }
  const saidStill = tellingSameWords(reading)
  return {
    ofIngest:
      <Asked extends { readonly scope: Scope }, More extends unknown[]>(
        ingest: (request: Asked, ...more: More) => Promise<Done<IngestResult>>,
      ) =>
      async (request: Asked, ...more: More): Promise<Done<WithConsequences<IngestResult>>> => {
        const done = await ingest(request, ...more)
        const { gaveWay = [], ...result } = done.result
        const replaced = gaveWay.map(({ memoryId, by }) => ({ before: { memoryId }, now: { memoryId: by } }))
        const [lost, others] = await Promise.all([lostIn(request.scope, replaced), saidStill(request.scope, result)])
        return { ...done, result: { ...result, ...lost, ...others } }
      },
    ofCorrection:
      <Asked extends { readonly scope: Scope }>(correct: (request: Asked) => Promise<Done<Corrected>>) =>
      async (request: Asked): Promise<Done<WithConsequences<Corrected>>> => {
        const done = await correct(request)
        const { reworded, ...result } = done.result
        const { id: memoryId, version } = result
        const replaced =
          reworded === undefined ? [] : [{ before: { memoryId, version: reworded }, now: { memoryId, version } }]
        return { ...done, result: { ...result, ...(await lostIn(request.scope, replaced)) } }
      },
  }
}

/** What still says what an ingest took back, besides what it stated itself. */
const tellingSameWords =
  (reading: Reading) =>
  async (
    scope: Scope,
    { ids = [], memoryIds }: Pick<IngestResult, 'ids' | 'memoryIds'>,
  ): Promise<Pick<WithConsequences<unknown>, 'same_words'>> => {
    if (ids.length === 0) return {}
    const said = await readUser(reading, scope.userId, (db) => stillSaid(db, scope, ids)).catch(
      (): readonly string[] => [],
    )
    const same_words = said.filter((id) => !memoryIds.includes(id))
    return same_words.length === 0 ? {} : { same_words }
  }
