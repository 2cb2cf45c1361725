import { z } from 'zod'
import { stageUsage } from '../../domain/episode.js'
import { noFacts } from '../../domain/extraction.js'

/** A schema of an answer, or of a part of one: its name in the OpenAPI document, and its description. */
export const named = <Fields extends z.ZodRawShape>(name: string, says: string, fields: Fields) =>
  z.object(fields).meta({ id: name, description: says })

/** An id that the service has made. */
export const id = z.string().meta({ format: 'uuid' })

/** A moment in UTC, with milliseconds. */
export const moment = z.string().meta({ format: 'date-time' })

export const count = z.int().min(0)

const took = stageUsage.shape

/** What the stages of a language model took. */
export const usage = z
  .array(
    z.object({
      stage: took.stage.describe('What it was asked for.'),
      model: took.model.describe('Which model was asked.'),
      prompt: took.prompt.describe('The version of the prompt.'),
      calls: took.calls.describe('Answered calls.'),
      inputTokens: took.inputTokens.describe('Tokens read.'),
      outputTokens: took.outputTokens.describe('Tokens written.'),
      ms: took.ms.describe('Milliseconds.'),
      cost: took.cost.describe('In US dollars; null without prices.'),
    }),
  )
  .describe('What the language model took, by stage.')

/** Why there is no fact; null where there are. */
export const none = noFacts.nullable().describe('Why no fact was derived; null where there are facts.')

/** Anything from 0 to 1. */
export const share = z.number().min(0).max(1)

/** Shared values of the examples in the OpenAPI document, so that all of them tell one story. */
export const MEMORY = '7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f'
export const OTHER_MEMORY = '1b9d6bcd-bbfd-5b2d-9b5d-ab8dfbbd4bed'
/** One that is no longer in force. */
export const EARLIER_MEMORY = '4f0a2d8e-9c31-5e7b-a6d4-2b8c1e5f7a90'
export const EPISODE = '0198c5a2-7b1e-7c3d-9f40-1a2b3c4d5e6f'
export const CONFLICT = '6e2b7f14-83d5-5c9a-b0e1-7a4d2c8f9b36'
/** A uuid of version 7, as every recall's. */
export const RECALL = '0198c5a2-8d40-7a11-b3c4-5d6e7f8091a2'
export const LESSON = '9c2e7b40-1d5a-4f83-8b6e-5a7d0c3f2e91'
export const AT = '2026-05-08T09:30:00.000Z'
