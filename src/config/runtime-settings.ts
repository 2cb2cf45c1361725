/** The four settings that may be turned while the service runs. Thresholds are 0 to 1, results a count. */
export type RuntimeSettings = {
  readonly similarityThreshold: number
  readonly audnCandidateThreshold: number
  readonly clarificationConflictThreshold: number
  readonly maxSearchResults: number
}

export type Settings = {
  /** As they are now: to be asked by each request anew. */
  readonly now: () => RuntimeSettings
  /** In memory only: a restart begins with the environment's again. */
  readonly turn: (changes: Partial<RuntimeSettings>) => void
}

/** Starts with the values of the environment. */
export const createSettings = ({
  similarityThreshold,
  audnCandidateThreshold,
  clarificationConflictThreshold,
  maxSearchResults,
}: RuntimeSettings): Settings => {
  let runtimeSettings: RuntimeSettings = Object.freeze({
    similarityThreshold,
    audnCandidateThreshold,
    clarificationConflictThreshold,
    maxSearchResults,
  })
  return {
    now: () => runtimeSettings,
    turn: (changes) => {
      runtimeSettings = Object.freeze({ ...runtimeSettings, ...changes })
    },
  }
}
