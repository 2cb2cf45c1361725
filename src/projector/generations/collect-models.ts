import { type EmbeddingModel, sameModel } from '../../domain/embedding-model.js'
import type { Database, Databases } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { editionOf, type Generation, schemaOf, type Wanted } from './generation-names.js'
import { removeGeneration } from './generations.js'

export type Dropped = EmbeddingModel & { readonly schema: string }

type Found = Generation & EmbeddingModel

/**
 * Drops the read tables of embedding models that are not among `kept` and that no process has open: they can be built
 * again, as their vectors are in the log. Those of other logs and other versions of the code stay.
 */
export const collectFamilies = async (
  wanted: Omit<Wanted, 'model'>,
  kept: readonly EmbeddingModel[],
  isFree: (tx: Database, schema: string) => Promise<boolean>,
): Promise<readonly Dropped[]> => {
  const all = await familiesOf(wanted.databases, editionOf(wanted))
  const left = all.filter((one) => !kept.some((model) => sameModel(model, one)))
  const dropped: Dropped[] = []
  for (const one of left)
    if (await removeGeneration(wanted.databases, one, { even: 'live', allowed: (tx) => isFree(tx, schemaOf(one)) }))
      dropped.push({ schema: schemaOf(one), model: one.model, dimensions: one.dimensions })
  return dropped
}

const familiesOf = (databases: Databases, edition: string): Promise<readonly Found[]> =>
  databases.within('generations').rows<Found>(sql`
    select hash, number, live, model, dimensions
    from generation
    where edition = ${edition}
    order by hash, number`)
