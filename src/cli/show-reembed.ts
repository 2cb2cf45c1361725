import { modelName } from '../domain/embedding.js'
import type { Compared, Estimate, ReembedProgress, ReembedResult } from '../operations/reembed/report.js'

/** How many texts are to be embedded, and the cost. */
export const estimateIn = ({ texts, tokens, cost }: Estimate): string => {
  if (texts === 0) return 'Nothing has to be embedded.'
  const price = cost === null ? 'price unknown: pass --price' : `about ${money(cost)}`
  return `${texts} texts have to be embedded, about ${tokens} tokens, ${price}.`
}

/** In cents, or in two significant digits below one dollar. */
export const money = (dollars: number): string =>
  `$${dollars >= 1 ? dollars.toFixed(2) : Number(dollars.toPrecision(2))}`

export const progressIn = ({ phase, done, total, perSecond }: ReembedProgress): string => {
  if (phase === 'waiting') return `Waiting for the provider: ${done} of ${total} texts are embedded`
  const rate = perSecond > 0 ? `, ${perSecond} a second` : ''
  // Positions are no count of events in every log, so only their share is shown.
  if (phase === 'building') return `Building the read models: ${total === 0 ? 100 : Math.floor((100 * done) / total)} %`
  return phase === 'comparing'
    ? `Comparing: ${done} of ${total} queries`
    : `Embedding: ${done} of ${total} texts${rate}`
}

/** The result in sentences, one a line. */
export const sentencesOf = (result: ReembedResult): readonly string[] => {
  const { from, to, estimate, embedded, seconds, state, compared } = result
  if (state === 'planned')
    return [
      estimateIn(estimate),
      `Then requests would be answered by ${modelName(to)} instead of ${modelName(from)}. Nothing was changed.`,
    ]
  const done = embedded === 0 ? [] : [`Embedded ${embedded} texts in ${seconds.toFixed(1)} s.`]
  if (compared) return [...done, ...compared.flatMap(differences), summaryOf(result, compared)]
  if (state === 'unchanged') return [...done, `Requests are answered by ${modelName(to)} already.`]
  return [
    ...done,
    `Requests are answered by ${modelName(to)} now; \`palimpsest reembed --back\` returns to ${modelName(from)}.`,
  ]
}

const differences = ({ userId, query, same, of, entered, left }: Compared): readonly string[] => [
  `${userId}: ${query}`,
  `  ${same} of ${of} are the same`,
  ...left.map(({ rank, id, content }) => `  - ${rank}. ${id} ${cut(content)}`),
  ...entered.map(({ rank, id, content }) => `  + ${rank}. ${id} ${cut(content)}`),
]

const SHOWN = 70
const cut = (content: string): string => {
  const line = content.replace(/\s+/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}

const summaryOf = ({ from, to }: ReembedResult, compared: readonly Compared[]): string => {
  const shares = overlapOf(compared)
  return `${compared.length} queries, mean overlap of the first ten ${(100 * shares).toFixed(1)} % (${modelName(from)} against ${modelName(to)}). Nothing was switched.`
}

/** Mean share of the first ten results that both models have in common, 0 to 1; two empty answers count as 1. */
export const overlapOf = (compared: readonly Compared[]): number =>
  compared.reduce((sum, { same, of }) => sum + (of === 0 ? 1 : same / of), 0) / Math.max(1, compared.length)
