import type { DomainEvent } from '../all-events.js'
import { type ConflictNow, goingWith, settleConflicts } from '../conflict/decisions.js'
import {
  type Contradictions,
  type OpenedConflict,
  type Opening,
  openConflicts,
  openedConflict,
  type Stated,
  type TrustOf,
} from '../conflict/opening.js'
import type { Metadata } from '../event.js'
import { type Arising, reportAll } from '../lesson/decisions.js'
import { type EarlierContradictions, lessonsOf } from '../lesson/of-contradictions.js'
import type { Target, Verdict } from '../verdict.js'
import {
  type Attached,
  type Closing,
  cascade,
  NOTHING_ATTACHED,
  superseded,
  type TurnBehind,
  withdraw,
} from './cascade.js'
import { removeAll } from './decisions.js'
import type { MemoryOf } from './events.js'
import { type Forgetting, isStored, type Settlement, settle } from './settling.js'

/** A statement to decide on: a new one, or a memory in force of which something is said. */
export type Statement = Stated & {
  readonly textHash: string
  readonly verdicts: readonly Verdict[]
  /** It asks that these be forgotten, if that is clear, and becomes no memory. */
  readonly forgets?: Forgetting
  /** The turns that a derived fact rests on. */
  readonly basis?: readonly (Target & { readonly isReplacing: boolean })[]
}

/** What is known of the memories that verdicts name, all of one moment. */
export type RelatedMemories = Attached & {
  /** How far the agents are trusted; undefined where nothing of another agent is like the statements. */
  readonly trust?: TrustOf
  readonly earlier?: EarlierContradictions | undefined
  /** Open ones in which something of the writer waits. */
  readonly conflicts: readonly ConflictNow[]
}

export const NOTHING_AROUND: RelatedMemories = { ...NOTHING_ATTACHED, conflicts: [] }

/** A memory that was made of a message that was edited. */
export type Edited = Target & {
  /** The statements that are made of the message now, and a memory that says one of them already. */
  readonly successors: readonly string[]
  readonly known: string | null
}

export type StatementsDecision = Pick<Opening, 'by' | 'conflictIdOf' | 'isNextValue' | 'expiryMs'> & {
  readonly lessonIdOf: (name: string) => string
  /** In the order in which they were said. */
  readonly statements: readonly Statement[]
  readonly edited?: readonly Edited[]
  /** The turns behind facts that are stored now, with those that are known. */
  readonly turnsOf?: (stored: ReadonlySet<string>, known: readonly TurnBehind[]) => readonly TurnBehind[]
  /** Other lessons that arise where these become memories, and those that expire with them. */
  readonly arising?: (stored: ReadonlySet<string>) => readonly Arising[]
  readonly expiring?: readonly string[]
}

export type DecidedStatements = {
  readonly settled: Settlement
  /** By id: the statements that no memory makes already, and of these the ones that become memories. */
  readonly news: ReadonlySet<string>
  readonly stored: ReadonlySet<string>
  /** Those that wait because of a contradiction. */
  readonly waiting: ReadonlySet<string>
  readonly conflicts: readonly OpenedConflict[]
  /** What happens to memories, conflicts and lessons, after the statements are stored. */
  readonly events: readonly DomainEvent[]
}

/**
 * What becomes of the statements of an ingest, and what they do to what is known, whoever says so: their writer, a model, or
 * their words. Pure: the same knowledge gives the same decision.
 */
export const decide = (deciding: StatementsDecision, around: RelatedMemories): DecidedStatements => {
  const { statements, edited = [] } = deciding
  const news = statements.filter(({ isNew, knownAs }) => isNew && knownAs.length === 0)
  const standing = statements.filter(({ isNew }) => !isNew)
  const settled = settle(statements.filter(({ isNew, knownAs }) => !isNew || knownAs.length === 0))
  const reworded = new Set(settled.rewordings.map(({ factId }) => factId))
  const stored = news.filter(({ memoryId }) => isStored(settled.outcomes.get(memoryId)) && !reworded.has(memoryId))
  const gone = new Set([...settled.closings, ...edited].map(({ memoryId }) => memoryId))
  const contradictions = openConflicts(
    settled,
    { stored: [...stored, ...standing], agreeing: statements },
    {
      ...deciding,
      trust: around.trust,
      earlier: (around.earlier?.waiting ?? []).filter(({ memoryId }) => !gone.has(memoryId)),
    },
  )
  const ids = new Set(stored.map(({ memoryId }) => memoryId))
  const edits = editedAway(deciding, settled, { stored: ids, contradictions })
  const links = edits.flatMap(({ by, memoryId: to }) =>
    by !== null && ids.has(by) ? [{ from: by, to, kind: 'supersedes' as const }] : [],
  )
  return {
    settled: { ...settled, contests: [...settled.contests, ...links] },
    news: new Set(news.map(({ memoryId }) => memoryId)),
    stored: ids,
    waiting: contradictions.waiting,
    conflicts: contradictions.conflicts.map(({ data, metadata: { conflictId } }) =>
      openedConflict({ ...data, conflictId }),
    ),
    events: effectsOf({ settled, edits, stored, ids, standing, contradictions }, { deciding, around }),
  }
}

