import { z } from 'zod'
import { wholeNumber } from './value-types.js'

/** When a checkpoint of the log is signed. Spread into the schema of all settings. */
export const signedCheckpoints = {
  SIGNED_CHECKPOINT_EVENTS: wholeNumber(0, 100_000_000).default(10_000).meta({
    description:
      'After how many new events a signed checkpoint of the log is made, against which `palimpsest replay check` finds what was changed later; 0: their number is no reason for one.',
  }),
  SIGNED_CHECKPOINT_INTERVAL_MS: wholeNumber(0, 2_592_000_000).default(3_600_000).meta({
    description:
      'After how long a checkpoint is signed if there are any new events, in milliseconds; 0: time is no reason for one. With both at 0 none is signed, at the stop of the service neither.',
  }),
} as const

const Settings = z.object(signedCheckpoints)

/** Both 0: no checkpoints. */
export type CheckpointSettings = { readonly events: number; readonly intervalMs: number }

export const signedCheckpointsOf = (settings: z.output<typeof Settings>): CheckpointSettings =>
  Object.freeze({ events: settings.SIGNED_CHECKPOINT_EVENTS, intervalMs: settings.SIGNED_CHECKPOINT_INTERVAL_MS })
