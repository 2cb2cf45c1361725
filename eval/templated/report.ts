import { composedPairsOfHalf, readComposed } from './composed.js'
import { judgePairs, type Score, type TemplatedFigures, templatedFigures } from './judge-pairs.js'
import { type Half, type Pair, pairsOfHalf } from './pairs.js'
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

/** Judges both halves of each set of facts by the rules, without a store, prints the figures and returns them. */
export const evaluateTemplated = async (): Promise<Readonly<Record<string, TemplatedFigures>>> => {
  const [first, broad, stranger, composed] = await Promise.all([
    readTemplates('first'),
    readTemplates('broad'),
    readTemplates('stranger'),
    readComposed(),
  ])
  const sets: readonly (readonly [name: string, (half: Half) => readonly Pair[]])[] = [
    ['', (half) => pairsOfHalf(half, first)],
    ['composed-', (half) => composedPairsOfHalf(half, composed)],
    ['broad-', (half) => pairsOfHalf(half, broad)],
    ['stranger-', (half) => pairsOfHalf(half, stranger)],
  ]
  const figures: Record<string, TemplatedFigures> = {}
  for (const [name, pairs] of sets)
    for (const half of HALVES) {
      const of = templatedFigures(judgePairs(pairs(half)))
      print(`${name}${half}`, of)
      figures[`${name}${half}`] = of
    }
  return figures
}
