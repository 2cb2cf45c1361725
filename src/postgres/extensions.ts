import type { Databases } from './database.js'
import { sqlState } from './faults.js'
import { sql } from './sql.js'

/** The extensions of the tables: for vectors, and for plain columns in a GIN index. */
const needed = ['vector', 'btree_gin'] as const

/** The database lacks an extension that this role cannot create; the message says what an administrator has to do. */
export class ExtensionMissing extends Error {
  override readonly name = 'ExtensionMissing'
}

/**
 * Creates the extensions in schema `public` unless they exist. Several processes may do this at the same time.
 * @throws ExtensionMissing if the role may not, the server does not have it, or it is in another schema
 */
export const ensureExtensions = async (databases: Databases, names: readonly string[] = needed): Promise<void> => {
  for (const name of names) if (!(await isThere(databases, name))) await create(databases, name)
}

const isThere = async (databases: Databases, name: string): Promise<boolean> => {
  const [found] = await databases.within('public').rows<{ schema: string }>(sql`
    select nspname as schema
    from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace
    where extname = ${name}`)
  if (found && found.schema !== 'public') {
    throw new ExtensionMissing(
      `The extension ${name} is in schema ${found.schema}, where it is not looked for. Run, as its owner: alter extension ${name} set schema public;`,
    )
  }
  return found !== undefined
}

const create = async (databases: Databases, name: string): Promise<void> => {
  const statement = `create extension if not exists ${name} with schema public;`
  try {
    await databases.script(statement)
  } catch (error) {
    const state = sqlState(error) ?? ''
    if (madeMeanwhile.includes(state) && (await isThere(databases, name))) return
    const reason = error instanceof Error ? error.message : String(error)
    if (state === '42501') {
      throw new ExtensionMissing(
        `The database role may not create the extension ${name} (${reason}). An administrator can, in this database: ${statement}`,
        { cause: error },
      )
    }
    if (notOnServer.includes(state)) {
      throw new ExtensionMissing(
        `The database server does not have the extension ${name} (${reason}). ${remedies[name] ?? 'Install it on the server.'}`,
        { cause: error },
      )
    }
    throw error
  }
}

/** unique_violation, duplicate_object: another process created it after the check of `if not exists`. */
const madeMeanwhile = ['23505', '42710']
/** feature_not_supported, undefined_file, undefined_object */
const notOnServer = ['0A000', '58P01', '42704']

const contrib = 'Install the contrib modules of Postgres on the server (package postgresql-contrib).'

const remedies: Readonly<Record<string, string>> = {
  vector:
    'Install pgvector on the server (package postgresql-<version>-pgvector on Debian and Ubuntu, or the image pgvector/pgvector).',
  btree_gin: contrib,
}
