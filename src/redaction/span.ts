/** Where in a text a secret stands, from its first character to before the one that follows it, and what it is. */
export type Span = { readonly start: number; readonly end: number; readonly kind: string }

/** Where a text holds secrets of some sort. Total, and linear in the text. */
export type Finder = (text: string) => readonly Span[]

/** What secrets of one kind look like, and which of its matches are none after all. */
export type Sought = {
  readonly kind: string
  readonly pattern: RegExp
  readonly isSecret?: (match: string) => boolean
}

/** All matches of a pattern; of each its group `secret`, or one of the two quoted forms of that, or else the whole. */
export const spansOf = (text: string, { kind, pattern, isSecret }: Sought): Span[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const secret = match.groups?.secret ?? match.groups?.single ?? match.groups?.double ?? match[0]
    const start = match.index + match[0].lastIndexOf(secret)
    return secret !== '' && (isSecret?.(secret) ?? true) ? [{ start, end: start + secret.length, kind }] : []
  })

/** Stands for what was taken out before: a finder sees that there is something, and that it is no word. */
export const TAKEN = '\ufffc'
