import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../../src/postgres/database.js'
import { sql } from '../../../src/postgres/sql.js'
import { databasesFor } from '../../support/database.js'
import { longHistory } from '../../support/generations.js'
import { numbered, openReplaying, type Replaying } from '../../support/replaying.js'

describe.each(databasesFor(import.meta.url))('a check of a log on $name', ({ open }) => {
  let db: Databases
  let log: Database
  let replaying: Replaying
  beforeAll(async () => {
    db = await open()
    log = db.within('log')
    replaying = await openReplaying(db)
    await replaying.append(numbered(longHistory(51, 40)))
    await log.rows(sql`alter table event drop constraint event_id_key`)
    await log.rows(sql`alter table event drop constraint event_stream_revision_key`)
    await log.rows(sql`create table kept as select * from event`)
  })
  afterAll(async () => {
    await replaying.close()
    await db.close()
  })

  /** Of an append of several events, the one at this index; the first such append that is not at the beginning. */
  const inAppend = async (index: number) => {
    const [found] = await log.rows<{ position: bigint; stream: string; revision: bigint }>(sql`
      select position, stream, revision
      from event
      where (metadata -> 'append' ->> 'count')::int > 2
        and (metadata -> 'append' ->> 'index')::int = ${index}
        and position > 10
      order by position
      limit 1`)
    if (found === undefined) throw new Error('the history has no such append')
    return found
  }
  const spoilt = async (change: () => Promise<unknown>) => {
    await change()
    const { equal, mismatch } = await replaying.check()
    await log.rows(sql`delete from event`)
    await log.rows(sql`insert into event select * from kept`)
    expect(equal).toBe(false)
    return mismatch?.in === 'log' ? mismatch : { ...mismatch, position: undefined, wrong: undefined }
  }

  test('finds an event that is gone, at the one that comes after it', async () => {
    const { position, revision, stream } = await inAppend(1)
    const found = await spoilt(() => log.rows(sql`delete from event where position = ${position}`))
    expect(found).toMatchObject({ in: 'log', stream, position: `${position + 1n}` })
    expect(found.wrong).toBe(`its revision is ${revision + 1n}, after ${revision - 1n}`)
  })

  test('finds a whole stream that is gone, for nobody has its positions', async () => {
    const { stream } = await inAppend(0)
    const [first] = await log.rows<{ position: bigint }>(sql`
      select min(position) as position from event where stream = ${stream}`)
    const found = await spoilt(() => log.rows(sql`delete from event where stream = ${stream}`))
    expect(found).toMatchObject({
      in: 'log',
      position: `${first?.position}`,
      wrong: expect.stringContaining('no event'),
    })
  })

  test('knows that the positions between are those of other logs', async () => {
    const moved = async () => {
      await log.rows(sql`update event set position = position + 1000 where position > 20`)
      await log.rows(sql`
        insert into event (position, stream, revision, id, type, data, metadata, bytes)
        select n, 'other-bank-1', n - 21, gen_random_uuid(), 'Other', '{}', '{"append": {"index": 0, "count": 1}}', 10
        from generate_series(21, 1020) n`)
      await log.rows(sql`update head set position = position + 1000`)
      await log.rows(sql`delete from event where position = 500`)
    }
    const found = await spoilt(moved)
    await log.rows(sql`update head set position = position - 1000`)
    expect(found).toMatchObject({ in: 'log', position: '500', wrong: expect.stringContaining('no event') })
  })

  test('finds that the last append is gone', async () => {
    const { position = 0n } = (await log.rows<{ position: bigint }>(sql`select position from head`))[0] ?? {}
    const found = await spoilt(() =>
      log.rows(sql`
        delete from event
        where metadata ->> 'commandId' = (select metadata ->> 'commandId' from event where position = ${position})`),
    )
    expect(found).toMatchObject({ in: 'log', wrong: expect.stringContaining('no event has this position') })
  })

  test('finds that the log ends within an append', { timeout: 30_000 }, async () => {
    const [whole] = await log.rows<{ position: bigint }>(sql`
      select max(position) as position from event where (metadata -> 'append' ->> 'index')::int = 1`)
    const position = whole?.position ?? 0n
    const found = await spoilt(() => log.rows(sql`delete from event where position >= ${position}`))
    expect(found).toMatchObject({ position: `${position - 2n}`, wrong: 'what comes after it is no whole append' })
  })

  test('finds two revisions that have changed places', async () => {
    const { position, revision } = await inAppend(1)
    const found = await spoilt(() =>
      log.rows(sql`
        update event
        set revision = ${revision * 2n + 1n} - revision
        where position in (${position}, ${position + 1n})`),
    )
    expect(found).toMatchObject({
      position: `${position}`,
      wrong: `its revision is ${revision + 1n}, after ${revision - 1n}`,
    })
  })

  test('finds an id that a user has twice', async () => {
    const { position, stream } = await inAppend(1)
    const [first] = await log.rows<{ position: bigint }>(sql`
      select min(position) as position from event where stream = ${stream}`)
    const found = await spoilt(() =>
      log.rows(sql`
        update event
        set id = (select id from event where position = ${first?.position})
        where position = ${position}`),
    )
    expect(found).toMatchObject({
      position: `${position}`,
      wrong: `the event at position ${first?.position} has the same id`,
    })
  })

  test('finds an append that has lost its end', async () => {
    const { position, stream } = await inAppend(0)
    const found = await spoilt(async () => {
      await log.rows(sql`
        update event
        set metadata = jsonb_set(metadata::jsonb, '{append,count}', '1')::json
        where position = ${position}`)
    })
    expect(found).toMatchObject({ stream, position: `${position + 1n}` })
    expect(found.wrong).toMatch(/^it is event 2 of \d+ of an append whose beginning is missing$/)
  })

  test('finds a version that is left out', async () => {
    const [later] = await log.rows<{ position: bigint }>(sql`
      select max(position) as position from event where (metadata ->> 'version')::int > 1`)
    const position = later?.position ?? 0n
    const found = await spoilt(() =>
      log.rows(sql`
        update event
        set metadata = jsonb_set(metadata::jsonb, '{version}', '9')::json
        where position = ${position}`),
    )
    expect(found).toMatchObject({ position: `${position}` })
    expect(found.wrong).toMatch(/^it makes version 9 of memory [0-9a-f-]{36}, after version \d+$/)
  })

  test('finds an event that nobody can read, and does not quote it', async () => {
    const { position } = await inAppend(1)
    const found = await spoilt(() =>
      log.rows(sql`update event set data = '{"secret": "secret"}' where position = ${position}`),
    )
    expect(found).toMatchObject({
      position: `${position}`,
      wrong: expect.stringMatching(/^it cannot be read: unfit at /),
    })
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  test('finds an event in the stream of somebody else', async () => {
    const { position } = await inAppend(1)
    const found = await spoilt(() =>
      log.rows(sql`
        update event
        set metadata = jsonb_set(metadata::jsonb, '{userId}', '"mallory"')::json
        where position = ${position}`),
    )
    expect(found).toMatchObject({ position: `${position}`, wrong: 'its stream is not one of its user' })
  })
})
