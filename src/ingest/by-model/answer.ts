import { z } from 'zod'
import { entityType } from '../../domain/episode.js'
import { claimType } from '../../domain/memory/events.js'
import { visible } from './as-data.js'

export type ClaimType = z.infer<typeof claimType>

const text = z.string().nullish().catch(null)

/** What a model says of a fact and one of the memories that it was shown. */
const relation = z.enum(['same', 'more_precise', 'changed', 'corrected', 'ended', 'returned', 'contradicts'])

/**
 * A fact as a model writes it. What can be done without falls back to what says least; without words, evidence or a
 * claim it is no fact.
 */
const rawFact = z.object({
  evidence: z.array(z.object({ turn: z.number(), quote: z.string() })).min(1),
  content: z.string(),
  claim: claimType,
  subject: text,
  memory_type: z.enum(['semantic', 'procedural', 'episodic']).catch('semantic'),
  importance: z.number().catch(0.4),
  entities: z.array(z.object({ name: z.string(), type: entityType })).catch([]),
  valid: z.object({ from: text, to: text, words: text }).nullish().catch(null),
  known: z.array(z.object({ ref: z.string(), relation, confidence: z.number() })).catch([]),
})
export type RawFact = z.infer<typeof rawFact>

/** Stands for a fact that could not be read: known by identity, so that one does not spoil the others. */
export const UNREADABLE: RawFact = {
  evidence: [],
  content: '',
  claim: 'inferred',
  memory_type: 'semantic',
  importance: 0,
  entities: [],
  known: [],
}

/** What a model is asked for. */
export const extractionAnswer = z.object({ facts: z.array(rawFact.catch(UNREADABLE)) })
export type ExtractionAnswer = z.infer<typeof extractionAnswer>

/** More facts of one window are a model that has lost its way. */
export const MOST_FACTS = 200

const cutTo = (words: string, most: number): string => words.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** One line without hidden characters, at most so long. */
export const lineOf = (words: string | null | undefined, most: number): string =>
  cutTo(
    visible((words ?? '').slice(0, 4 * most))
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  ).trim()

/** Cut behind a word, with an ellipsis where something is missing. */
export const shortened = (words: string, most: number): string => {
  if (words.length <= most) return words
  const cut = cutTo(words, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** A number between 0 and 1, two decimals. */
export const shareOf = (number: number): number =>
  Number.isFinite(number) ? Math.round(Math.min(1, Math.max(0, number)) * 100) / 100 : 0
