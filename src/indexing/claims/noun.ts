/**
 * What makes a German noun of no list the only one: `of`, "der N von X"; `mine`, "mein N"; `as`, "als N"; `had`, "hat den N Y";
 * `at`, "bei X ist Y der N"; `whose`, "Annas N"; `bare`, "N von X ist Y".
 */
export type Stand = 'of' | 'mine' | 'as' | 'had' | 'at' | 'whose' | 'bare'

/** A noun of an attribute with the words before it that change nothing. */
export type Noun = {
  readonly code: string
  /** In tokens. */
  readonly length: number
  /** Whether it is called new. */
  readonly fresh: boolean
  readonly stand?: Stand
}
