import type { CopyProgress, CopyResult } from '../operations/copy-log/copy-report.js'
import { progressLine } from './progress-line.js'

type Say = (line: string) => void

/** How a copy is shown: progress on stderr and the result in words, or all of it as one JSON object a line. */
export const showCopy = (say: Say, json: boolean) => {
  if (json)
    return {
      progress: (progress: CopyProgress) => say(JSON.stringify(progress)),
      result: (result: CopyResult) => say(JSON.stringify({ result })),
      broken: () => {},
    }
  const line = progressLine()
  return {
    progress: (progress: CopyProgress) => line.show(progress, words(progress)),
    result: (result: CopyResult) => {
      line.clear()
      for (const sentence of sentences(result)) say(sentence)
    },
    broken: line.clear,
  }
}

const words = ({ phase, done, total, perSecond }: CopyProgress): string =>
  phase === 'copying'
    ? `Copying: ${done} events, ${perSecond} a second`
    : `Verifying: ${done} of ${total} events read back, ${perSecond} a second`

const sentences = ({ events, streams, hash, written, grown, seconds }: CopyResult): readonly string[] => [
  `${written} of ${events} events in ${streams} streams were copied in ${seconds.toFixed(1)} s${written < events ? '; the others were there already' : ''}.`,
  `Both logs hold the same ${events} events: sha256 ${hash}.`,
  ...(grown ? ['The log has grown meanwhile. Stop its service, and run the same command again for the rest.'] : []),
  'The copy is ready: start the service with its settings. It builds its read models from it first.',
]
