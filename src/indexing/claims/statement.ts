/**
 * How a claim is made: `state`, something is so; `change`, it has become so ("now", "moved to"); `correct`, it was wrong
 * before ("actually", "not X but Y"); `end`, it is no longer so; `retract`, it is to be forgotten.
 */
export type Manner = 'state' | 'change' | 'correct' | 'end' | 'retract'

/**
 * What the words of a claim need before they can put another value out of force. `nothing`: they say by themselves that
 * there is one value at a time ("the capital of X is Y"). `change`: they need a word of change, because several may hold
 * ("my brother lives in X": which of them). `former`: they must name the former value ("moved to X": a town, or a tool).
 */
export type Needs = 'nothing' | 'change' | 'former'

/** What a statement says about one attribute of one subject. */
export type Claim = {
  /**
   * Normalised: '' is the speaker without a name, that is, the user; the speaker's name in lower case; another name
   * ("rex", "france"); or what belongs to the speaker ("sister of ana", "car of user").
   */
  readonly subject: string
  /** A code of `ATTRIBUTES`, in some cases with what it is about: `favourite:colour`, `allergy:peanuts`. */
  readonly attribute: string
  /** Normalised for comparison. Empty where an end names no value. */
  readonly value: string
  /** Where the value stands in the text, as offsets; null if it is implied. */
  readonly shown: readonly [number, number] | null
  readonly how: Manner
  readonly needs: Needs
  /** The value that held before, normalised, where the text names it. */
  readonly former: string | null
  /** ISO day from which, and up to which, it holds; null where the text does not say. */
  readonly from: string | null
  readonly to: string | null
}

/** The claims of one text. */
export type Statement = {
  readonly claims: readonly Claim[]
  /** Whether the text says nothing besides these claims. */
  readonly sole: boolean
  /** Key of who says it: '' for the user. What people say about themselves is put out of force only by themselves. */
  readonly teller: string
  /** Its speaker played a part, which others have begun: it claims nothing. */
  readonly played?: true
}
