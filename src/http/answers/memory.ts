import { z } from 'zod'
import { claimType, memoryType } from '../../domain/memory/events.js'
import { count, id, moment, named, share } from './named.js'

/** A day of the calendar. */
const day = z.string().meta({ format: 'date' })

const stretch = named('Evidence', { memory_id: id, start: z.int().min(0), end: z.int().min(0) })

export const evidence = z.array(stretch)

/** The fields that records and the items of a search have in common. */
export const fieldsOfMemory = {
  id,
  content: z.string(),
  memory_type: memoryType,
  importance: share,
  source_site: z.string(),
  namespace: z.string(),
  agent_id: z.string().nullable(),
  role: z.string().nullable(),
  turn: count.nullable(),
  version: z.int().min(1),
  metadata: z.record(z.string(), z.unknown()),
  created_at: moment,
  observed_at: moment,
  observed_offset: z.string().nullable(),
  claim_type: claimType.nullable(),
  evidence,
  basis_changed: z.boolean(),
  outdated_by: id.nullable(),
  echo_of: id.nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
}
