import type { Position, Recorded } from '../../event-store/event-store.js'

type Batch = readonly Recorded[]

/** What becomes of events on their way from one log into the other. */
export type Passage = {
  /** Identifies the secret key under which they are sealed; null: they are copied as they are kept. */
  readonly check: string | null
  /** Called once with the last event that will be copied, before the first one is. */
  readonly begin: (end: Position) => Promise<void>
  /** Events of the log as they are to be read in the other one. */
  readonly carried: (batch: Batch) => Promise<Batch>
  /** Events that the other log keeps, as they are read in it. */
  readonly readBack: (batch: Batch) => Promise<Batch>
  /** What is compared of events that are read in either log. */
  readonly compared: (batch: Batch) => Batch
}

/** Nothing. */
export const unchanged: Passage = {
  check: null,
  begin: async () => {},
  carried: async (batch) => batch,
  readBack: async (batch) => batch,
  compared: (batch) => batch,
}
