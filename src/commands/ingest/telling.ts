import type { Ingest, PreparedFact } from './context.js'
import type { Telling } from './find-neighbours.js'

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
