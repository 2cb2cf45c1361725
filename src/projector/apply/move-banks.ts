import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainEvent } from '../../domain/all-events.js'
import { notBefore } from '../../domain/event.js'
import { isAnonymous, type Position, type StreamName, twinOf } from '../../event-store/event-store.js'
import { type Change, drop, type Projection, patch, put } from '../projection.js'
import { AT_ONCE, outcomeOf, type Ready } from './read-ahead.js'

/** An event does not follow the one that was applied last in its stream: something is wrong with the log, not with it. */
export class StreamGap extends Error {}

/** What an event itself is to blame for, not the machine. */
export class ProjectionFault extends Error {
  readonly position: Position
  constructor(position: Position, cause: unknown) {
    super(`the event at position ${position} cannot be projected: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
    this.position = position
  }
}

export type Bank = {
  readonly stream: StreamName
  readonly user_id: string
  readonly revision: bigint
  readonly at: string | null
  readonly parked: boolean
}

/** Where each stream stands, by its name. */
export type Banks = ReadonlyMap<string, Bank>

/** The changes by events not applied before, with each stream's revision. Throws ProjectionFault. */
export const movedFrom = async (
  banks: Banks,
  projections: readonly Projection<DomainEvent>[],
  { events, catchingUp }: { readonly events: readonly Ready[]; readonly catchingUp: boolean },
): Promise<readonly Change[]> => {
  const moved = new Map<string, Bank>()
  const fresh: (readonly Change[])[] = []
  const bankOf = (stream: string): Bank | undefined => moved.get(stream) ?? banks.get(stream)
  for (const [i, recorded] of events.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop()
    const { stream, revision, position } = recorded
    const bank = bankOf(stream)
    if (!isNext(recorded, bank, catchingUp)) continue
    const outcome = outcomeOf(projections, recorded)
    if ('fault' in outcome) throw new ProjectionFault(position, outcome.fault)
    const { event, changes } = outcome
    const user_id = userNamed(recorded, event, bank)
    moved.set(stream, { stream, user_id, revision, at: notBefore(bank?.at ?? null, event.metadata.at), parked: false })
    if (!erasesUser(recorded)) {
      fresh.push(withRevision(changes, revision))
      continue
    }
    const twin = bankOf(twinOf(stream) ?? '')
    if (twin !== undefined && twin.revision >= 0n) moved.set(twin.stream, { ...twin, user_id })
    fresh.push(alsoOf([bank?.user_id, twin?.user_id], changes))
  }
  return [...renamed(banks, moved), ...[...moved.values()].map(bankAt), ...fresh.flat()]
}

/**
 * Whether an event follows the one that was applied last in its stream, and was not applied before. What is parked is followed
 * only where it catches up. Throws ProjectionFault at a gap.
 */
const isNext = ({ stream, revision, position }: Ready, bank: Bank | undefined, catchingUp: boolean): boolean => {
  if (bank?.parked && !catchingUp) return false
  const next = (bank?.revision ?? -1n) + 1n
  if (revision > next) throw new ProjectionFault(position, new StreamGap(`${stream} lacks ${next}`))
  return revision === next
}

/** Until the event that erases a user is applied, their rows are found by the name that they have. */
const userNamed = (recorded: Ready, { metadata }: DomainEvent, bank: Bank | undefined): string => {
  const named = 'userId' in metadata ? metadata.userId : ''
  return isAnonymous(recorded) ? bank?.user_id || named : named
}

/** Whether an event erases a whole user. It does not name them. */
export const erasesUser = ({ type }: Ready): boolean => type === 'UserErased'

export const streamsTouched = (event: Ready): readonly StreamName[] => [
  event.stream,
  ...(erasesUser(event) ? [twinOf(event.stream) ?? event.stream] : []),
]

/** What is cleared away of a user is cleared away under these names, too. */
export const alsoOf = (names: readonly (string | undefined)[], changes: readonly Change[]): readonly Change[] => {
  const known = new Set(names.flatMap((name) => (name ? [name] : [])))
  return changes.flatMap((change) =>
    change.verb === 'clear'
      ? [change, ...[...known].map((user_id) => ({ ...change, key: { ...change.key, user_id } }))]
      : [change],
  )
}

/** The rows of streams whose user is called otherwise from now on. */
const renamed = (before: ReadonlyMap<string, Bank>, moved: ReadonlyMap<string, Bank>): readonly Change[] =>
  [...moved.values()].flatMap(({ stream, user_id }) => {
    const old = before.get(stream)
    return old && old.revision >= 0n && old.user_id !== user_id ? [drop('bank', { user_id: old.user_id, stream })] : []
  })

/** Marks every memory that an event changes with the event's revision: by it an index in memory notices the change. */
const withRevision = (changes: readonly Change[], revision: bigint): readonly Change[] => {
  const changed = new Map<unknown, Change['key']>()
  for (const { verb, table, key } of changes)
    if (verb !== 'clear' && (table === 'memory' || table === 'memory_text')) changed.set(key.id, key)
  for (const { table, verb, key } of changes) if (table === 'memory' && verb === 'drop') changed.delete(key.id)
  return [...changes, ...[...changed.values()].map((key) => patch('memory', key, { revision: `${revision}` }))]
}

const bankAt = ({ user_id, stream, revision, at }: Bank): Change =>
  put('bank', { user_id, stream }, { revision: `${revision}`, at })
