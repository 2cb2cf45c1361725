import { z } from 'zod'
import { stageUsage } from '../../domain/episode.js'
import { noFacts } from '../../domain/extraction.js'
import { fieldText } from '../openapi/texts.js'

type Shape = Readonly<Record<string, z.ZodType>>

/** A schema of an answer, or of a part of one, with its name in the OpenAPI document. */
export const named = <Fields extends Shape>(id: string, fields: Fields) => z.object(described(id, fields)).meta({ id })

/** Fields with their descriptions, for reuse in other schemas. A named schema keeps its own text; no type changes. */
const described = <Fields extends Shape>(owner: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { description } = fieldText({ name, owners: [owner] })
      const isNamed = field.meta()?.id !== undefined
      return [name, description === undefined || isNamed ? field : field.describe(description)]
    }),
  ) as Fields

/** An id that the service has made. */
export const id = z.string().meta({ format: 'uuid' })

/** A moment in UTC, with milliseconds. */
export const moment = z.string().meta({ format: 'date-time' })

export const count = z.int().min(0)

/** What the stages of a language model took. */
export const usage = z.array(stageUsage)

/** Why there is no fact; null where there are. */
export const none = noFacts.nullable()

/** Anything from 0 to 1. */
export const share = z.number().min(0).max(1)

/** Shared values of the examples in the OpenAPI document, so that all of them tell one story. */
export const MEMORY = '7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f'
export const OTHER_MEMORY = '1b9d6bcd-bbfd-5b2d-9b5d-ab8dfbbd4bed'
/** One that is no longer in force. */
export const EARLIER_MEMORY = '4f0a2d8e-9c31-5e7b-a6d4-2b8c1e5f7a90'
export const EPISODE = '0198c5a2-7b1e-7c3d-9f40-1a2b3c4d5e6f'
export const CONFLICT = '6e2b7f14-83d5-5c9a-b0e1-7a4d2c8f9b36'
export const AT = '2026-05-08T09:30:00.000Z'
