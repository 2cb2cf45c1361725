import type { Language } from '../stop-words.js'

/** Who says a text, as far as known: the label and the role of its speaker; and in which language. */
export type ClaimContext = {
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
}

/** A value of an attribute of a subject. */
export type Claim = { readonly subject: string; readonly attribute: string; readonly value: string }

export type Claims = {
  readonly claims: readonly Claim[]
  /** Whether the text says nothing else. */
  readonly sole: boolean
}

/** What a text claims of single-valued attributes that the rules know: nothing, while they know none. */
export const claimsOf = (_text: string, _context: ClaimContext): Claims => NOTHING

const NOTHING: Claims = { claims: [], sole: false }
