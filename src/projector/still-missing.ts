import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import type { Lacking } from './missing-vectors.js'

export type StillLacking = {
  readonly revision: bigint | 'no-stream'
  readonly lastAt: string | null
  readonly wordings: readonly { readonly memoryId: string; readonly version: number; readonly past: boolean }[]
}

/** Which of a user's wordings the model still has not seen, and how far these tables are in the stream, as of one moment. */
export const stillLacking = async (
  db: Database,
  stream: string,
  wordings: readonly Pick<Lacking, 'userId' | 'memoryId' | 'version'>[],
): Promise<StillLacking> => {
  const rows = await db.rows<{ revision: bigint | null; at: string | null; id: string | null } & Found>(sql`
    with wanted as (
      select w.user_id, w.id, w.version
      from unnest(
        ${wordings.map(({ userId }) => userId)}::text[],
        ${wordings.map(({ memoryId }) => memoryId)}::text[]::uuid[],
        ${wordings.map(({ version }) => version)}::int[]
      ) as key (user_id, id, version)
      join memory_wording w using (user_id, id, version)
      where not w.embedded
    )
    select b.revision, b.at, f.id, f.version,
           exists (
             select from memory_wording later
             where later.user_id = f.user_id
               and later.id = f.id
               and later.version > f.version
           ) as past
    from (select 1) as one
    left join (select revision, at from bank where stream = ${stream}) as b on true
    left join wanted f on true
    order by f.id, f.version`)
  const [bank] = rows
  return {
    revision: bank?.revision ?? 'no-stream',
    lastAt: bank?.at ?? null,
    wordings: rows.flatMap(({ id, version, past }) => (id === null ? [] : [{ memoryId: id, version, past }])),
  }
}

type Found = { readonly version: number; readonly past: boolean }
