import type { Reason } from '../event.js'

/** A turn in force, and the stretches of its words that facts rest on. */
export type TurnBehind = {
  readonly memoryId: string
  readonly version: number
  /** Whether its writer says that it replaces something: then it stands for itself. */
  readonly isReplacing: boolean
  /** Where its statements are, as offsets into its own words. */
  readonly statements: readonly Stretch[]
  readonly facts: readonly (Stretch & { readonly factId: string; readonly isInForce: boolean })[]
}

type Stretch = { readonly start: number; readonly end: number }

/** A memory that is put out of force: the version that says so, and what takes its place. */
export type Closing = {
  readonly memoryId: string
  readonly version: number
  readonly by: string | null
  readonly reason: Reason
}

/**
 * The turns that go with facts that are put out of force: those all of whose facts are gone then, and whose every statement is
 * the evidence of one of them. Others stay, as what they say besides is in force.
 */
export const turnsGone = (turns: readonly TurnBehind[], closings: readonly Closing[]): readonly Closing[] => {
  const gone = new Map(closings.map((closing) => [closing.memoryId, closing]))
  return turns.flatMap(({ memoryId, version, isReplacing, statements, facts }) => {
    const last = facts.flatMap(({ factId }) => gone.get(factId) ?? []).at(-1)
    if (last === undefined || isReplacing || gone.has(memoryId)) return []
    const isLeft = facts.some(({ factId, isInForce }) => isInForce && !gone.has(factId))
    const isCovered = statements.every((told) => facts.some((fact) => fact.start < told.end && told.start < fact.end))
    return isLeft || !isCovered ? [] : [{ memoryId, version: version + 1, by: last.by, reason: last.reason }]
  })
}

/** A fact in force, and all that it rests on. */
export type RestingFact = { readonly memoryId: string; readonly version: number; readonly basis: readonly string[] }

/** The facts that rest on nothing but what is put out of force: they go with it. */
export const restingAlone = (
  facts: readonly RestingFact[],
  gone: readonly { readonly memoryId: string }[],
): readonly RestingFact[] => {
  const ids = new Set(gone.map(({ memoryId }) => memoryId))
  return facts.filter(({ memoryId, basis }) => !ids.has(memoryId) && basis.every((id) => ids.has(id)))
}
