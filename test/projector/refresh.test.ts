import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf } from '../../src/indexing/signature.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { rounds } from '../faults/rounds.js'
import { databases } from '../support/database.js'
import { histories } from '../support/histories.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { expectedOf, type Plain, plainMemories } from './expected-words.js'

type Derived = {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
  readonly lex_len: number
  readonly context: string | null
  readonly signature: string | null
}

describe.each(databases)('what is derived from neighbours on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterAll(() => db.close())

  const derived = () =>
    model.db.rows<Derived>(sql`
      select s.id, s.lex_len, s.context_embedding::text as context, g.signature::text as signature,
             (select coalesce(json_object_agg(lexeme, (
                select string_agg(label, '' order by label) from unnest(weights) as label
              )), '{}')
              from unnest(s.search_vector)) as labels
      from memory_search s
      left join memory_signature g using (user_id, id)`)

  const check = async () => {
    const plain = await plainMemories(model.db)
    const expected = new Map(expectedOf(plain).map((each) => [each.id, each]))
    const found = await derived()
    expect(found.map(({ id }) => id).sort()).toEqual([...expected.keys()].sort())
    for (const { id, labels, lex_len, context, signature } of found) {
      const wanted = expected.get(id)
      expect(labels).toEqual(wanted?.labels)
      expect(lex_len).toBe(wanted?.lexLen)
      const numbers = context === null ? null : (JSON.parse(context) as number[])
      if (wanted?.context === null) expect([numbers, signature]).toEqual([null, null])
      else {
        for (const [i, x] of (wanted?.context ?? []).entries()) expect(numbers?.[i]).toBeCloseTo(x, 4)
        expect(signature).toBe(signatureOf(Float32Array.from(numbers ?? [])))
      }
    }
    await checkSums(plain)
  }

  /** The groups of readers and their known subjects, counted again. */
  const checkSums = async (plain: readonly Plain[]) => {
    const groups = sql`
      select user_id, reader_group, count(*) as memories, sum(lex_len)::bigint as lex_len
      from memory_search group by user_id, reader_group order by 1, 2`
    const subjects = sql`
      select user_id, reader_group, subject, count(*) as memories
      from memory_search where subject is not null group by user_id, reader_group, subject order by 1, 2, 3`
    expect(
      await model.db.rows(sql`select user_id, reader_group, memories, lex_len from reader_group order by 1, 2`),
    ).toEqual(await model.db.rows(groups))
    expect(
      await model.db.rows(
        sql`select user_id, reader_group, subject, memories from reader_group_subject order by 1, 2, 3`,
      ),
    ).toEqual(await model.db.rows(subjects))
    const active = new Map(plain.filter(({ status }) => status === 'active').map((memory) => [memory.id, memory]))
    const rows = await model.db.rows<Plain>(
      sql`select user_id, id, reader_group, session, ordinal, subject from memory_search`,
    )
    for (const row of rows) expect(active.get(row.id)).toMatchObject(row)
  }

  test('is what the neighbours of the same session and readers say, whatever has happened', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 6 }), async (history, size) => {
        const appends = recordedAs(history)
        let after: bigint | 'start' = 'start'
        for (let i = 0; i < appends.length; i += size) {
          const batch = appends.slice(i, i + size).flat()
          await projectBatch(model, after, batch)
          after = batch.at(-1)?.position ?? after
          if (i % 3 === 0) await check()
        }
        await check()
        await empty(model.db)
      }),
      { numRuns: rounds(8, 200), seed: 11 },
    )
  })
})
