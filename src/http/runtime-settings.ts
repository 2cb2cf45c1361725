/** The four settings that may be turned while the service runs. */
export type Knob =
  | 'similarityThreshold'
  | 'audnCandidateThreshold'
  | 'clarificationConflictThreshold'
  | 'maxSearchResults'

export type Turned = { readonly [Name in Knob]?: number }

/** Whether they may be turned, and how: in memory only. */
export type Knobs = { readonly enabled: boolean; readonly turn: (changes: Turned) => void }
