import type { DomainEvent } from '../all-events.js'
import { ConflictAlreadyResolved, ConflictChanged, ConflictNotFound, NewMemoryHasFewerReaders } from '../errors.js'
import type { Metadata } from '../event.js'
import { type Attached, type Closing, cascade, onceEach, superseded, withdraw } from '../memory/cascade.js'
import { removeAll } from '../memory/decisions.js'
import type { MemoryOf } from '../memory/events.js'
import { type Readers, readByAllOf } from '../scope.js'
import type { Target } from '../verdict.js'
import type { Conflict, ConflictOf, KnownConflict, Resolution } from './events.js'

/** A memory of a conflict as it is now. */
export type SideNow = {
  readonly status: 'active' | 'needs_clarification' | 'gone'
  readonly version: number
  /** Whether its words are younger than the conflict. */
  readonly reworded: boolean
  readonly readers: Readers
}
type SidesNow = { readonly existing: SideNow; readonly new: SideNow }

/** A memory that the new one replaces when it becomes active: one that it names, or what is in force in its slot. */
export type ReplacedNow = {
  readonly memoryId: string
  readonly version: number
  readonly isInForce: boolean
  readonly isSameKey: boolean
  readonly readers: Readers
  /** The version that the conflict names; null: it was not in the slot then. */
  readonly named: number | null
}

/** A conflict, with its memories and how far their agents are trusted (0 to 1) now. */
export type ConflictNow = SidesNow & {
  readonly conflict: KnownConflict
  readonly replaced: readonly ReplacedNow[]
  /** Names the slot that the new memory takes; null where it has no key. */
  readonly slot: string | null
  readonly trust: { readonly existing: number; readonly new: number }
}

export type Versions = { readonly existing: number; readonly new: number }

/** How a conflict ends. */
type Ending = SidesNow & {
  readonly by: Metadata
  readonly resolution: Resolution
  readonly replaced: readonly ReplacedNow[]
}

export type Resolving = Ending & {
  /** The versions that the caller has seen; undefined: those that the conflict was opened about. */
  readonly seen: Versions | undefined
}

export type Resolved = ConflictOf<'ConflictResolved'> | MemoryOf<'MemoryClarified' | 'MemorySuperseded'>

/**
 * Settles both memories and the conflict in one step; nothing where it was resolved that way before. Throws
 * ConflictNotFound, ConflictAlreadyResolved, ConflictChanged, NewMemoryHasFewerReaders.
 */
export const resolve = (state: Conflict, wish: Resolving): readonly Resolved[] => {
  if (state.status === 'unknown') throw new ConflictNotFound()
  if (state.status === wish.resolution) return []
  if (state.status !== 'open') throw new ConflictAlreadyResolved()
  const { existing, new: news } = wish
  const seen = wish.seen ?? { existing: state.existing.version, new: state.new.version }
  if (existing.version !== seen.existing || news.version !== seen.new)
    throw new ConflictChanged(state, { existing: existing.version, new: news.version })
  if (replaces(wish.resolution, wish) && !readByAllOf(news.readers, existing.readers))
    throw new NewMemoryHasFewerReaders()
  if (wish.resolution !== 'resolved_existing') requireAsNamed(state, wish)
  return resolved(state, wish)
}

/** What the new memory replaces has to be what its writer has named. */
const requireAsNamed = (state: KnownConflict, { existing, new: news, replaced }: Resolving): void => {
  if (replaced.some(({ named, version, isInForce }) => named !== null && (named !== version || !isInForce)))
    throw new ConflictChanged(state, { existing: existing.version, new: news.version })
  if (replaced.some(({ readers }) => !readByAllOf(news.readers, readers))) throw new NewMemoryHasFewerReaders()
}

type Expiring = Omit<Ending, 'resolution'> & Pick<ConflictNow, 'trust'>

/** Resolves a conflict that nobody resolved: by what is left of it, then for the more trusted agent, then for the newer words. */
export const expire = (state: Conflict, wish: Expiring): readonly Resolved[] => {
  if (state.status !== 'open') return []
  return resolved(state, { ...wish, resolution: resolutionOf(state, wish) })
}

/** What trust and age speak for; both, where more was said than what is contradicted. Nobody loses a memory to one that they cannot read: then both stay. */
const resolutionOf = ({ suggested }: KnownConflict, { existing, new: news, trust }: Expiring): Resolution => {
  if (news.status === 'gone') return 'resolved_existing'
  if (existing.status !== 'active') return 'resolved_new'
  if (suggested === 'resolved_both') return suggested
  const isNewer = existing.reworded <= news.reworded
  if (preferred(trust, isNewer) === 'resolved_existing') return 'resolved_existing'
  return readByAllOf(news.readers, existing.readers) ? 'resolved_new' : 'resolved_both'
}

/** For the more trusted agent; where both are trusted alike, for the newer memory. */
export const preferred = (trust: Expiring['trust'], isNewer = true): 'resolved_new' | 'resolved_existing' => {
  if (trust.new !== trust.existing) return trust.new > trust.existing ? 'resolved_new' : 'resolved_existing'
  return isNewer ? 'resolved_new' : 'resolved_existing'
}

