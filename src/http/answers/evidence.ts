import { z } from 'zod'
import { count, id } from './named.js'

/** A day of the calendar. */
const day = z.string().meta({ format: 'date' })

const OFFSETS = 'In UTF-16 units, into the words of that memory without the label of its speaker.'

const stretch = z
  .object({
    memory_id: id.describe('What it rests on.'),
    start: z.int().min(0).describe(OFFSETS),
    end: z.int().min(0).describe('Exclusive.'),
  })
  .meta({ id: 'Evidence', description: 'A stretch of the words of another memory.' })

/** The fields that records and the items of a search have in common. */
export const evidence = z
  .array(stretch)
  .describe(
    'What a fact rests on, of a composite its parts, as far as the caller sees it; empty for what was said itself.',
  )

export const basisChanged = z
  .boolean()
  .describe(
    'Whether something that a fact rests on is no longer active, or says something else since. Only what all readers of the fact may read counts.',
  )

const IN_FORCE = 'What is in force in the place of this, or of a fact that rests on it, where the caller sees it.'

export const outdatedBy = id.nullable().describe(IN_FORCE)

/** In a search a memory is outdated by what contradicts it, too. */
export const outdatedInSearch = id
  .nullable()
  .describe(`${IN_FORCE} Else what contradicts it, was said later and is trusted no less.`)

export const role = z
  .string()
  .nullable()
  .describe('Role of the speaker, such as user or assistant; null for a name or for nobody.')

export const turn = count
  .nullable()
  .describe(
    'Which turn of its episode it was made of, of several the last, counted from 0; null for what was made of other memories.',
  )

export const metadata = z
  .record(z.string(), z.unknown())
  .describe('That of the conversation, with what the memory adds.')

export const validity = {
  valid_from: day.nullable().describe('From when a fact holds; null where that is not known.'),
  valid_to: day.nullable().describe('Up to when it holds; null where that is not known.'),
}
