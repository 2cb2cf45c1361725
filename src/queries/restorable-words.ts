import type { Restorable } from '../domain/memory/restoring.js'
import type { Scope } from '../domain/scope.js'
import { textHash } from '../indexing/text-hash.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { characterOf, known, vectorIn } from './memory-state.js'
import { readersOf } from './readable-by.js'
import { visibleTo } from './visible-memories.js'
import { wordingsVisibleTo } from './visible-trail.js'

type Row = Pick<Restorable, 'of' | 'character'> & { readonly vector: string | null }

/**
 * The words that a version of a memory set, and whether an active memory with the same readers has the same text.
 * Undefined if that version set none, or if the caller could not read them then or cannot read the memory now.
 */
export const restorableWords = async (
  db: Database,
  scope: Scope,
  { memoryId, version }: { readonly memoryId: string; readonly version: number },
): Promise<Restorable | undefined> => {
  const [row] = await db.rows<Row>(sql`
    select w.words_of as of, ${characterOf} as character, w.embedding as vector
    from ${wordingsVisibleTo(scope, memoryId)} as w
    where w.version = ${version}`)
  if (row === undefined) return undefined
  const [other] = await db.rows<{ exists: boolean }>(sql`
    select exists (
             select
             from ${known(scope)} as m
             join ${visibleTo(scope, ['active', 'needs_clarification'])} as other using (reader_group)
             where m.id = ${memoryId}
               and other.id <> m.id
               and other.memory_type <> 'composite'
               and other.text_hash = ${textHash(row.character.said.content, row.character.said.key)}::text::uuid
           ) as exists`)
  const holders = await db.rows<Restorable['holders'][number]>(sql`
    select holder.id as "memoryId", holder.version, ${readersOf(sql`holder`)} as readers
    from ${known(scope)} as m
    join ${visibleTo(scope)} as holder on holder.agent_id is not distinct from m.agent_id
    where m.id = ${memoryId}
      and holder.id <> m.id
      and holder.key = ${row.character.said.key ?? null}`)
  return {
    ...row,
    vector: vectorIn(row.vector),
    isSaidAlready: other?.exists ?? false,
    holders,
  }
}
