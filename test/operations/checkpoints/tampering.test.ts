import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedCheckpoint } from '../../../src/domain/store.js'
import type { Database, Databases } from '../../../src/postgres/database.js'
import { type Sql, sql } from '../../../src/postgres/sql.js'
import { type CheckpointedLog, openCheckpointedLog } from '../../support/checkpointed-log.js'
import { databases } from '../../support/database.js'
import { signed, signingOn } from '../../support/signing.js'

describe.each(databases)('a log with signed checkpoints on $name', ({ open }) => {
  let db: Databases
  let log: Database
  let signedLog: CheckpointedLog
  let checkpoints: readonly SignedCheckpoint[]
  let covered: CheckpointedLog['covered']
  beforeAll(async () => {
    db = await open()
    signedLog = await openCheckpointedLog(db)
    ;({ log, checkpoints, covered } = signedLog)
  })
  afterAll(async () => {
    await signedLog.replaying.close()
    await db.close()
  })

  const spoilt = async (...change: Parameters<CheckpointedLog['spoilt']>) => {
    const { equal, mismatch } = await signedLog.spoilt(...change)
    expect(equal).toBe(false)
    return mismatch
  }
  /** An event between two checkpoints, of a stream of a user, whose text can be changed so that it still can be read. */
  const recalled = async (after: bigint, upTo: bigint) => {
    const [found] = await log.rows<{ position: bigint; stream: string; revision: bigint; id: string }>(sql`
      select position, stream, revision, id
      from event
      where type = 'MemoryStored' and data -> 'said' ->> 'content' is not null
        and position > ${after} and position <= ${upTo}
      order by position
      limit 1`)
    if (found === undefined) throw new Error('the history has no such event')
    return found
  }

  test('is as it was signed, whatever came after the last one', async () => {
    const { equal, checkpoints: found, compared } = await signedLog.check(checkpoints)
    expect({ equal, found }).toMatchObject({
      equal: true,
      found: { signed: 3, kept: 3, copied: 0, position: checkpoints[2]?.position, key: checkpoints[0]?.key },
    })
    expect(compared.events).toBeGreaterThan(found?.events ?? 0)
  })

  test('shows a flipped byte of a text, at the stream and between the two checkpoints where it is', async () => {
    const { position, stream, revision } = await recalled(covered(0), covered(1))
    const found = await spoilt([
      sql`update event set data = replace(data::text, '"content":"', '"content":"x')::json where position = ${position}`,
    ])
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 2, suspects: { stream } })
    const { suspects } = found as { suspects: { revisions: readonly [string, string] } }
    expect(BigInt(suspects.revisions[0])).toBeLessThanOrEqual(revision)
    expect(BigInt(suspects.revisions[1])).toBeGreaterThanOrEqual(revision)
  })

  test.each([
    ['the time of an event', sql`metadata = jsonb_set(metadata::jsonb, '{at}', '"2031-01-01T00:00:00.000Z"')::json`],
    ['who did it', sql`metadata = jsonb_set(metadata::jsonb, '{actor,key}', '"system"')::json`],
    ['its id', sql`id = ${randomUUID()}::uuid`],
  ])('shows that %s was changed', async (_, change) => {
    const { position, stream } = await recalled(0n, covered(0))
    const found = await spoilt([sql`update event set ${change} where position = ${position}`])
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 1, suspects: { stream } })
  })

  test('shows an event that was removed, at the one that comes after it', async () => {
    const { position } = await recalled(covered(0), covered(1))
    const found = await spoilt([sql`delete from event where position = ${position}`])
    expect(found).toMatchObject({ in: 'log' })
  })

  test('shows an append that was removed, though revisions and positions were closed up behind it', async () => {
    const [whole] = await log.rows<{ position: bigint; stream: string; revision: bigint }>(sql`
      select position, stream, revision from event
      where type = 'MemoriesRecalled' and (metadata -> 'append' ->> 'count')::int = 1 and position < ${covered(0)}
      order by position desc limit 1`)
    if (whole === undefined) throw new Error('the history has no such event')
    const { position, stream, revision } = whole
    const found = await spoilt([
      sql`delete from event where position = ${position}`,
      sql`update event set revision = revision - 1 where stream = ${stream} and revision > ${revision}`,
      sql`create table closed_up as select * from event where position > ${position}`,
      sql`delete from event where position > ${position}`,
      sql`update closed_up set position = position - 1`,
      sql`insert into event select * from closed_up`,
      sql`drop table closed_up`,
      sql`update head set position = position - 1`,
    ])
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 1, wrong: expect.stringContaining('taken out') })
  })

  test('shows two events of a stream that were swapped', async () => {
    const [pair] = await log.rows<{ a: bigint; b: bigint; stream: string }>(sql`
      select a.position as a, b.position as b, a.stream
      from event a join event b on a.stream = b.stream and a.type = b.type and a.position < b.position
      where a.type = 'MemoriesRecalled' and (a.metadata -> 'append')::text = (b.metadata -> 'append')::text
        and a.position <= ${covered(0)} and b.position <= ${covered(0)}
      order by 1, 2 limit 1`)
    if (pair === undefined) throw new Error('the history has no such pair')
    const found = await spoilt([
      sql`
        update event e
        set id = o.id, type = o.type, data = o.data, metadata = o.metadata
        from kept o
        where e.position in (${pair.a}, ${pair.b})
          and o.position = ${pair.a + pair.b} - e.position`,
    ])
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 1, suspects: { stream: pair.stream } })
  })

  /** Cuts the log off behind a position, so that nothing in the database tells that there was more. */
  const cutOff = (position: bigint): readonly Sql[] => [
    sql`delete from event where position > ${position}`,
    sql`update head set position = ${position}`,
  ]

  test('shows a tail that was cut off against a checkpoint kept elsewhere, and cannot without', async () => {
    const tail = cutOff(covered(2))
    const read = { in: 'checkpoint' } // the read models have come further than the log
    expect(await spoilt(tail)).toMatchObject(read)
    const found = await spoilt(tail, checkpoints.slice(2))
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 3, next: expect.stringContaining('backup') })
  })

  test('shows a log that ends before what a kept checkpoint covers', async () => {
    const found = await spoilt(cutOff(covered(0)), checkpoints)
    expect(found).toMatchObject({ in: 'signed checkpoint', number: 1 })
    expect(await spoilt(cutOff(covered(1)), checkpoints.slice(2))).toMatchObject({
      number: 3,
      wrong: expect.stringMatching(/the log ends at position \d+: its tail was cut off/),
    })
  })

  test('shows a checkpoint that was taken out of the chain, or changed', async () => {
    const of = (number: number) => sql`type = 'LogCheckpointSigned' and (data ->> 'number')::int = ${number}`
    const changed = await spoilt([
      sql`update event set data = jsonb_set(data::jsonb, '{events}', '7')::json where ${of(2)}`,
    ])
    expect(changed).toMatchObject({ number: 2, wrong: expect.stringContaining('signature') })
    const unlinked = await spoilt([sql`update event set data = (select data from kept where ${of(1)}) where ${of(2)}`])
    expect(unlinked).toMatchObject({ number: 1, wrong: expect.stringContaining('does not follow') })
    const withoutNodes = await spoilt([
      sql`update event set data = jsonb_set(data::jsonb, '{nodes,0}', to_jsonb(repeat('0', 64)))::json where ${of(3)}`,
    ])
    expect(withoutNodes).toMatchObject({ number: 3, wrong: expect.stringContaining('nodes') })
  })

  test('shows a log that was written anew and signed with another key only against a kept checkpoint', async () => {
    const rewrite = async () => {
      const { position } = await recalled(0n, covered(0))
      await log.rows(sql`
        update event set data = replace(data::text, '"content":"', '"content":"x')::json where position = ${position}`)
      await db.within('generations').rows(sql`delete from digested_log`)
      await db.within('generations').rows(sql`delete from stream_head`)
      await log.rows(sql`
        delete from event where type = 'LogCheckpointSigned' or position > ${covered(0)}`)
      await log.rows(sql`update head set position = ${covered(0)}`)
      await log.rows(sql`
        update stream s set revision = (select max(revision) from event e where e.stream = s.name)
        where exists (select from event e where e.stream = s.name)`)
      await log.rows(sql`delete from stream s where not exists (select from event e where e.stream = s.name)`)
      await signed(await signingOn({ store: signedLog.replaying.store, databases: db, seed: Buffer.alloc(32, 8) }))
    }
    const found = await spoilt(rewrite, checkpoints.slice(0, 1))
    await db.within('generations').rows(sql`delete from digested_log`)
    await db.within('generations').rows(sql`delete from stream_head`)
    expect(found).toMatchObject({
      ...{ in: 'signed checkpoint', number: 1 },
      wrong: expect.stringMatching(/signed with the key [0-9a-f]{64} instead of [0-9a-f]{64}: it was written anew/),
    })
  })
})
