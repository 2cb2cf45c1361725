/**
 * How much one statement takes on, so that none holds up others for long: a transaction may be long, its statements are not.
 * Rows written to a table; keys that are looked up, or counts that are moved; memories whose search rows are worked out anew,
 * and words of their own that these have together.
 */
export const AT_ONCE = { rows: 32, keys: 128, memories: 32, words: 640 } as const
