import type { About, Match } from './score.js'

/** The later said first; of one day the later written. */
export const newestFirst = ({ about: a }: Match, { about: b }: Match): number =>
  compare(b.occurred_on ?? '', a.occurred_on ?? '') ||
  compare(b.created_at, a.created_at) ||
  Number(b.ordinal - a.ordinal) ||
  compare(a.id, b.id)

/** Best first; of equals the older one. */
export const byScore = (a: Match, b: Match): number => b.score - a.score || oldestFirst(a.about, b.about)

/** The earlier written first. */
export const oldestFirst = (a: Age, b: Age): number =>
  compare(a.created_at, b.created_at) || Number(a.ordinal - b.ordinal) || compare(a.id, b.id)

type Age = Pick<About, 'id' | 'created_at' | 'ordinal'>

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
