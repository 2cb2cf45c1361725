import type { Readers, Scope } from '../../domain/scope.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { pseudonymIn } from '../pseudonym.js'
import { trustAmong } from '../read-agents.js'
import { lessonsInScope } from '../visible-lessons.js'
import { groupsVisibleTo, lastChangeOf } from '../visible-memories.js'

/**
 * No row says that it went with a whole user: so the rows of before and of after count as those of different tables. The
 * erasure does not name the user, and none of their streams is named so until they begin anew.
 */
export const tablesOf = (userId: Sql): Sql =>
  sql`(current_schema() || coalesce(
    (
      select coalesce('@' || max(e.bank_to), '')
      from bank b
      left join erased_user e on e.user_id = ${pseudonymIn(sql`b.stream`)}
      where b.user_id = ${userId}
      having count(*) > 0
    ),
    '@'
  ))`

/** What a search has to know of its caller. */
export const callerIn = (scope: Scope, readers?: Readers): Sql => {
  const groups = groupsVisibleTo(scope, readers)
  return sql`array(select reader_group from ${groups} as g order by reader_group) as keys,
             array(select ${trustAmong(scope, sql`g.agent_id`)} from ${groups} as g order by reader_group) as trust,
             ${lessonsInScope(scope)} as lessons`
}

export const fingerprintIn = (head: Sql): Sql =>
  sql`md5(row(${head}.schema, ${head}.last, ${head}.keys, ${head}.trust, ${head}.lessons::text)::text)`

/** What `readSync` gives as the fingerprint of this scope, as it is now. */
export const fingerprintOf = (scope: Scope): Sql => {
  const user = sql`${scope.userId}::text`
  return sql`(
    select ${fingerprintIn(sql`head`)}
    from (select ${tablesOf(user)} as schema, ${lastChangeOf(user)} as last, ${callerIn(scope)}) as head
  )`
}