const replaces = (resolution: Resolution, { existing }: Pick<SidesNow, 'existing'>): boolean =>
  resolution === 'resolved_new' && existing.status === 'active'

const resolved = (state: KnownConflict, ending: Ending): readonly Resolved[] => {
  const { by, resolution, existing, new: news, replaced } = ending
  return [
    ...clarified(state, { by, resolution, waiting: news, replaced }),
    ...(replaces(resolution, ending) ? [supersededBy(state, by, existing.version + 1)] : []),
    closed(state, ending),
  ]
}

/** A memory in force with the owner, the readers, the words and the key of another one. */
type SameAs = Target & { readonly of: string }

type Following = {
  /** Of all the memories that lose. */
  readonly attached: Attached
  /** What goes together with these. */
  readonly same?: readonly SameAs[]
  readonly by: Metadata
  /** Other events of the same append: what they change stays as it is. */
  readonly done?: readonly DomainEvent[]
}

/** What goes with the memories that lose where conflicts end. */
export const goingWith = (
  ends: readonly Resolved[],
  { attached, same = [], by, done = [] }: Following,
): readonly MemoryOf<'MemorySuperseded' | 'MemoriesDeleted'>[] => {
  const changed = new Set([...done, ...ends].flatMap(changedBy))
  const left = <Each extends { readonly memoryId: string }>(all: readonly Each[]): readonly Each[] =>
    all.filter(({ memoryId }) => !changed.has(memoryId))
  const closed = ends.flatMap((event) => (event.type === 'MemorySuperseded' ? closingBy(event) : []))
  const deleted = ends.flatMap(({ type, data, metadata }) =>
    type === 'MemoryClarified' && data.outcome === 'deleted' ? { ...metadata, version: metadata.version - 1 } : [],
  )
  const together = <Loser extends { readonly memoryId: string }, One extends Target>(
    losers: readonly Loser[],
    as: (loser: Loser, other: SameAs) => One,
  ): readonly One[] =>
    onceEach(
      losers.flatMap((loser) => left(same).flatMap((other) => (other.of === loser.memoryId ? as(loser, other) : []))),
    )
  const alsoClosed = together(closed, (loser, { memoryId, version }) => ({ ...loser, memoryId, version: version + 1 }))
  const alsoDeleted = together(deleted, (_, other) => other)
  const { closings, deletions, withdrawn } = cascade(
    { closed: [...closed, ...alsoClosed], deleted: [...deleted, ...alsoDeleted] },
    {
      facts: left(attached.facts),
      behind: left(attached.behind),
      echoes: left(attached.echoes),
      composites: left(attached.composites),
    },
  )
  return [
    ...closings.slice(closed.length).map((each) => superseded(each, by)),
    ...removeAll(deletions.slice(deleted.length), by),
    ...withdraw(withdrawn, by),
  ]
}

const closingBy = ({ metadata, data }: MemoryOf<'MemorySuperseded'>): Closing => {
  const { memoryId, version, reason = 'replaced' } = metadata
  return { memoryId, version, by: data.by, reason }
}

const changedBy = ({ data, metadata }: DomainEvent): readonly string[] => [
  ...('memoryId' in metadata && metadata.memoryId !== undefined ? [metadata.memoryId] : []),
  ...('memories' in data ? data.memories.map(([id]) => id) : []),
]

type Clarifying = Pick<Ending, 'by' | 'resolution' | 'replaced'> & { readonly waiting: SideNow }

/**
 * The new memory does not wait any more, unless something else has ended that before. Becoming active it takes the place of
 * what it replaces, as far as that is as it was.
 */
const clarified = (state: KnownConflict, { by, resolution, waiting, replaced }: Clarifying): readonly Resolved[] => {
  if (waiting.status !== 'needs_clarification') return []
  const { memoryId } = state.new
  const outcome = resolution === 'resolved_existing' ? 'deleted' : 'active'
  const gone = outcome === 'deleted' ? [] : replaced.filter(isReplacedBy(waiting))
  return [
    { type: 'MemoryClarified', metadata: { ...by, memoryId, version: waiting.version + 1 }, data: { outcome } },
    ...gone.map(
      (each): Resolved => ({
        type: 'MemorySuperseded',
        metadata: {
          ...by,
          memoryId: each.memoryId,
          version: each.version + 1,
          reason: each.isSameKey ? 'same_key' : 'replaced',
        },
        data: { by: memoryId },
      }),
    ),
  ]
}

/** Of one slot one memory is in force, whatever it was when it was named. */
const isReplacedBy =
  ({ readers: theirs }: SideNow) =>
  ({ isInForce, isSameKey, named, version, readers }: ReplacedNow): boolean =>
    isInForce && (isSameKey || (named === version && readByAllOf(theirs, readers)))

const supersededBy = (state: KnownConflict, by: Metadata, version: number): Resolved => ({
  type: 'MemorySuperseded',
  metadata: { ...by, memoryId: state.existing.memoryId, version },
  data: { by: state.new.memoryId },
})

