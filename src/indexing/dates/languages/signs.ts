/**
 * Words and endings that show the tense of a clause. Approximate: they only choose between the last and the next
 * weekday or day of the year. Future is tested first, because it often contains a participle.
 */
export type Signs = {
  readonly future: RegExp
  readonly past: RegExp
  /** A present tense counts as future where no past form occurs. */
  readonly present: RegExp
}

/** Matches any of these alternatives as a whole word. */
export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives.join('|')})(?![\p{L}\p{M}])`, 'iu')
