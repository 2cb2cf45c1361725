import type { Counts, FactOutcome } from '../episode.js'
import type { Reason } from '../event.js'
import type { ExtractionOf } from '../extraction.js'
import type { Moment } from '../moment.js'
import type { Clash, Target, Verdict, VerdictOutcome } from '../verdict.js'
import type { Closing, Deletion } from './cascade.js'

/** Memories that a statement asks to be forgotten, whether it is certain that they are meant, and when, if a time before now was given. */
export type Forgetting = {
  readonly isClear: boolean
  readonly memories: readonly Target[]
  readonly askedAt?: Moment | undefined
}

/** A statement, in the version that it has or will have, and what is said of it and known memories. */
export type Judged = Target & {
  readonly verdicts: readonly Verdict[]
  readonly forgets?: Forgetting
}

/** A memory that takes over the words of a new statement, which is none itself. */
type Rewording = { readonly target: Target; readonly factId: string }
/** A statement that a memory makes already, which it supports. */
type Repetition = { readonly target: Target; readonly factId: string }
/** A statement that contradicts a memory of another agent. */
export type Clashing = { readonly factId: string; readonly target: Target; readonly clash: Clash }
type Contest = { readonly from: string; readonly to: string; readonly kind: 'contradicts' | 'supersedes' }

/** What follows from the verdicts on the statements of an ingest. */
export type Settlement = {
  readonly verdicts: ExtractionOf<'FactsJudged'>['data']['verdicts']
  readonly closings: readonly Closing[]
  /** What is forgotten because somebody asked for it. */
  readonly deletions: readonly Deletion[]
  readonly contests: readonly Contest[]
  readonly rewordings: readonly Rewording[]
  readonly repetitions: readonly Repetition[]
  /** At most one of each fact; of what is put out of force by a later one, too. */
  readonly clashes: readonly Clashing[]
  /** Of facts that are not plainly stored, by their ids. */
  readonly outcomes: ReadonlyMap<string, FactOutcome>
}

/** Whether a fact becomes a memory. */
export const isStored = (outcome: FactOutcome | undefined): boolean =>
  outcome === undefined || outcome.outcome === 'stored' || outcome.outcome === 'updated'

/** How many of the new facts came to what: each has one outcome. */
export const outcomeCounts = (
  news: readonly { readonly memoryId: string }[],
  { outcomes }: Settlement,
): Pick<Counts, 'factsExtracted' | 'memoriesStored' | 'memoriesUpdated' | 'memoriesDeleted' | 'memoriesSkipped'> => {
  const told = news.map(({ memoryId }) => outcomes.get(memoryId)?.outcome ?? 'stored')
  const count = (wanted: FactOutcome['outcome']) => told.filter((outcome) => outcome === wanted).length
  return {
    factsExtracted: news.length,
    memoriesStored: count('stored'),
    memoriesUpdated: count('updated'),
    memoriesDeleted: count('deleted'),
    memoriesSkipped: count('skipped'),
  }
}

/** Of the memories that a fact only differs from, the newest that it is linked with. */
const DIFFERING = 3
/** Verdicts of an ingest, so that its last append stays small; statements beyond them are stored beside what is known. */
const VERDICTS_OF_AN_INGEST = 120

/**
 * Turns verdicts into what is written, statement by statement in their order: a memory is closed once, by the
 * first that closes it. Pure.
 */
export const settle = (judged: readonly Judged[]): Settlement => {
  const settling = new Settling()
  for (const each of judged) settling.add(each)
  return settling
}

class Settling implements Settlement {
  readonly verdicts: ExtractionOf<'FactsJudged'>['data']['verdicts'] = []
  readonly closings: Closing[] = []
  readonly deletions: Deletion[] = []
  readonly contests: Contest[] = []
  readonly rewordings: Rewording[] = []
  readonly repetitions: Repetition[] = []
  readonly clashes: Clashing[] = []
  readonly outcomes = new Map<string, FactOutcome>()
  private readonly closed = new Set<string>()

  add(judged: Judged): void {
    const { memoryId, verdicts, forgets } = judged
    if (forgets !== undefined) {
      this.forget(memoryId, forgets)
      return
    }
    const open = this.kept(verdicts)
    // What the caller says is no verdict to be kept: the events say it.
    for (const { target, clash: _, by: __, together: ___, ...found } of open.filter(({ by }) => by !== 'caller'))
      this.verdicts.push({ memoryId, judged: [[target.memoryId, target.version]], ...found })
    const known = open.find(({ applied }) => applied === 'skip')
    if (known) {
      this.repetitions.push({ target: known.target, factId: memoryId })
      this.outcomes.set(memoryId, skipped(known))
      return
    }
    const precise = open.find(({ applied }) => applied === 'update')
    if (precise) this.reword(precise, memoryId)
    else this.store(judged, open)
  }

