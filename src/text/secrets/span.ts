/** The range of a secret in a text, end exclusive, and its kind. */
export type Span = { readonly start: number; readonly end: number; readonly kind: string }

/** Finds secrets of one sort in a text. Never throws; linear in the text. */
export type Finder = (text: string) => readonly Span[]

/** The pattern of one kind of secret, and a check for false positives. */
export type Sought = {
  readonly kind: string
  readonly pattern: RegExp
  readonly isSecret?: (match: string) => boolean
}

/** All matches of a pattern. The span is the group `secret`, one of its two quoted forms, or the whole match. */
export const spansOf = (text: string, { kind, pattern, isSecret }: Sought): Span[] =>
  allOf(pattern, text).flatMap((match) => {
    const secret = match.groups?.secret ?? match.groups?.single ?? match.groups?.double ?? match[0]
    const start = match.index + match[0].lastIndexOf(secret)
    return secret !== '' && (isSecret?.(secret) ?? true) ? [{ start, end: start + secret.length, kind }] : []
  })

/** All matches of a global pattern. Most texts have none, and `matchAll` makes a copy of the pattern first. */
export const allOf = (pattern: RegExp, text: string): readonly RegExpExecArray[] =>
  text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)]

/** Replaces an earlier redaction during the search: finders see that something is there, and that it is not a word. */
export const TAKEN = '\ufffc'
