import { z } from 'zod'
import { oneOf, wholeNumber } from './value-types.js'

/** What is recorded of answers. Spread into the schema of all settings. */
export const recalls = {
  RECALL_FLUSH_MS: wholeNumber(10, 60_000).default(5000).meta({
    description:
      'How long counts of recalled memories and receipts of searches are gathered before they are written, in milliseconds.',
  }),
  RECALL_RECEIPTS: oneOf('off', 'ids', 'full').default('ids').meta({
    description:
      'Receipts of searches (`recall_id`): `off`: none; `ids`: settings, and the memories returned; `full`: the words of the search as well, without secrets.',
  }),
  RECALL_RETENTION_DAYS: wholeNumber(0, 36_500).default(365).meta({
    description: 'How many days a receipt of a search can be read; 0: for ever. The event log keeps it.',
  }),
} as const

const Settings = z.object(recalls)

export type RecallSettings = {
  readonly flushMs: number
  readonly receipts: 'off' | 'ids' | 'full'
  /** 0: for ever. */
  readonly retentionDays: number
}

export const recallsOf = (settings: z.output<typeof Settings>): RecallSettings =>
  Object.freeze({
    flushMs: settings.RECALL_FLUSH_MS,
    receipts: settings.RECALL_RECEIPTS,
    retentionDays: settings.RECALL_RETENTION_DAYS,
  })