  /** What is stored supersedes memories, is superseded itself where it comes late, or stands beside what it differs from. */
  private store({ memoryId, version }: Judged, open: readonly Verdict[]): void {
    const by = (wanted: VerdictOutcome) => open.filter(({ applied }) => applied === wanted)
    const superseded = by('supersede').flatMap((verdict) =>
      [verdict.target, ...(verdict.together ?? [])].map((target) => ({ ...verdict, target })),
    )
    const [late] = by('late')
    const differing = by('contradiction')
    const replaces = superseded.map(({ target }) => target.memoryId)
    for (const verdict of superseded)
      if (this.isOpen(verdict.target.memoryId))
        this.supersede(verdict.target, memoryId, reasonOf(verdict) ?? 'superseded')
    if (late) this.supersede({ memoryId, version }, late.target.memoryId, reasonOf(late) ?? 'late')
    for (const { target } of differing) this.contests.push({ from: memoryId, to: target.memoryId, kind: 'contradicts' })
    for (const { target, clash } of differing.filter((verdict) => verdict.clash !== undefined).slice(-1))
      if (clash && !late) this.clashes.push({ factId: memoryId, target, clash })
    const [told] = [...superseded, ...(late ? [late] : []), ...differing]
    if (told === undefined) return
    const outcome = replaces.length > 0 ? 'updated' : 'stored'
    this.outcomes.set(memoryId, { memoryId, outcome, reason: told.reason, replaces })
  }

  /** The verdicts about what is still in force: all that close something, and the last of the others. */
  private kept(verdicts: readonly Verdict[]): readonly Verdict[] {
    const open = verdicts.filter(({ target }) => this.isOpen(target.memoryId))
    const differing = open.filter(({ applied }) => DIFFERS.has(applied)).slice(-DIFFERING)
    const kept = open.filter((verdict) => !DIFFERS.has(verdict.applied) || differing.includes(verdict))
    const room = VERDICTS_OF_AN_INGEST - this.verdicts.length
    return kept.filter(({ by }, i) => i < room || by === 'caller')
  }

  /** A fact of this ingest that is not stored cannot be closed. */
  private isOpen(memoryId: string): boolean {
    const outcome = this.outcomes.get(memoryId)
    return !this.closed.has(memoryId) && isStored(outcome) && (outcome === undefined || outcome.memoryId === memoryId)
  }

  private forget(memoryId: string, { isClear, memories, askedAt }: Forgetting): void {
    const open = memories.filter((memory) => this.isOpen(memory.memoryId))
    const replaces = open.map((memory) => memory.memoryId)
    const about = { memoryId: replaces[0] ?? memoryId, replaces }
    if (!isClear || open.length === 0) {
      this.outcomes.set(memoryId, { ...about, outcome: 'skipped', reason: 'forget_unclear' })
      return
    }
    for (const { memoryId: id, version } of open) {
      this.closed.add(id)
      this.deletions.push({ memoryId: id, version, ...(askedAt && { askedAt }) })
    }
    this.outcomes.set(memoryId, { ...about, outcome: 'deleted', reason: 'forgotten' })
  }

  /** Nothing else is done to it in this ingest. */
  private reword({ target, reason }: Verdict, factId: string): void {
    this.closed.add(target.memoryId)
    this.rewordings.push({ target, factId })
    this.outcomes.set(factId, { memoryId: target.memoryId, outcome: 'updated', reason, replaces: [] })
  }

  private supersede(target: Target, by: string, reason: Reason): void {
    this.close(target, by, reason)
    this.contests.push({ from: by, to: target.memoryId, kind: 'supersedes' })
  }

  private close({ memoryId, version }: Target, by: string, reason: Reason): void {
    this.closed.add(memoryId)
    this.closings.push({ memoryId, version: version + 1, by, reason })
  }
}

/** As events tell it. */
const reasonOf = ({ reason }: Verdict): 'replaced' | 'same_key' | 'corrected' | undefined => {
  if (reason === 'correction') return 'corrected'
  return reason === 'replaced' || reason === 'same_key' ? reason : undefined
}

const DIFFERS: ReadonlySet<VerdictOutcome> = new Set(['contradiction', 'add'])

const skipped = ({ target, reason }: Verdict): FactOutcome => ({
  memoryId: target.memoryId,
  outcome: 'skipped',
  reason,
  replaces: [],
})
