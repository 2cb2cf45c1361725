import { SIGNATURE_BITS } from '../../indexing/signature.js'
import { type Sql, sql, whole } from '../../postgres/sql.js'

/**
 * Of how many, chosen by signature, each is measured exactly: of 20,000 they hold 99.8 % of the nearest ten and 94 % of
 * the nearest fifty, of 100,000 99.2 and 90 %. A hundred and fifty more hold 3 to 4 % more of the fifty, and cost a
 * tenth of the search.
 */
const MEASURED = 256
/** Rows from which it is guessed how near the nearest are; ids are random, so the first ones are a fair sample. */
const SAMPLED = 128
/** So many rows of the sample are near enough whatever their spread, as distances need not be spread evenly. */
const OF_THE_SAMPLE = 3

/**
 * The rows of the search index whose signatures differ least from this one. Where it is known how many there are (`of`),
 * mean and deviation of a sample tell how near a row has to be to belong to them, so that only about twice as many as
 * are wanted are sorted: sorting all would cost more than measuring them.
 */
export const bySignature = (indexed: Sql, signed: Sql, { signature, of }: Asked): Sql => sql`(
      select *
      from ${indexed} as m
      where id = any(array(
        select id
        from ${signed} as m
        where ${of === undefined ? sql`true` : sql`signature <~> ${signature}::bit(1024) <= ${reach(signed, signature, of)}`}
        order by signature <~> ${signature}::bit(1024), id
        limit ${whole(MEASURED)}))
    )`

type Asked = { readonly signature: string; readonly of: number | undefined }

const reach = (signed: Sql, signature: string, of: number): Sql => sql`(
          select case
                   when count(*) < ${SAMPLED} then ${SIGNATURE_BITS}
                   else greatest(avg(d) - ${deviations(Math.min(0.5, (2 * MEASURED) / of))} * stddev_samp(d),
                                 (array_agg(d order by d))[${OF_THE_SAMPLE}])
                 end
          from (
            select signature <~> ${signature}::bit(1024) as d
            from ${signed} as m
            order by id
            limit ${whole(SAMPLED)}
          ) as sample
        )`

/** How many deviations below the mean this share of a normal distribution lies (Abramowitz and Stegun 1964, 26.2.23). */
const deviations = (share: number): number => {
  const t = Math.sqrt(-2 * Math.log(share))
  return t - (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
}
