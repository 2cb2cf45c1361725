import { judgeDialogue } from '../judge-dialogue.js'
import type { Kind, Pair } from './pairs.js'

/** What became of a pair: `right` is the first statement closed by the later one, or nothing closed in a trap. */
export type Judged = Pair & { readonly closed: 'nothing' | 'the first' | 'something else' }

const SPEAKER = 'User'

const judge = (pair: Pair, at: number): Judged => {
  const turn = (id: string, text: string) => ({ id, speaker: SPEAKER, text })
  const closed = judgeDialogue({
    id: `${pair.relation}-${at}`,
    sessions: [
      { id: 's1', date: '2025-02-03', turns: [turn('s1:1', pair.first)] },
      { id: 's2', date: '2025-05-19', turns: [turn('s2:1', pair.later)] },
    ],
  })
  const [one, ...more] = closed
  if (one === undefined) return { ...pair, closed: 'nothing' }
  return {
    ...pair,
    closed: more.length === 0 && one.turn === 's1:1' && one.by === 's2:1' ? 'the first' : 'something else',
  }
}

export const judgePairs = (pairs: readonly Pair[]): readonly Judged[] => pairs.map(judge)

export type Score = { readonly pairs: number; readonly closed: number }

const scoreOf = (judged: readonly Judged[]): Score => ({
  pairs: judged.length,
  closed: judged.filter(({ kind, closed }) => (kind === 'change' ? closed === 'the first' : closed !== 'nothing'))
    .length,
})

export type TemplatedFigures = {
  /** Of the changes, how many closed the first statement by the later one. */
  readonly recall: number
  /** Of what was closed, the share that should be. */
  readonly precision: number
  /** Of the pairs that change nothing, the share that closed something. */
  readonly collateral: number
  readonly kinds: Readonly<Record<Kind, Score>>
  /** Changes by relation. */
  readonly relations: Readonly<Record<string, Score>>
}

const KINDS: readonly Kind[] = ['change', 'trap', 'wrapped', 'other-subject', 'restated']

/** The figures of one half. */
export const templatedFigures = (judged: readonly Judged[]): TemplatedFigures => {
  const changes = judged.filter(({ kind }) => kind === 'change')
  const traps = judged.filter(({ kind }) => kind !== 'change')
  const [right, wrong] = [scoreOf(changes).closed, scoreOf(traps).closed]
  const astray = changes.filter(({ closed }) => closed === 'something else').length
  const names = [...new Set(changes.map(({ relation }) => relation))]
  const of = (kind: Kind) => scoreOf(judged.filter((one) => one.kind === kind))
  return {
    recall: right / changes.length,
    precision: right / (right + wrong + astray),
    collateral: wrong / traps.length,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, Score>,
    relations: Object.fromEntries(
      names.map((name) => [name, scoreOf(changes.filter(({ relation }) => relation === name))]),
    ),
  }
}
