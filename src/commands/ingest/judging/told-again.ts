import type { Ingest, PreparedFact } from '../context.js'
import type { Neighbour, Telling } from '../find-neighbours.js'
import { bySample, duplicatesOf } from '../same-claim.js'

/** Whether a conversation says a memory, or a fact of its own, last behind where it says another one of its facts last. */
export type ToldBehind = (factId: string, memoryId: string) => boolean

/**
 * What a conversation says again, known memories and facts of its own. Of two the one that it says last is the newer, whenever
 * the memory came to be: so a transcript that is sent a second time ends as it did the first time.
 */
export const toldAgain = (
  { facts, repeats, readers }: Pick<Ingest, 'facts' | 'repeats' | 'readers'>,
  fresh: ReadonlySet<string>,
  neighbours: readonly Neighbour[],
): ToldBehind => {
  const near = bySample(neighbours)
  const saidBy = new Map(
    facts.map((fact, i): [string, readonly string[]] => {
      const { memoryId } = fact
      return [memoryId, fresh.has(memoryId) ? [memoryId] : duplicatesOf(fact, readers, near.get(i) ?? [])]
    }),
  )
  const last = new Map<string, number>()
  const tell = (of: string, turn: number) => {
    for (const id of saidBy.get(of) ?? []) last.set(id, Math.max(turn, last.get(id) ?? 0))
  }
  for (const { memoryId, turns } of facts) tell(memoryId, turns[0])
  for (const { of, turns } of repeats) tell(of, turns[0])
  return (factId, memoryId) => (last.get(memoryId) ?? 0) > (last.get(factId) ?? 0)
}

/** Where nobody says when something is said, no more than the day is known: what is sent again on it is no return. */
export const withTelling = ({ facts, extraction, request, now }: Ingest): readonly PreparedFact[] => {
  const places = new Map(facts.map(({ textHash }, place) => [textHash, place]))
  const told: Telling =
    request.observedAt === undefined
      ? { from: `${extraction.observedOn}T00:00:00Z`, by: now, places }
      : { from: extraction.observedAt, by: extraction.observedAt, places }
  return facts.map((fact) => {
    const { observedAt } = fact
    return { ...fact, told: observedAt === undefined ? told : { from: observedAt, by: observedAt, places } }
  })
}
