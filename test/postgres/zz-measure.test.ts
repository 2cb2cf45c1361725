import pgvector from 'pgvector'
import { describe, test } from 'vitest'
import { parse } from 'postgres-array'
import { readArray, printArray } from '../../src/postgres/array-literal.js'
import { sql } from '../../src/postgres/sql.js'
import { floatsOf, Vectors } from '../../src/postgres/vectors.js'
import { databases } from '../support/database.js'

const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1]
describe.each(databases)('$name', ({ name, open }) => {
  test('vectors', async () => {
    const all = await open()
    const db = all.within('public')
    await all.script('create table v (n int, e vector(256))')
    const vectors = Array.from({ length: 1000 }, () => Float32Array.from({ length: 256 }, () => Math.random() - 0.5))
    const time = async (what: string, work: () => Promise<unknown>, runs = 15) => {
      const ms: number[] = []
      for (let i = 0; i < runs; i++) {
        const t = performance.now()
        await work()
        ms.push(performance.now() - t)
        if (what.startsWith('write')) await db.rows(sql`delete from v`)
      }
      console.log(name, what, median(ms)?.toFixed(2), 'ms')
    }
    await time('write binary', () => db.rows(sql`insert into v select i, e from unnest(${new Vectors(vectors)}::vector[]) with ordinality as x(e, i)`))
    await time('write pgvector text', () => db.rows(sql`insert into v select i, e::vector from unnest(${vectors.map((v) => pgvector.toSql(Array.from(v)))}::text[]) with ordinality as x(e, i)`))
    await time('only pass binary', () => db.rows(sql`select count(e) from unnest(${new Vectors(vectors)}::vector[]) with ordinality as x(e, i)`))
    await time('only pass pgvector text', () => db.rows(sql`select count(e::vector) from unnest(${vectors.map((v) => pgvector.toSql(Array.from(v)))}::text[]) with ordinality as x(e, i)`))
    await time('encode only text', async () => vectors.map((v) => pgvector.toSql(Array.from(v))))
    await db.rows(sql`insert into v select i, e from unnest(${new Vectors(vectors)}::vector[]) with ordinality as x(e, i)`)
    await time('read vector_send', async () => (await db.rows<{ b: Uint8Array }>(sql`select vector_send(e) as b from v`)).map(({ b }) => floatsOf(b)))
    await time('read pgvector text', async () => (await db.rows<{ b: string }>(sql`select e::text as b from v`)).map(({ b }) => Float32Array.from(pgvector.fromSql(b))))
    const one = vectors[0]!
    await time('one binary', () => db.rows(sql`select ${one}::vector <=> ${one}::vector`), 200)
    await time('one pgvector text', () => db.rows(sql`select ${pgvector.toSql(Array.from(one))}::vector <=> ${pgvector.toSql(Array.from(one))}::vector`), 200)
    await time('read one vector_send', async () => (await db.rows<{ b: Uint8Array }>(sql`select vector_send(e) as b from v limit 1`)).map(({ b }) => floatsOf(b)), 200)
    await time('read one pgvector text', async () => (await db.rows<{ b: string }>(sql`select e::text as b from v limit 1`)).map(({ b }) => Float32Array.from(pgvector.fromSql(b))), 200)
    await all.close()
  })
})
test('arrays', () => {
  for (const [what, texts] of Object.entries({ latin: Array.from({ length: 20000 }, (_, i) => `some words ${i}`), wide: Array.from({ length: 20000 }, (_, i) => `ça ж words ${i}`), escaped: Array.from({ length: 20000 }, (_, i) => `so"me ${i}`), small: ['abc def', 'x,y'] })) {
    const literal = printArray(texts)
    let t = performance.now()
    readArray(literal, String)
    const ours = performance.now() - t
    t = performance.now()
    parse(literal, String)
    console.log(what, literal.length, 'ours', ours.toFixed(2), 'theirs', (performance.now() - t).toFixed(2))
  }
})
