import type { FactOutcome } from '../../../domain/episode.js'
import type { Reason } from '../../../domain/event.js'
import type { ExtractionOf } from '../../../domain/extraction.js'
import type { Ruled, Ruling } from './ruling.js'

/** A memory that is put out of force: the version that says so, and what takes its place. */
type Closing = {
  readonly memoryId: string
  readonly version: number
  readonly by: string | null
  readonly reason: Reason
}
type Contest = { readonly from: string; readonly to: string; readonly kind: 'contradicts' | 'supersedes' }

/** What follows from the rulings on the new facts of an ingest. */
export type Settlement = {
  readonly verdicts: ExtractionOf<'FactsJudged'>['data']['verdicts']
  readonly closings: readonly Closing[]
  readonly contests: readonly Contest[]
  /** Of facts that are not plainly stored, by their ids. */
  readonly outcomes: ReadonlyMap<string, FactOutcome>
}

/** Whether a fact becomes a memory. */
export const isStored = (outcome: FactOutcome | undefined): boolean =>
  outcome === undefined || outcome.outcome === 'stored' || outcome.outcome === 'updated'

/**
 * Turns rulings into what is written, fact by fact in the order in which they were said: a memory is closed once, by the
 * first that closes it. Pure.
 */
export const settle = (ruled: readonly Ruled[]): Settlement => {
  const settling = new Settling()
  for (const each of ruled) settling.add(each)
  return settling
}

class Settling implements Settlement {
  readonly verdicts: ExtractionOf<'FactsJudged'>['data']['verdicts'] = []
  readonly closings: Closing[] = []
  readonly contests: Contest[] = []
  readonly outcomes = new Map<string, FactOutcome>()
  private readonly closed = new Set<string>()

  add({ fact: { memoryId }, rulings, takesBack }: Ruled): void {
    const open = rulings.filter(({ target }) => !this.closed.has(target.memoryId) && this.isThere(target.memoryId))
    for (const { target, outcome, applied, confidence, reason } of open)
      this.verdicts.push({
        memoryId,
        judged: [[target.memoryId, target.version]],
        outcome,
        applied,
        confidence,
        reason,
      })
    const retracted = open.filter(({ applied }) => applied === 'retract')
    if (retracted.length > 0 || takesBack) {
      this.retract(memoryId, retracted)
      return
    }
    const [known] = open.filter(({ applied }) => applied === 'skip')
    if (known) {
      const { target, reason } = known
      this.outcomes.set(memoryId, { memoryId: target.memoryId, outcome: 'skipped', reason, replaces: [] })
      return
    }
    this.replace(memoryId, open)
  }

  /** A fact of this ingest that is not stored cannot be closed. */
  private isThere(memoryId: string): boolean {
    return isStored(this.outcomes.get(memoryId))
  }

  private note(factId: string, outcome: FactOutcome): void {
    this.outcomes.set(factId, outcome)
  }

  private close(memoryId: string, version: number, { by, reason }: Pick<Closing, 'by' | 'reason'>): void {
    this.closed.add(memoryId)
    this.closings.push({ memoryId, version: version + 1, by, reason })
  }

  private retract(factId: string, rulings: readonly Ruling[]): void {
    for (const { target } of rulings) this.close(target.memoryId, target.version, { by: null, reason: 'retracted' })
    const [first] = rulings
    const replaces = rulings.map(({ target }) => target.memoryId)
    this.note(
      factId,
      first
        ? { memoryId: first.target.memoryId, outcome: 'deleted', reason: first.reason, replaces }
        : { memoryId: factId, outcome: 'skipped', reason: 'nothing_alike', replaces: [] },
    )
  }

  private replace(factId: string, rulings: readonly Ruling[]): void {
    const replaced = rulings.filter(({ applied }) => applied === 'supersede')
    for (const { target } of replaced) {
      this.close(target.memoryId, target.version, { by: factId, reason: 'superseded' })
      this.contests.push({ from: factId, to: target.memoryId, kind: 'supersedes' })
    }
    for (const { target } of rulings.filter(({ applied }) => applied === 'contradiction'))
      this.contests.push({ from: factId, to: target.memoryId, kind: 'contradicts' })
    const [late] = rulings.filter(({ applied }) => applied === 'late')
    if (late) {
      this.close(factId, 1, { by: late.target.memoryId, reason: 'late' })
      this.contests.push({ from: late.target.memoryId, to: factId, kind: 'supersedes' })
    }
    const [told] = [
      ...replaced,
      ...(late ? [late] : []),
      ...rulings.filter(({ applied }) => applied === 'contradiction'),
    ]
    if (told === undefined) return
    const replaces = replaced.map(({ target }) => target.memoryId)
    const outcome = replaced.length > 0 ? 'updated' : 'stored'
    this.note(factId, { memoryId: factId, outcome, reason: told.reason, replaces })
  }
}
