import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { joinedRecord, type RecordWithoutEmbedding, recordColumns } from './memory-record.js'
import { visibleTo } from './visible-memories.js'

/** The full records of these memories in the order asked, each once, without those that the caller does not see. */
export const expandMemories = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly RecordWithoutEmbedding[]> =>
  db.rows<RecordWithoutEmbedding>(sql`
    select ${recordColumns}
    from (
      select id, min(place) as place
      from unnest(${ids}::text[]::uuid[]) with ordinality as asked (id, place)
      group by id
    ) as asked
    join ${visibleTo(scope)} as m using (id)
    ${joinedRecord}
    order by asked.place`)
