import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases } from '../postgres/database.js'
import { sqlState } from '../postgres/faults.js'
import { sql } from '../postgres/sql.js'

/** One set of read tables, built from the log by one version of the projections. */
export type Generation = { readonly hash: string; readonly number: number; readonly live: boolean }

export type Wanted = {
  readonly databases: Databases
  /** The directory of the read schema's definition. */
  readonly definition: string
  readonly projectionsVersion: number
  readonly logId: string
}

export const schemaOf = ({ hash, number }: Generation): string => `read_${hash}_${number}`

const MADE_BY_ANOTHER = new Set(['42P06', '23505'])

/**
 * Finds the generation that this version of the code reads and writes, or makes an empty one. Schemas are named after
 * the log, the read schema's definition and the projections' version: so logs of different prefixes share a database,
 * an upgrade is a rebuild beside the old, and no table is ever altered.
 */
export const openGeneration = async (wanted: Wanted): Promise<Generation> => {
  const definition = definitionIn(wanted.definition)
  const source = [wanted.projectionsVersion, wanted.logId, definition].join('\n')
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const found = await newestOf(wanted.databases, hash)
  if (found) return found
  await wanted.databases
    .script(creationOf({ hash, number: 1, live: false }, definition, wanted.logId))
    .catch((error) => {
      if (!MADE_BY_ANOTHER.has(sqlState(error) ?? '')) throw error
    })
  const made = await newestOf(wanted.databases, hash)
  if (!made) throw new Error(`the read schema of ${hash} was made and is not there`)
  return made
}

/** From now on requests read this generation. */
export const goLive = async (databases: Databases, { hash, number }: Generation): Promise<void> => {
  await databases.within('generations').rows(sql`
    update generation
    set live = (number = ${number})
    where hash = ${hash}`)
}

/** Every file of the directory, in the order of their names. */
const definitionIn = (directory: string): string =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n')

const newestOf = async (databases: Databases, hash: string): Promise<Generation | undefined> => {
  const [newest] = await databases.within('generations').rows<Generation>(sql`
    select hash, number, live
    from generation
    where hash = ${hash}
    order by live desc, number desc
    limit 1`)
  return newest
}

/** Schema, tables, checkpoint and entry together: all of it or nothing. */
const creationOf = (generation: Generation, definition: string, logId: string): string => {
  if (!/^[0-9a-f-]{36}$/.test(logId)) throw new TypeError('not a log id')
  const schema = schemaOf(generation)
  return `
    create schema ${schema};
    set local search_path to ${schema}, public;
    ${definition};
    insert into checkpoint (log_id, position) values ('${logId}', 0);
    insert into generations.generation (hash, number, live) values ('${generation.hash}', ${generation.number}, false);`
}
