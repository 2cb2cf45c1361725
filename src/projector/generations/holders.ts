import type { Databases } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { hashOf, schemaOf, type Wanted } from './generation-names.js'
import { generationsOf } from './generations.js'
import { SPACE } from './leases.js'

/** How many processes have the read tables of a family open. One in an embedded directory, as there is no other. */
export const holdersOf = async (wanted: Wanted): Promise<number> => {
  const { databases } = wanted
  if (databases.kind === 'pglite') return 1
  const schemas = (await generationsOf(databases, hashOf(wanted))).map(schemaOf)
  return countOf(databases, schemas)
}

/** By the lock that each keeps on a connection of its own. */
const countOf = async (databases: Databases, schemas: readonly string[]): Promise<number> => {
  const [found] = await databases.within('generations').rows<{ holders: number }>(sql`
    select count(*)::int as holders
    from pg_locks l
    join unnest(${schemas}::text[]) as s (name) on l.objid = (hashtext(s.name)::bigint & 4294967295)::oid
    where l.locktype = 'advisory'
      and l.database = (select oid from pg_database where datname = current_database())
      and l.classid = ${SPACE}::oid
      and l.mode = 'ShareLock'
      and l.granted`)
  return found?.holders ?? 0
}
