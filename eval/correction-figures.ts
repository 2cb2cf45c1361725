import type { Corrected } from './ask-corrections.js'
import { timesOf } from './figures.js'

/** What was put out of force in dialogues of one kind. Counts of turns. */
export type CorrectionFigures = {
  readonly dialogues: number
  /** Turns that should be out of force at the end, and those that are, by what should take their place. */
  readonly wanted: number
  readonly hits: number
  /** Out of force, but by another turn than the right one. */
  readonly byAnother: number
  /** Out of force though they still hold. */
  readonly collateral: number
  /** Still hold, and a fact of several that rest on them is out of force: for a look by eye. */
  readonly partly: number
  /** In per cent; null where nothing was closed, or was to be. */
  readonly precision: number | null
  readonly recall: number | null
}

type Judged = Pick<CorrectionFigures, 'wanted' | 'hits' | 'byAnother' | 'collateral' | 'partly'>

/** A turn counts as out of force when its own memory is, or every fact that rests on it; one to be closed, when any is. */
export const judged = ({ dialogue, memories, by }: Pick<Corrected, 'dialogue' | 'memories' | 'by'>): Judged => {
  const right = new Map(dialogue.closed.map((each) => [each.turn, each.by]))
  const turns = [...new Set(memories.map(({ turn }) => turn))]
  const of = (turn: string) => memories.filter((memory) => memory.turn === turn)
  const isClosed = (turn: string) => of(turn).some(({ closed }) => closed)
  const isGone = (turn: string) => {
    const facts = of(turn).filter(({ own }) => !own)
    return (
      of(turn).some(({ own, closed }) => own && closed) || (facts.length > 0 && facts.every(({ closed }) => closed))
    )
  }
  const closed = turns.filter((turn) => right.has(turn) && isClosed(turn))
  const held = turns.filter((turn) => !right.has(turn))
  // Nothing is told of a late value, which is out of force at once.
  const byAnother = closed.filter((turn) => by.has(turn) && by.get(turn) !== right.get(turn)).length
  return {
    wanted: right.size,
    hits: closed.length - byAnother,
    byAnother,
    collateral: held.filter(isGone).length,
    partly: held.filter((turn) => isClosed(turn) && !isGone(turn)).length,
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)

export const correctionFiguresOf = (corrected: readonly Corrected[]): CorrectionFigures => {
  const all = corrected.map(judged)
  const sum = (field: keyof Judged) => all.reduce((total, each) => total + each[field], 0)
  const [wanted, hits, byAnother, collateral, partly] = [
    sum('wanted'),
    sum('hits'),
    sum('byAnother'),
    sum('collateral'),
    sum('partly'),
  ]
  return {
    dialogues: corrected.length,
    ...{ wanted, hits, byAnother, collateral, partly },
    precision: share(hits, hits + byAnother + collateral),
    recall: share(hits, wanted),
  }
}

/** The figures of all, by language and by kind, the dialogues that are not as they should be, and what ingests took. */
export const correctionReportOf = (corrected: readonly Corrected[]) => {
  const by = (field: 'language' | 'kind') =>
    [...new Set(corrected.map(({ dialogue }) => dialogue[field]))].map((name) => ({
      name,
      ...correctionFiguresOf(corrected.filter(({ dialogue }) => dialogue[field] === name)),
    }))
  const idsOf = (isWrong: (each: Judged) => boolean) =>
    corrected.filter((each) => isWrong(judged(each))).map(({ dialogue }) => dialogue.id)
  return {
    groups: [{ name: 'all', ...correctionFiguresOf(corrected) }, ...by('language'), ...by('kind')],
    missed: idsOf(({ wanted, hits }) => hits < wanted),
    closedWrongly: idsOf(({ byAnother, collateral }) => byAnother + collateral > 0),
    closedInPart: idsOf(({ partly }) => partly > 0),
    miscounted: corrected.reduce((sum, each) => sum + each.miscounted, 0),
    times: timesOf(corrected.flatMap(({ times }) => times)),
  }
}
