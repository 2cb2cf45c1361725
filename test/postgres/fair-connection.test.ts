import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { sql } from '../../src/postgres/sql.js'

type Row = { readonly owner: string; readonly n: number }

describe('the one connection of the embedded database, while a transaction is open that changes rows of ana', () => {
  let databases: Databases
  const db = () => databases.within('public')
  const rowsOf = (owner: string) => sql`select owner, n from kept where owner = ${owner}`

  beforeAll(async () => {
    databases = await openPglite(undefined, { fsync: false })
    await databases.script(`create table kept (owner text primary key, n int not null);
                            insert into kept values ('ana', 1), ('bob', 1)`)
  })
  afterAll(async () => {
    clearInterval(ticking)
    await databases.close()
  })

  /** Statement after statement, until `asked` is answered, or a few too many. */
  const during = async <Answer>(asked: () => Promise<Answer>, changes?: readonly string[]) => {
    let answered = false
    let when: 'within' | 'after' = 'after'
    let asking: Promise<Answer> | undefined
    await db().transaction(async (tx) => {
      await tx.rows(sql`update kept set n = n + 1 where owner = 'ana'`)
      for (let n = 0; n < 20 && !answered; n++) {
        asking ??= outside(asked).finally(() => {
          answered = true
        })
        await pause(6)
        await tx.rows(sql`select 1`)
      }
      if (answered) when = 'within'
    }, changes)
    return { when, answer: await asking }
  }
  /** As another request would ask: nothing of the transaction's context goes along. */
  const requests: (() => void)[] = []
  const ticking = setInterval(() => {
    for (const begin of requests.splice(0)) begin()
  }, 1)
  const outside = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => requests.push(() => void ask().then(resolve, reject)))

  test("a reader of bob's rows is answered within it", async () => {
    const { when, answer } = await during(() => db().reading('bob').rows<Row>(rowsOf('bob')), ['ana'])
    expect({ when, answer }).toEqual({ when: 'within', answer: [{ owner: 'bob', n: 1 }] })
  })

  test("a reader of ana's rows waits for its end, and sees all its changes", async () => {
    const [before] = await db().rows<Row>(rowsOf('ana'))
    const { when, answer } = await during(() => db().reading('ana').rows<Row>(rowsOf('ana')), ['ana'])
    expect({ when, n: answer?.[0]?.n }).toEqual({ when: 'after', n: (before?.n ?? 0) + 1 })
  })

  test('a reader that names no user waits for its end', async () =>
    expect((await during(() => db().rows(rowsOf('bob')), ['ana'])).when).toBe('after'))

  test('a transaction that names no users lets no reader in', async () =>
    expect((await during(() => db().reading('bob').rows(rowsOf('bob')))).when).toBe('after'))

  test("a transaction of a reader of bob's rows waits for its end", async () => {
    const reading = () =>
      db()
        .reading('bob')
        .transaction((tx) => tx.rows<Row>(rowsOf('bob')))
    expect((await during(reading, ['ana'])).when).toBe('after')
  })

  test('a guest that writes is repeated after it, and its changes stay', async () => {
    const write = sql`update kept set n = 7 where owner = 'bob' returning owner, n`
    const { when } = await during(() => db().reading('bob').rows<Row>(write), ['ana'])
    expect(when).toBe('after')
    expect(await db().rows(rowsOf('bob'))).toEqual([{ owner: 'bob', n: 7 }])
  })

  test('a reader whose statement fails gets the error, and the transaction goes on', async () => {
    const [before] = await db().rows<Row>(rowsOf('ana'))
    const failing = during(() => db().reading('bob').rows(sql`select 1 / 0`), ['ana'])
    await expect(failing).rejects.toThrow('division by zero')
    const [after] = await db().rows<Row>(rowsOf('ana'))
    expect(after?.n).toBe((before?.n ?? 0) + 1)
  })

  test('a guest has its own search path, which does not outlive it, and changes nothing', async () => {
    await databases.script('create schema if not exists aside; create table if not exists aside.kept as select 9 as n')
    const aside = () => databases.within('aside').reading('bob')
    const { when, answer } = await during(
      () => aside().rows(sql`select n, current_setting('transaction_read_only') as only from kept`),
      ['ana'],
    )
    expect({ when, answer }).toEqual({ when: 'within', answer: [{ n: 9, only: 'on' }] })
    expect(await db().rows(rowsOf('bob'))).toHaveLength(1)
  })
})