type Becoming = Pick<DecidedStatements, 'settled'> & {
  readonly edits: readonly Closing[]
  readonly stored: readonly Statement[]
  readonly ids: ReadonlySet<string>
  readonly standing: readonly Statement[]
  readonly contradictions: Contradictions
}

/** What happens to memories, conflicts and lessons. */
const effectsOf = (
  { settled, edits, stored, ids, standing, contradictions }: Becoming,
  { deciding, around }: { readonly deciding: StatementsDecision; readonly around: RelatedMemories },
): readonly DomainEvent[] => {
  const { by, turnsOf } = deciding
  const contested = contestedIn(standing, contradictions, by)
  const unstored = new Set(
    deciding.statements.flatMap(({ isNew, memoryId }) => (isNew && !ids.has(memoryId) ? memoryId : [])),
  )
  const { closings, deletions, withdrawn } = cascade(
    {
      closed: [...settled.closings, ...edits],
      waiting: turnsOfWaiting(stored, contradictions),
      deleted: settled.deletions,
      reworded: [
        ...settled.rewordings.map(({ target }) => target),
        ...[...contradictions.waiting].map((memoryId) => ({ memoryId })),
      ],
    },
    {
      ...around,
      behind: turnsOf === undefined ? around.behind : turnsOf(ids, around.behind),
      // Those of this ingest only where they become memories.
      echoes: around.echoes.filter(({ memoryId }) => !unstored.has(memoryId)),
    },
  )
  const changes = [
    ...closings.map((closing) => superseded(closing, by)),
    ...removeAll(deletions, { ...by, reason: 'forgotten' }),
    ...withdraw(withdrawn, by),
    ...contested,
  ]
  const ended = settledBy({ closings, forgotten: deletions }, around.conflicts, by)
  return [
    ...changes,
    ...ended,
    ...goingWith(ended, { attached: around, by, done: changes }),
    ...contradictions.events,
    ...lessonsIn(contradictions, { deciding, around, ids, stored: [...stored, ...standing] }),
  ]
}

/** What was made of a message that was edited is superseded by what is made of it now. */
const editedAway = (
  { edited = [] }: StatementsDecision,
  { closings, deletions }: Settlement,
  { stored, contradictions }: { readonly stored: ReadonlySet<string>; readonly contradictions: Contradictions },
): readonly Closing[] =>
  edited.flatMap(({ memoryId, version, successors, known }) => {
    if ([...closings, ...deletions].some((gone) => gone.memoryId === memoryId)) return []
    const by = successors.find((id) => stored.has(id) && !contradictions.waiting.has(id)) ?? known
    return { memoryId, version: version + 1, by, reason: 'edited' }
  })

/**
 * The turns that a waiting fact rests on: it takes their place, and shares its fate. Otherwise they would say in every search
 * what is not decided yet.
 */
const turnsOfWaiting = (stored: readonly Statement[], { waiting }: Contradictions): readonly Closing[] => {
  const turns = new Map<string, Closing>()
  for (const { memoryId: by, basis = [] } of stored)
    for (const { memoryId, version, isReplacing } of waiting.has(by) ? basis : [])
      if (!turns.has(memoryId) && !waiting.has(memoryId) && !isReplacing)
        turns.set(memoryId, { memoryId, version: version + 1, by, reason: 'superseded' })
  return [...turns.values()]
}

type Going = { readonly closings: readonly Closing[]; readonly forgotten: readonly Target[] }

/** What waited because of a conflict has gone, or one of both was forgotten: the conflict is over. */
const settledBy = ({ closings, forgotten }: Going, conflicts: readonly ConflictNow[], by: Metadata) => {
  const waiting = new Set(conflicts.map(({ conflict }) => conflict.new.memoryId))
  const gone = [
    ...closings.filter(({ memoryId }) => waiting.has(memoryId)),
    ...forgotten.map(({ memoryId, version }) => ({ memoryId, version: version + 1 })),
  ]
  const touched = gone.map(({ memoryId, version }) => [memoryId, { version, readers: 'gone' as const }] as const)
  return settleConflicts(conflicts, { touched: new Map(touched), by })
}

/** The memories in force that wait from now on. */
const contestedIn = (
  standing: readonly Statement[],
  { waiting }: Contradictions,
  by: Metadata,
): readonly MemoryOf<'MemoryContested'>[] =>
  standing.flatMap(({ memoryId, version }): readonly MemoryOf<'MemoryContested'>[] =>
    waiting.has(memoryId)
      ? [
          {
            type: 'MemoryContested',
            metadata: { ...by, memoryId, version: version + 1, reason: 'contradicts' },
            data: {},
          },
        ]
      : [],
  )

type Lessons = {
  readonly deciding: StatementsDecision
  readonly around: RelatedMemories
  readonly stored: readonly Statement[]
  readonly ids: ReadonlySet<string>
}

/** What contradictions teach, and whatever else arises. */
const lessonsIn = (contradictions: Contradictions, { deciding, around: { earlier }, stored, ids }: Lessons) => {
  const { by, lessonIdOf, expiring = [] } = deciding
  const arising = deciding.arising?.(ids) ?? []
  if (earlier === undefined) return reportAll(arising, { room: 1, oldest: expiring, by })
  const { room, oldest } = earlier
  return reportAll([...arising, ...lessonsOf(contradictions, { by, lessonIdOf, stored, earlier })], {
    room,
    oldest,
    by,
  })
}