const closed = (
  state: KnownConflict,
  { by, resolution, existing, new: news }: SidesNow & Pick<Ending, 'by' | 'resolution'>,
): ConflictOf<'ConflictResolved'> => ({
  type: 'ConflictResolved',
  metadata: { ...by, conflictId: state.conflictId },
  data: {
    resolution,
    existing: [state.existing.memoryId, existing.version],
    new: [state.new.memoryId, news.version],
  },
})

/** An open conflict, with its memories in their versions of now. */
type TakenBack = {
  readonly conflictId: string
  readonly existing: readonly [string, number]
  readonly new: readonly [string, number]
}

/** Whoever contradicted a memory says what it says by now: what waited is deleted, and the conflict is over. */
export const takeBack = (
  { conflictId, existing, new: [memoryId, version] }: TakenBack,
  asked: Metadata,
): readonly Resolved[] => {
  const by = { ...asked, reason: 'retracted' } as const
  return [
    { type: 'MemoryClarified', metadata: { ...by, memoryId, version: version + 1 }, data: { outcome: 'deleted' } },
    {
      type: 'ConflictResolved',
      metadata: { ...by, conflictId },
      data: { resolution: 'resolved_existing', existing: [...existing], new: [memoryId, version] },
    },
  ]
}

/** What a step does to a memory of a conflict: takes it away, or gives it other readers. */
type Touched = { readonly version: number; readonly readers: Readers | 'gone' }

type Settling = Omit<Ending, 'resolution'> & {
  /** By memory. */
  readonly touched: ReadonlyMap<string, Touched>
}

/**
 * What a step that takes away one of the memories, or gives it other readers, does to the conflict: the memory that is left
 * wins, and memories that are not read by the same agents are no matter between them any more.
 */
export const settle = (
  state: KnownConflict,
  { touched, by: asked, replaced: all, ...now }: Settling,
): readonly Resolved[] => {
  const replaced = all.filter(({ memoryId }) => !touched.has(memoryId))
  const after = { existing: afterwards(now.existing, touched.get(state.existing.memoryId)) }
  const sides = { ...after, new: afterwards(now.new, touched.get(state.new.memoryId)) }
  const by = { ...asked, reason: 'settled' } as const
  const isApart = !isReadAlike(sides.existing.readers, sides.new.readers)
  if (sides.new.status === 'gone') return [closed(state, { ...sides, by, resolution: 'resolved_existing' })]
  const resolution = sides.existing.status === 'gone' ? 'resolved_new' : isApart ? 'resolved_both' : undefined
  if (resolution === undefined) return []
  return [
    ...clarified(state, { by, resolution, waiting: sides.new, replaced }),
    closed(state, { ...sides, by, resolution }),
  ]
}

const afterwards = (side: SideNow, touched: Touched | undefined): SideNow => {
  if (touched === undefined) return side
  const { version, readers } = touched
  return readers === 'gone' ? { ...side, version, status: 'gone' } : { ...side, version, readers }
}

/** The memories that a step takes away or gives other readers, with what it makes of them. */
export const touchedBy = (events: readonly DomainEvent[]): ReadonlyMap<string, Touched> =>
  new Map(events.flatMap(touching))

const touching = ({ type, data, metadata }: DomainEvent): readonly (readonly [string, Touched])[] => {
  switch (type) {
    case 'MemoryDeleted':
    case 'MemoryErased':
      return [[metadata.memoryId, { version: metadata.version, readers: 'gone' }]]
    case 'MemoriesDeleted':
    case 'MemoriesErased':
      return data.memories.map(([id, version]) => [id, { version, readers: 'gone' }])
    case 'MemoryShared':
      return [[metadata.memoryId, { version: metadata.version, readers: data }]]
    default:
      return []
  }
}

type Step = { readonly touched: ReadonlyMap<string, Touched>; readonly by: Metadata }

/**
 * What a step does to open conflicts about these memories: they are settled in its own append. Of several that become active
 * in one slot the last stays so.
 */
export const settleConflicts = (open: readonly ConflictNow[], { touched, by }: Step): readonly Resolved[] => {
  const active = new Map<string, ReplacedNow>()
  const gone = new Set<string>()
  return open.flatMap(({ conflict, trust: _, slot, replaced, ...now }) => {
    const before = slot === null ? [] : [active.get(slot) ?? []].flat()
    const left = [...replaced, ...before].filter(({ memoryId }) => !gone.has(memoryId))
    const events = settle(conflict, { ...now, by, touched, replaced: left })
    for (const { type, data, metadata } of events) {
      if (type === 'MemorySuperseded') gone.add(metadata.memoryId)
      if (type === 'MemoryClarified' && data.outcome === 'active' && slot !== null)
        active.set(slot, {
          memoryId: metadata.memoryId,
          version: metadata.version,
          readers: now.new.readers,
          isInForce: true,
          isSameKey: true,
          named: null,
        })
    }
    return events
  })
}

/** Whether exactly the same agents may read both: only then one may have to wait because of the other. */
export const isReadAlike = (a: Readers, b: Readers): boolean => readByAllOf(a, b) && readByAllOf(b, a)
