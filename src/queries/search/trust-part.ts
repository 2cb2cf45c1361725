/** How much of the relevance of a memory the trust in its agent adds or takes away at most. */
const REACH = 0.25

/**
 * 0.25 · (2 · trust − 1) · relevance, where that is above 0: what an agent shares counts for a quarter less at trust 0 and
 * for a quarter more at trust 1. At 0.5, which is also that of an agent of which nothing is set, it changes nothing; and
 * what does not match is neither raised nor lowered.
 */
export const trustPart = (trust: number, relevance: number): number =>
  relevance > 0 ? REACH * (2 * trust - 1) * relevance : 0
