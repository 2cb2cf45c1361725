import type { UserExtent, UserNow } from '../domain/user.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'

/** The names of a user's two streams, and of the user when they are erased. */
type Streams = {
  readonly bank: (userId: string) => string
  readonly recall: (userId: string) => string
  readonly pseudonym: (userId: string) => string
}

type CountedExtent = UserExtent &
  Pick<UserNow, 'answered'> & {
    readonly bank: bigint | null
    readonly recall_stream: bigint | null
    readonly bank_to: bigint | null
    readonly recalls_to: bigint | null
  }

/**
 * How much there is of a user, in counts, and how far their streams have come since the last erasure. It counts recalls: a handle for
 * rows of this user only would show those of a batch that is still being applied.
 */
export const userNow = async (db: Database, userId: string, streams: Streams): Promise<UserNow> => {
  const user = sql`user_id = ${userId}`
  const erased = sql`user_id = ${streams.pseudonym(userId)}`
  const [found] = await db.rows<CountedExtent>(sql`
    select m.memories, m.derived, t.turns, e.episodes, l.lessons, c.conflicts, a.agents, r.recalls,
           (select revision from bank where stream = ${streams.bank(userId)}) as bank,
           (select revision from bank where stream = ${streams.recall(userId)}) as recall_stream,
           (select bank_to from erased_user where ${erased}) as bank_to,
           (select recalls_to from erased_user where ${erased}) as recalls_to,
           ${answersTo(erased)} as answered
    from (
        select count(*)::float8 as memories,
               count(*) filter (where claim_type is not null or memory_type = 'composite')::float8 as derived
        from memory
        where ${user}
      ) as m,
      (select count(*)::float8 as turns from episode_turn where ${user}) as t,
      (select count(*)::float8 as episodes from episode where ${user}) as e,
      (select count(*)::float8 as lessons from lesson where ${user}) as l,
      (select count(*)::float8 as conflicts from conflict where ${user}) as c,
      (select count(*)::float8 as recalls from recall where ${user}) as r,
      (
        select count(*)::float8 as agents
        from (select agent_id from agent where ${user} union select agent_id from agent_author where ${user}) as known
      ) as a`)
  if (found === undefined) throw new Error('a statement of counts gives one row')
  const { bank, recall_stream, bank_to, recalls_to, answered, ...extent } = found
  // The append of an erasure ends with the answers.
  const erasedTo = bank_to === null ? -1n : bank_to + 1n + BigInt(answered.length)
  return {
    extent,
    isLeft: (bank ?? -1n) > erasedTo || Object.values(extent).some((count) => count > 0),
    bank: stretch(bank_to, bank),
    recalls: stretch(recalls_to, recall_stream),
    answered: answered.map(({ at, ...told }) => ({ ...told, at: new Date(at).toISOString() })),
  }
}

/** What requests were answered that erased users: no other answer from before an erasure is kept. */
const answersTo = (erased: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('key', key, 'request', request, 'answer', answer, 'at', a.at)), '[]')
  from erased_user e
  join answered_request a using (user_id)
  where ${erased} and a.at <= e.at
)`

const stretch = (erased: bigint | null, last: bigint | null) =>
  last === null ? null : { from: Number((erased ?? -1n) + 1n), to: Number(last) }
