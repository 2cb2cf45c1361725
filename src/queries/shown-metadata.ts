import { type Sql, sql } from '../postgres/sql.js'

/**
 * The metadata of a memory as they are shown: its own over those of its episode, which may be null. Only the dates that
 * its words name do not take the place of what a caller keeps under the same key.
 */
export const shownMetadata = (episode: Sql, own: Sql): Sql => sql`(coalesce(${episode}, '{}') || case
    when ${episode} ? 'dates' and ${own} #> '{dates,0}' ?& array['text', 'from', 'to'] then ${own} - 'dates'
    else ${own}
  end)`
