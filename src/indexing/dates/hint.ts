import { anyOf, START } from './pattern.js'
import { entriesOf, type Vocabulary } from './vocabulary.js'

/**
 * Something that every date in one of these languages holds: a digit, or the beginning of a word that names a day, a
 * month, a season, a feast, or what days are counted by. It finds more than dates, never fewer.
 */
export const hintOf = (vocabularies: readonly Vocabulary[]): RegExp =>
  new RegExp(`\\d|${START}${anyOf(...vocabularies.flatMap(wordsOf).filter((word) => word !== ''))}`, 'i')

const wordsOf = (v: Vocabulary): readonly string[] => [
  ...[v.months, v.weekdays, v.short ?? '', v.shortWeekdays ?? ''].flatMap(entriesOf),
  ...v.seasons,
  ...v.feasts.map(([name]) => name),
  ...v.days.map(([name]) => name),
  ...Object.values(v.units),
  v.quarter,
  v.onWeekend ?? '',
]
