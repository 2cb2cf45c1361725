import { SIGNATURE_BITS } from '../../indexing/signature.js'
import { type Sql, sql } from '../../postgres/sql.js'

/** Of how many, chosen by signature, each is measured exactly. */
const MEASURED = 400
/** Rows from which it is guessed how near the nearest are. */
const SAMPLED = 512
/** What the guess lets through: about twice as many as are measured, and never so few that one odd sample matters. */
const LET_THROUGH = 2 * MEASURED
const LEAST_RANK = 5

/**
 * The rows of the search index whose signatures differ least from this one. Where it is known how many there are (`of`),
 * a sample tells how near a row has to be to belong to them, so that only these few are sorted: sorting all would cost
 * more than measuring them.
 */
export const bySignature = (signed: Sql, signature: string, of: number | undefined): Sql => sql`(
      select s.id, s.ordinal, s.created_at, s.subject, s.is_question, s.answer_bits, s.occurred_on, s.lex_len, s.own_len,
             s.search_vector, s.context_embedding
      from (
        select user_id, id
        from ${signed} as m
        where ${of === undefined ? sql`true` : sql`signature <~> ${signature}::bit(1024) <= ${reach(signed, signature, of)}`}
        order by signature <~> ${signature}::bit(1024), id
        limit ${MEASURED}
      ) as nearest
      join memory_search s using (user_id, id)
    )`

const reach = (signed: Sql, signature: string, of: number): Sql => sql`(
          select coalesce(max(d), ${SIGNATURE_BITS})
          from (
            select d
            from (
              select signature <~> ${signature}::bit(1024) as d
              from ${signed} as m
              order by id
              limit ${SAMPLED}
            ) as sample
            order by d
            limit ${Math.max(LEAST_RANK, Math.ceil((LET_THROUGH * SAMPLED) / of))}
          ) as nearest
        )`
