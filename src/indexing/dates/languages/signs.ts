/**
 * Words and endings that show the tense of a clause. Approximate: they only choose between the last and the next
 * weekday or day of the year. Future is tested first, because it often contains a participle.
 */
export type Signs = {
  readonly future: RegExp
  readonly past: RegExp
  /** Something was put off or brought forward, to the date behind one of these words: it lies ahead, whatever the tense. */
  readonly moved: { readonly verb: RegExp; readonly to: RegExp }
  /** A present tense counts as future where no past form occurs. */
  readonly present: RegExp
}

/** Matches a text that ends with one of these, or begins with it. */
export const endsWith = (...alternatives: readonly string[]): RegExp =>
  new RegExp(String.raw`(?:^|(?<![\p{L}\p{M}]))(?:${alternatives.join('|')})\s*$`, 'iu')

/** Matches any of these alternatives as a whole word. */
export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives.join('|')})(?![\p{L}\p{M}])`, 'iu')
