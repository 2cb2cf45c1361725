import type { Ingest, PreparedFact } from './context.js'

/** When and where the facts of a conversation are said: by that is known whether one returns to what another has overtaken. */
export type Telling = {
  /** ISO instants: the earliest and the latest at which a fact can have been said. */
  readonly from: string
  readonly by: string
  /** The last place of each text in the conversation, by its hash. */
  readonly places: ReadonlyMap<string, number>
}

/** Where nobody says when something is said, no more than the day is known: what is sent again on it is no return. */
export const withTelling = ({ facts, extraction, request, now }: Ingest): readonly PreparedFact[] => {
  const places = new Map(facts.map(({ textHash }, place) => [textHash, place]))
  const told =
    request.observedAt === undefined
      ? { from: `${extraction.observedOn}T00:00:00Z`, by: now, places }
      : { from: extraction.observedAt, by: extraction.observedAt, places }
  return facts.map((fact) => {
    const { observedAt } = fact
    return { ...fact, told: observedAt === undefined ? told : { from: observedAt, by: observedAt, places } }
  })
}
