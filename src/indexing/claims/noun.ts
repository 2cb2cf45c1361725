/** A noun of an attribute with the words before it that change nothing. */
export type Noun = {
  readonly code: string
  /** In tokens. */
  readonly length: number
  /** Whether it is called new. */
  readonly fresh: boolean
}
