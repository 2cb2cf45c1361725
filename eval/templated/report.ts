import { composedPairsOfHalf, readComposed } from './composed.js'
import { judgePairs, type Score, type TemplatedFigures, templatedFigures } from './judge-pairs.js'
import { type Half, pairsOfHalf } from './pairs.js'
import { readTemplates } from './templates.js'

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
const line = ([name, { closed, pairs }]: readonly [string, Score]): string =>
  `  ${name.padEnd(24)}${closed} of ${pairs}`

const HALVES: readonly Half[] = ['tune', 'held-out']

const print = (half: string, { recall, precision, collateral, kinds, relations }: TemplatedFigures): void => {
  console.log(
    `\n${half}: recall ${percent(recall)}, precision ${percent(precision)}, collateral ${percent(collateral)}`,
  )
  console.log(Object.entries(kinds).map(line).join('\n'))
  // Of the half that is kept for measuring only the totals are told.
  if (half.endsWith('tune')) console.log(`\n${Object.entries(relations).map(line).join('\n')}`)
}

/** Judges both halves of the templated facts, and of the composed ones, by the rules, without a store, prints the figures and returns them. */
export const evaluateTemplated = async (): Promise<Readonly<Record<string, TemplatedFigures>>> => {
  const templates = await readTemplates()
  const composed = await readComposed()
  const figures: Record<string, TemplatedFigures> = {}
  for (const half of HALVES) {
    const of = templatedFigures(judgePairs(pairsOfHalf(half, templates)))
    print(half, of)
    figures[half] = of
  }
  for (const half of HALVES) {
    const of = templatedFigures(judgePairs(composedPairsOfHalf(half, composed)))
    print(`composed, ${half}`, of)
    figures[`composed-${half}`] = of
  }
  return figures
}
