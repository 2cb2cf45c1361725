import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingModel } from '../../domain/embedding-model.js'
import type { Databases } from '../../postgres/database.js'

/** One set of read tables, built from the log by one version of the projections, with the vectors of one model. */
export type Generation = { readonly hash: string; readonly number: number; readonly live: boolean }

export type Wanted = {
  readonly databases: Databases
  /** The directory of the read schema's definition. */
  readonly definition: string
  readonly projectionsVersion: number
  readonly logId: string
  readonly model: EmbeddingModel
}

export const schemaOf = ({ hash, number }: Pick<Generation, 'hash' | 'number'>): string => `read_${hash}_${number}`

/**
 * What generations are named after: the log, the read schema's definition, the projections' version and the embedding
 * model. So logs of different prefixes share a database, an upgrade is a rebuild beside the old, no table is ever
 * altered, and the vectors of two models never stand in one table.
 */
export const hashOf = (wanted: Wanted): string => {
  const { model, dimensions } = wanted.model
  return digestOf([editionOf(wanted), model, dimensions])
}

/** The same without the model: what all families of one log and one version of the code have in common. */
export const editionOf = ({ projectionsVersion, logId, definition }: Omit<Wanted, 'model'>): string =>
  digestOf([projectionsVersion, logId, definitionIn(definition), indexesIn(definition)])

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8)

/** The tables, and what is needed to fill them. */
export const definitionIn = (directory: string): string => filesOf(directory)

/** The indexes that only readers need: ten times as fast when they are made of a filled table. */
export const indexesIn = (directory: string): string => filesOf(join(directory, 'indexes'))

/** Every file of a directory, in the order of their names. */
const filesOf = (directory: string): string =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n')
