import { signatureOf } from '../../indexing/signature.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { floatsOf } from '../../postgres/vectors.js'
import { type Key, keysOf } from './search-rows.js'

/** A memory's context vector as it is now, and whether it stood in the index before. */
export type Signed = Key & { readonly context: Uint8Array | null; readonly known: boolean }

/** The statements that write them; what has no vector any more has no signature either. */
export const signaturesOf = (rows: readonly Signed[]): readonly Sql[] => {
  const signed = rows.flatMap(({ context, ...key }) => (context === null ? [] : [{ ...key, context }]))
  const unsigned = rows.filter(({ context, known }) => context === null && known)
  return [...(signed.length === 0 ? [] : [put(signed)]), ...(unsigned.length === 0 ? [] : [drop(unsigned)])]
}

const put = (signed: readonly (Key & { readonly context: Uint8Array })[]): Sql => sql`
      insert into memory_signature (user_id, id, reader_group, signature)
      select user_id, id, s.reader_group, key.bits::bit(1024)
      from unnest(
        ${signed.map(({ user_id }) => user_id)}::text[],
        ${signed.map(({ id }) => id)}::text[]::uuid[],
        ${signed.map(({ context }) => signatureOf(floatsOf(context)))}::text[]
      ) as key (user_id, id, bits)
      join memory_search s using (user_id, id)
      on conflict (user_id, id) do update set reader_group = excluded.reader_group, signature = excluded.signature`

const drop = (unsigned: readonly Key[]): Sql => sql`
      delete from memory_signature m
      using ${keysOf(unsigned)}
      where m.user_id = key.user_id
        and m.id = key.id`
