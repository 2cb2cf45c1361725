/** The four settings that may change while the service runs. Thresholds are 0 to 1, results a count. */
export type RuntimeSettings = {
  readonly similarityThreshold: number
  readonly audnCandidateThreshold: number
  readonly clarificationConflictThreshold: number
  readonly maxSearchResults: number
}

export type Settings = {
  /** The current values: call it once per request. */
  readonly now: () => RuntimeSettings
  /** In memory only: a restart begins with the environment's values again. */
  readonly update: (changes: Partial<RuntimeSettings>) => void
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
    update: (changes) => {
      runtimeSettings = Object.freeze({ ...runtimeSettings, ...changes })
    },
  }
}
