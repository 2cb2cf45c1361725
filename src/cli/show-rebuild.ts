import type { RebuildProgress, RebuildResult } from '../projector/rebuild/plan-rebuild.js'
import { progressLine, timeLeft } from './progress-line.js'

/** Prints the progress and the result of a rebuild. */
export type Show = {
  readonly progress: (progress: RebuildProgress) => void
  readonly result: (result: RebuildResult) => void
  /** Called when it ends without a result. */
  readonly broken: () => void
}

type Say = (line: string) => void

/** One JSON object a line. */
export const showJson = (say: Say): Show => ({
  progress: ({ phase, done, total, perSecond }) => say(JSON.stringify({ phase, done, total, perSecond })),
  result: (result) => say(JSON.stringify({ result })),
  broken: () => {},
})

/** Progress goes to stderr, so that stdout has only the result. */
export const showWords = (say: Say): Show => {
  const line = progressLine()
  return {
    progress: (progress) => line.show(progress, words(progress)),
    result: (result) => {
      line.clear()
      for (const sentence of sentences(result)) say(sentence)
    },
    broken: line.clear,
  }
}

const words = ({ phase, done, total, perSecond }: RebuildProgress): string => {
  const rate = `${perSecond} a second`
  if (phase === 'verifying') return `Verifying: ${done} rows compared, ${rate}`
  const of = total === undefined ? '' : ` of ${total}`
  return `Building: ${done}${of} events, ${rate}${timeLeft({ done, total, perSecond })}`
}

const sentences = ({ live, built, swapped, events, seconds, lost, verification }: RebuildResult): readonly string[] => {
  const amount = events === undefined ? 'the whole log' : `${events} events`
  if (!swapped && verification === undefined)
    return [
      ...(lost === undefined ? [] : [lost]),
      `It would build ${built} from ${amount} beside ${live}, and then serve it. Nothing was changed.`,
    ]
  const pace = events !== undefined && seconds > 0 ? `, ${Math.round(events / seconds)} a second` : ''
  return [
    `Built ${built} from ${amount} in ${seconds.toFixed(1)} s${pace}.`,
    ...(verification ? verdict(verification) : []),
    ...(lost === undefined ? [] : [`${live} is of the log as it is; what was there before was not.`]),
    swapped ? `Requests read ${live} now.` : `It was dropped again; requests read ${live} as before.`,
  ]
}

const verdict = (v: NonNullable<RebuildResult['verification']>): readonly string[] => {
  if (v.equal) return [`${v.tables} tables, ${v.rows} rows: equal.`]
  return [
    `${v.differing} of ${v.rows} rows in ${v.tables} tables differ${v.differing > v.differences.length ? '; the first of them' : ''}:`,
    ...v.differences.map(({ table, key, in: where, columns }) => {
      const at = Object.entries(key).map(([column, value]) => `${column}=${value}`)
      return `  ${table} ${at.join(' ')}: ${where === 'both' ? columns.join(', ') : where}`
    }),
  ]
}
