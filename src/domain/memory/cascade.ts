import type { Metadata, Reason } from '../event.js'
import type { Moment } from '../moment.js'
import type { Target } from '../verdict.js'
import type { MemoryOf } from './events.js'

/**
 * What goes with memories. Whoever deletes a memory, puts it out of force or rewords it asks here what else changes, so that
 * nothing goes on saying what was taken back: facts that rest on it, the turns behind a fact, echoes of all of these, and composites.
 */

/** A composite that is known, and one of the memories that it is made of. */
type MadeOf = Target & { readonly part: string }

/** A turn in force that only says again what a memory says. */
export type Echo = Target & { readonly of: string }

/** What is known to rest on memories that may change, and what these rest on. */
export type Attached = {
  readonly facts: readonly RestingFact[]
  readonly behind: readonly TurnBehind[]
  readonly echoes: readonly Echo[]
  readonly composites: readonly MadeOf[]
}

export const NOTHING_ATTACHED: Attached = { facts: [], behind: [], echoes: [], composites: [] }

/** A memory that is deleted, and when that was asked for, where a time before now was given. */
export type Deletion = Target & { readonly askedAt?: Moment | undefined }

/** What happens to memories; no memory stands twice in it. */
export type Change = {
  /** What takes their place is known, if anything does. */
  readonly closed?: readonly Closing[]
  /** Turns whose place is taken by a fact that waits: what else rests on them stays. */
  readonly waiting?: readonly Closing[]
  readonly deleted?: readonly Deletion[]
  /** They stay in force, and composites that are made of them go. */
  readonly reworded?: readonly { readonly memoryId: string }[]
  /** The same by hand: what says it in their old words goes as well. */
  readonly corrected?: readonly Target[]
}

type Going = {
  readonly closings: readonly Closing[]
  readonly deletions: readonly Deletion[]
  readonly withdrawn: readonly Target[]
}

/** The change, with all that goes with it. */
export const cascade = (change: Change, { facts, behind, echoes, composites }: Attached): Going => {
  const { closed = [], waiting = [], deleted = [], corrected = [] } = change
  const staying = [...(change.reworded ?? []), ...corrected]
  const corrections = corrected.map((target) => closing(target, target.memoryId))
  const forgotten: readonly Deletion[] = [
    ...deleted,
    ...restingAlone(facts, deleted).filter(notIn([...closed, ...staying])),
  ]
  const companions = [...restingOn(facts, [...closed, ...corrections]).filter(notIn(staying)), ...waiting]
  const replaced = [...closed, ...companions.filter(notIn([...closed, ...forgotten]))]
  const turns = turnsGone(behind, [...replaced, ...corrections]).filter(notIn([...forgotten, ...staying]))
  const deletedTurns = turnsGone(
    behind,
    forgotten.map((target) => closing(target, null)),
  )
  const deletedWith = [...forgotten, ...deletedTurns.filter(notIn([...replaced, ...turns, ...staying])).map(before)]
  const isLeft = notIn([...replaced, ...turns, ...deletedWith, ...staying])
  const left = echoes.filter(isLeft)
  // Who says something else now, or waits, takes the place of its echoes.
  const restated = staying.map(({ memoryId }) => ({ memoryId, by: memoryId, reason: 'replaced' as const }))
  const closings = [...replaced, ...turns, ...echoesClosed(left, [...replaced, ...turns, ...restated])]
  const deletions = [...deletedWith, ...echoesDeleted(left, deletedWith)]
  const changed = [...closings, ...deletions, ...staying]
  return { closings, deletions, withdrawn: madeOf(composites, changed).filter(notIn(changed)) }
}

export const closing = ({ memoryId, version }: Target, by: string | null): Closing => ({
  memoryId,
  version: version + 1,
  by,
  reason: 'replaced',
})

const before = ({ memoryId, version }: Closing): Target => ({ memoryId, version: version - 1 })

/** No memory changes twice in one append. */
const notIn =
  (others: readonly { readonly memoryId: string }[]) =>
  ({ memoryId }: { readonly memoryId: string }): boolean =>
    !others.some((other) => other.memoryId === memoryId)

type TakenPlace = Pick<Closing, 'memoryId' | 'by' | 'reason'>

/** The echoes of what is put out of force, by what takes its place. */
const echoesClosed = (echoes: readonly Echo[], gone: readonly TakenPlace[]): readonly Closing[] =>
  echoes.flatMap(({ memoryId, version, of }) => {
    const taken = gone.find((each) => each.memoryId === of)
    return taken === undefined ? [] : { memoryId, version: version + 1, by: taken.by, reason: taken.reason }
  })

/** The echoes of what is deleted, as asked for at the same time. */
const echoesDeleted = (echoes: readonly Echo[], deleted: readonly Deletion[]): readonly Deletion[] =>
  echoes.flatMap(({ memoryId, version, of }) => {
    const gone = deleted.find((each) => each.memoryId === of)
    return gone === undefined ? [] : { ...gone, memoryId, version }
  })

/** The facts that rest on nothing but what goes: they go with it. */
const restingOn = (facts: readonly RestingFact[], closings: readonly Closing[]): readonly Closing[] =>
  restingAlone(facts, closings).map(({ memoryId, version, basis }) => {
    const { by = null, reason = 'replaced' } = closings.find((each) => basis.includes(each.memoryId)) ?? {}
    return { memoryId, version: version + 1, by, reason }
  })

/** The known composites, each once, that are made of one of these memories. */
const madeOf = (composites: readonly MadeOf[], gone: readonly { readonly memoryId: string }[]): readonly MadeOf[] => {
  const ids = new Set(gone.map(({ memoryId }) => memoryId))
  return onceEach(composites.filter(({ part }) => ids.has(part)))
}

export const onceEach = <One extends { readonly memoryId: string }>(all: readonly One[]): readonly One[] => [
  ...new Map(all.map((each) => [each.memoryId, each])).values(),
]

export const superseded = (
  { memoryId, version, by: other, reason }: Closing,
  by: Metadata,
): MemoryOf<'MemorySuperseded'> => ({
  type: 'MemorySuperseded',
  metadata: { ...by, memoryId, version, reason },
  data: { by: other },
})

/** Composites whose parts have gone or changed are superseded by nothing. */
export const withdraw = (composites: readonly Target[], by: Metadata): readonly MemoryOf<'MemorySuperseded'>[] =>
  composites.map(({ memoryId, version }) =>
    superseded({ memoryId, version: version + 1, by: null, reason: 'withdrawn' }, by),
  )

/** A turn in force, and the stretches of its words that facts rest on. */
export type TurnBehind = {
  readonly memoryId: string
  readonly version: number
  /** Whether its writer says that it replaces something: then it stands for itself. */
  readonly isReplacing: boolean
  /** When it was said, where no fact rests on it: it has the words of a turn that facts rest on, of another day, and goes with these. */
  readonly repeatedAt?: Moment | undefined
  /** Where its statements are, as offsets into its own words. */
  readonly statements: readonly Stretch[]
  readonly facts: readonly (Stretch & { readonly factId: string; readonly isInForce: boolean })[]
}

/** Where only one of several memories with the same words is meant: those that facts rest on themselves. */
export const withoutRepeated = <Turn extends Pick<TurnBehind, 'repeatedAt'>>(turns: readonly Turn[]): readonly Turn[] =>
  turns.filter(({ repeatedAt }) => repeatedAt === undefined)

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
