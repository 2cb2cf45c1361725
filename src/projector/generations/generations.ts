import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endedBySignals } from '../../concurrency/ended-by-signals.js'
import type { EmbeddingModel } from '../../domain/embedding.js'
import type { Database, Databases } from '../../postgres/database.js'
import { sqlState } from '../../postgres/faults.js'
import { analyzeTables } from '../../postgres/maintenance-steps.js'
import { identifier, sql } from '../../postgres/sql.js'

/** One set of read tables, built from the log by one version of the projections, with the vectors of one model. */
export type Generation = { readonly hash: string; readonly number: number; readonly live: boolean }

export type ReadModels = {
  readonly databases: Databases
  /** The directory of the read schema's definition. */
  readonly definition: string
  /** Of everything that the rows of an event follow from. */
  readonly projectionsVersion: string
  readonly logId: string
  readonly model: EmbeddingModel
}

export const schemaOf = ({ hash, number }: Pick<Generation, 'hash' | 'number'>): string => `read_${hash}_${number}`

/**
 * What generations are named after: the log, the read schema's definition, the projections' version and the embedding
 * model. So logs of different prefixes share a database, an upgrade is a rebuild next to the old, no table is ever
 * altered, and the vectors of two models never stand in one table.
 */
export const hashOf = (wanted: ReadModels): string => {
  const { model, dimensions } = wanted.model
  return digestOf([editionOf(wanted), model, dimensions])
}

/** The same without the model: what the read models of one log and one version of the code have in common. */
export const editionOf = ({ projectionsVersion, logId, definition }: Omit<ReadModels, 'model'>): string =>
  digestOf([projectionsVersion, logId, filesOf(definition), indexesIn(definition)])

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8)

/** The indexes that only readers need: ten times as fast when they are made of a filled table. */
const indexesIn = (directory: string): string => filesOf(join(directory, 'indexes'))

/** Every file of a directory, in the order of their names. */
const filesOf = (directory: string): string =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n')

/** The channel that is notified when another generation becomes live. */
export const GENERATION_MOVED = 'palimpsest_generation'

const MADE_BY_ANOTHER = new Set(['42P06', '23505'])

/** Finds the generation that this version of the code reads and writes, or makes an empty one. */
export const openGeneration = async (wanted: ReadModels): Promise<Generation> => {
  const hash = hashOf(wanted)
  const found = await newestOf(wanted.databases, hash)
  if (found) return found
  await makeGeneration(wanted, 1).catch((error) => {
    if (!MADE_BY_ANOTHER.has(sqlState(error) ?? '')) throw error
  })
  const made = await newestOf(wanted.databases, hash)
  if (!made) throw new Error(`the read schema of ${hash} was made and is not there`)
  return made
}

/** An empty one. Schema, tables, checkpoint and entry together: all of it or nothing. */
export const makeGeneration = async (wanted: ReadModels, number: number): Promise<Generation> => {
  const generation = { hash: hashOf(wanted), number, live: false }
  await wanted.databases.script(creationOf(generation, wanted))
  return generation
}

/**
 * Makes the indexes that only readers need, where they are missing, and lets the planner see the tables. An index is a
 * transaction of its own, in which nothing is written to its table; so it is done before anybody reads. In the embedded
 * store it is one computation in this process: where it may take long, because the tables are filled, a signal ends it.
 */
export const finishGeneration = async (
  { databases, definition }: ReadModels,
  generation: Generation,
  tables: 'empty' | 'filled',
): Promise<void> => {
  const schema = schemaOf(generation)
  const make = tables === 'filled' && databases.kind === 'pglite' ? endedBySignals : <T>(work: () => T): T => work()
  // Of two processes that would make the same one, the second waits.
  const steps = statementsOf(indexesIn(definition)).map(
    (index) => `
      set local search_path to ${schema}, public;
      lock table checkpoint in share update exclusive mode;
      ${index}`,
  )
  await make(() => databases.script(...steps))
  await analyzeTables(databases, schema)
}

const statementsOf = (text: string): readonly string[] => text.split(/;\s*$/m).filter((each) => each.trim() !== '')

/** From now on requests read this generation, unless another of its hash has become live meanwhile. */
export const goLive = async (databases: Databases, { hash, number }: Generation): Promise<void> => {
  await databases.within('generations').rows(sql`
    update generation
    set live = true
    where hash = ${hash}
      and number = ${number}
      and not exists (select from generation where hash = ${hash} and live)`)
  await databases.notify(GENERATION_MOVED, hash).catch(() => {})
}

/** All of one hash, the oldest first. */
export const generationsOf = (databases: Databases, hash: string): Promise<readonly Generation[]> =>
  databases.within('generations').rows<Generation>(sql`
    select hash, number, live
    from generation
    where hash = ${hash}
    order by number`)

/** The one that requests read; none before the first has been built. */
export const liveOf = async (databases: Databases, hash: string): Promise<Generation | undefined> =>
  (await generationsOf(databases, hash)).find(({ live }) => live)

/** All of an edition, with their embedding models. */
export const modelsOf = (databases: Databases, edition: string) =>
  databases.within('generations').rows<Generation & EmbeddingModel>(sql`
    select hash, number, live, model, dimensions
    from generation
    where edition = ${edition}
    order by hash, number`)

/**
 * Takes away tables and entry, all or nothing, unless it is in use: that must hold to the end of the transaction. The live one
 * only where its embedding model is no longer configured.
 */
export const dropGeneration = (
  databases: Databases,
  generation: Generation,
  { even, isFree }: { readonly even: 'live' | 'replaced'; readonly isFree: (tx: Database) => Promise<boolean> },
): Promise<boolean> =>
  databases.within('generations').transaction(async (tx) => {
    if (!(await isFree(tx))) return false
    const gone = await tx.rows(sql`
      delete from generation
      where hash = ${generation.hash}
        and number = ${generation.number}
        and (not live or ${even === 'live'}::boolean)
      returning number`)
    if (gone.length === 0) return false
    await tx.rows(sql`drop schema if exists ${identifier(schemaOf(generation))} cascade`)
    return true
  })

const newestOf = async (databases: Databases, hash: string): Promise<Generation | undefined> => {
  const all = await generationsOf(databases, hash)
  return all.find(({ live }) => live) ?? all.at(-1)
}

const creationOf = (generation: Generation, wanted: ReadModels): string => {
  const { definition, logId, model } = wanted
  if (!/^[0-9a-f-]{36}$/.test(logId)) throw new TypeError('not a log id')
  const schema = schemaOf(generation)
  // A script takes no parameters, and a model may be called anything.
  const name = `'${model.model.replaceAll("'", "''")}'`
  return `
    create schema ${schema};
    set local search_path to ${schema}, public;
    ${filesOf(definition)};
    insert into checkpoint (log_id, position) values ('${logId}', 0);
    insert into generations.generation (hash, number, live, edition, model, dimensions)
    values ('${generation.hash}', ${generation.number}, false, '${editionOf(wanted)}', ${name}, ${Number(model.dimensions)});`
}
