/** The four settings that may be turned while the service runs. Thresholds are 0 to 1, results a count. */
export type Knobs = {
  readonly similarityThreshold: number
  readonly audnCandidateThreshold: number
  readonly clarificationConflictThreshold: number
  readonly maxSearchResults: number
}

export type Settings = {
  /** As they are now: to be asked by each request anew. */
  readonly now: () => Knobs
  /** In memory only: a restart begins with the environment's again. */
  readonly turn: (changes: Partial<Knobs>) => void
}

/** Starts with the values of the environment. */
export const createSettings = ({
  similarityThreshold,
  audnCandidateThreshold,
  clarificationConflictThreshold,
  maxSearchResults,
}: Knobs): Settings => {
  let knobs: Knobs = Object.freeze({
    similarityThreshold,
    audnCandidateThreshold,
    clarificationConflictThreshold,
    maxSearchResults,
  })
  return {
    now: () => knobs,
    turn: (changes) => {
      knobs = Object.freeze({ ...knobs, ...changes })
    },
  }
}
