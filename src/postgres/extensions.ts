import type { Databases } from './database.js'
import { sqlState } from './faults.js'
import { sql } from './sql.js'

/** The extensions of the tables, for vectors and for plain columns in a GIN index, with the package (of Debian) that has each. */
const PACKAGES: Readonly<Record<string, string>> = {
  vector: 'postgresql-<version>-pgvector',
  btree_gin: 'postgresql-contrib',
}

/** The database lacks an extension that this role cannot create; the message says what an administrator has to do. */
export class ExtensionMissing extends Error {
  override readonly name = 'ExtensionMissing'
}

/** insufficient_privilege; feature_not_supported, undefined_file, undefined_object: the server does not have it. */
const MISSING = ['42501', '0A000', '58P01', '42704']

/** Creates missing extensions in `public`, also concurrently. @throws ExtensionMissing: no right, none, other schema */
export const ensureExtensions = async (
  databases: Databases,
  names: readonly string[] = Object.keys(PACKAGES),
): Promise<void> => {
  for (const name of names) {
    if (await isThere(databases, name)) continue
    const statement = `create extension if not exists ${name} with schema public;`
    await databases.script(statement).catch(async (error: unknown) => {
      // Another process may have created it after the check of `if not exists`.
      if (await isThere(databases, name)) return
      if (!MISSING.includes(sqlState(error) ?? '')) throw error
      throw new ExtensionMissing(
        `The extension ${name} cannot be created (${error instanceof Error ? error.message : error}). An administrator can, in this database: ${statement} Where the server does not have the extension ${name}, install it there first (package ${PACKAGES[name] ?? name} on Debian and Ubuntu).`,
        { cause: error },
      )
    })
  }
}

const isThere = async (databases: Databases, name: string): Promise<boolean> => {
  const [found] = await databases.within('public').rows<{ schema: string }>(sql`
    select nspname as schema
    from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace
    where extname = ${name}`)
  if (found && found.schema !== 'public')
    throw new ExtensionMissing(
      `The extension ${name} is in schema ${found.schema}, where it is not looked for. Run, as its owner: alter extension ${name} set schema public;`,
    )
  return found !== undefined
}
