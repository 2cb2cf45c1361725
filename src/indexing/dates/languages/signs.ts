/**
 * By what words and endings a clause tells its time. Rough: they only decide between the last and the next of a
 * weekday or a day of the year. What is to come is looked for first, for it is often told with a participle.
 */
export type Signs = {
  readonly future: RegExp
  readonly past: RegExp
  /** What is, is to come, where nothing tells of the past. */
  readonly present: RegExp
}

/** Any of these, as a whole. */
export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives.join('|')})(?![\p{L}\p{M}])`, 'iu')
