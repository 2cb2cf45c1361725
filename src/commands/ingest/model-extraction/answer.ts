import { z } from 'zod'
import { entityType } from '../../../domain/episode.js'
import { claimType, network } from '../../../domain/memory/events.js'
import { visible } from '../prompts/as-data.js'

export type ClaimType = z.infer<typeof claimType>

const text = z.string().nullish().catch(null)

/**
 * A fact as a model writes it. What can be done without falls back to what says least; without words, evidence or a
 * claim it is no fact.
 */
const rawFact = z.object({
  evidence: z.array(z.object({ turn: z.number(), quote: z.string() })).min(1),
  content: z.string(),
  claim: claimType,
  memory_type: z.enum(['semantic', 'procedural', 'episodic']).catch('semantic'),
  network: network.catch('world'),
  importance: z.number().catch(0.4),
  subject: text,
  attribute: text,
  value: text,
  entities: z.array(z.object({ name: z.string(), type: entityType })).catch([]),
  relations: z.array(z.object({ from: z.string(), relation: z.string(), to: z.string() })).catch([]),
  opinion_confidence: z.number().nullish().catch(null),
  observation_subject: text,
  headline: z.string().catch(''),
  overview: z.string().catch(''),
  valid_from: text,
  valid_to: text,
  valid_words: text,
})
export type RawFact = z.infer<typeof rawFact>

/** Stands for a fact that could not be read: known by identity, so that one does not spoil the others. */
export const UNREADABLE: RawFact = {
  evidence: [],
  content: '',
  claim: 'inferred',
  memory_type: 'semantic',
  network: 'world',
  importance: 0,
  entities: [],
  relations: [],
  headline: '',
  overview: '',
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

/** A name in snake_case; null where nothing is left. */
export const snakeCase = (words: string | null | undefined): string | null => {
  const name = lineOf(words, 60)
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 40)
  return name === '' ? null : name
}
