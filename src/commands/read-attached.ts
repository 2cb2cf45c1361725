import {
  type Attached,
  type MadeOf,
  NOTHING_ATTACHED,
  type RestingFact,
  type TurnBehind,
} from '../domain/memory/cascade.js'
import { statementsIn } from '../ingest/as-said/stated.js'

/** What finds what goes with memories, and what they rest on. */
export type AttachedDependencies = {
  /** The facts in force that rest on these, whoever may read them. */
  readonly factsOn: (userId: string, ids: readonly string[]) => Promise<readonly RestingFact[]>
  /** The composites that are made of one of these memories, and of which. */
  readonly compositesOfParts: (userId: string, ids: readonly string[]) => Promise<readonly MadeOf[]>
  /** The turns that these facts rest on, whatever became of them but an erasure, with all that rests on them. */
  readonly turnsBehind: (
    userId: string,
    factIds: readonly string[],
  ) => Promise<readonly (Omit<TurnBehind, 'statements'> & { readonly text: string; readonly isInForce: boolean })[]>
}

/** What goes with these memories, whoever may read it. */
export const readAttached = async (
  { factsOn, compositesOfParts, ...parts }: AttachedDependencies,
  userId: string,
  ids: readonly string[],
): Promise<Attached> => {
  if (ids.length === 0) return NOTHING_ATTACHED
  const [facts, turns] = await Promise.all([factsOn(userId, ids), readBehind(parts, userId, ids)])
  const behind = turns.filter(({ isInForce }) => isInForce)
  const all = [...ids, ...[...facts, ...behind].map(({ memoryId }) => memoryId)]
  return { facts, behind, composites: await compositesOfParts(userId, all) }
}

/** The turns that these facts rest on, in force or not. */
export const readBehind = async (
  { turnsBehind }: Pick<AttachedDependencies, 'turnsBehind'>,
  userId: string,
  factIds: readonly string[],
) => (await turnsBehind(userId, factIds)).map(({ text, ...turn }) => ({ ...turn, statements: statementsIn(text) }))
