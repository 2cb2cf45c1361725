import type { EmbeddingModel } from '../domain/embedding-model.js'
import type { Database, Databases } from '../postgres/database.js'
import { identifier, sql } from '../postgres/sql.js'
import { editionOf, type Generation, schemaOf, type Wanted } from './generation-names.js'

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
  const left = all.filter((one) => !kept.some((k) => k.model === one.model && k.dimensions === one.dimensions))
  const dropped: Dropped[] = []
  for (const one of left)
    if (await dropUnheld(wanted.databases, one, isFree))
      dropped.push({ schema: schemaOf(one), model: one.model, dimensions: one.dimensions })
  return dropped
}

const familiesOf = (databases: Databases, edition: string): Promise<readonly Found[]> =>
  databases.within('generations').rows<Found>(sql`
    select hash, number, live, model, dimensions
    from generation
    where edition = ${edition}
    order by hash, number`)

const dropUnheld = (
  databases: Databases,
  { hash, number }: Found,
  isFree: (tx: Database, schema: string) => Promise<boolean>,
): Promise<boolean> =>
  databases.within('generations').transaction(async (tx) => {
    const schema = schemaOf({ hash, number })
    if (!(await isFree(tx, schema))) return false
    await tx.rows(sql`delete from generation where hash = ${hash} and number = ${number}`)
    await tx.rows(sql`drop schema if exists ${identifier(schema)} cascade`)
    return true
  })
