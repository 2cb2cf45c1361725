import fc from 'fast-check'
import pgvector from 'pgvector'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { Vectors } from '../../src/postgres/vectors.js'
import { databases } from '../support/database.js'
import { floatsOf } from '../support/floats-of.js'

describe.each(databases)('values on $name', ({ open }) => {
  let all: Databases
  let db: Database
  beforeAll(async () => {
    all = await open()
    db = all.within('public')
  })
  afterAll(() => all.close())

  const one = async (expression: Sql): Promise<unknown> => {
    const [row] = await db.rows<{ value: unknown }>(sql`select ${expression} as value`)
    return row?.value
  }

  const read: readonly (readonly [string, Sql, unknown])[] = [
    ['int8', sql`9007199254740993::int8`, 9007199254740993n],
    ['int4', sql`7::int4`, 7],
    ['float8', sql`0.1::float8`, 0.1],
    ['float8 infinity', sql`'-Infinity'::float8`, Number.NEGATIVE_INFINITY],
    ['float4', sql`1.5::float4`, 1.5],
    ['numeric', sql`12.25::numeric`, 12.25],
    ['bool', sql`false`, false],
    ['timestamptz', sql`'2024-03-05 01:02:03.4567+02'::timestamptz`, '2024-03-04T23:02:03.456Z'],
    ['timestamptz without a fraction', sql`'2024-03-05 01:02:03Z'::timestamptz`, '2024-03-05T01:02:03.000Z'],
    ['timestamptz out of ISO', sql`'infinity'::timestamptz`, 'infinity'],
    ['date', sql`'2024-03-05'::date`, '2024-03-05'],
    ['jsonb', sql`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ['json', sql`'"text"'::json`, 'text'],
    ['bytea', sql`'\\x00ff10'::bytea`, new Uint8Array([0, 255, 16])],
    ['uuid', sql`'7d444840-9dc0-11d1-b245-5ffdce74fad2'::uuid`, '7d444840-9dc0-11d1-b245-5ffdce74fad2'],
    ['tsvector', sql`to_tsvector('simple', 'b a')`, `'a':2 'b':1`],
    ['vector', sql`'[1,2.5]'::vector`, '[1,2.5]'],
    ['bit', sql`b'0101'::bit(4)`, '0101'],
    ['text[]', sql`array['a', null, 'NULL', '', 'c,"\\{}']::text[]`, ['a', null, 'NULL', '', 'c,"\\{}']],
    ['int4[]', sql`'{1,NULL,-3}'::int[]`, [1, null, -3]],
    ['int8[]', sql`'[0:1]={1,9007199254740993}'::int8[]`, [1n, 9007199254740993n]],
    [
      'nested int[]',
      sql`'{{1,2},{3,4}}'::int[]`,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['empty text[]', sql`'{}'::text[]`, []],
    ['uuid[]', sql`array['7d444840-9dc0-11d1-b245-5ffdce74fad2']::uuid[]`, ['7d444840-9dc0-11d1-b245-5ffdce74fad2']],
    ['timestamptz[]', sql`array['2024-03-05 01:02:03Z']::timestamptz[]`, ['2024-03-05T01:02:03.000Z']],
    ['null', sql`null::int8`, null],
  ]
  test.each(read)('reads %s', async (_, expression, value) => {
    expect(await one(expression)).toEqual(value)
  })

  const written: readonly (readonly [string, Sql, unknown])[] = [
    ['a bigint', sql`${2n ** 62n}::int8`, 2n ** 62n],
    ['a number for int4', sql`${-5}::int`, -5],
    ['a number for float8', sql`${1e-300}::float8`, 1e-300],
    ['NaN', sql`${Number.NaN}::float8`, Number.NaN],
    ['a boolean', sql`${true}::bool`, true],
    ['null', sql`${null}::text`, null],
    ['a string without a type', sql`${'plain'}`, 'plain'],
    ['a string for jsonb, once encoded', sql`${'{"a":"b"}'}::jsonb`, { a: 'b' }],
    ['a string that is a JSON string', sql`${'"a"'}::jsonb`, 'a'],
    ['a string for timestamptz', sql`${'2024-03-05T01:02:03.004Z'}::timestamptz`, '2024-03-05T01:02:03.004Z'],
    ['a string for vector', sql`${'[1,2]'}::vector`, '[1,2]'],
    ['strings', sql`${['a', null]}::text[]`, ['a', null]],
    ['bigints', sql`${[1n, null, -2n]}::int8[]`, [1n, null, -2n]],
    ['numbers', sql`${[1, null]}::int[]`, [1, null]],
    ['fractions', sql`${[0.5, -1e300]}::float8[]`, [0.5, -1e300]],
    ['booleans', sql`${[true, null, false]}::bool[]`, [true, null, false]],
    ['no strings', sql`${[]}::text[]`, []],
    ['bytes', sql`${new Uint8Array([0, 255])}::bytea`, new Uint8Array([0, 255])],
    ['part of a buffer', sql`${new Uint8Array([1, 2, 3]).subarray(1)}::bytea`, new Uint8Array([2, 3])],
    ['no bytes', sql`${new Uint8Array()}::bytea`, new Uint8Array()],
    ['a lone surrogate, replaced', sql`${'a\ud800b\udc00'}::text`, 'a\ufffdb\ufffd'],
    ['lone surrogates in an array', sql`${['\udc00x']}::text[]`, ['\ufffdx']],
  ]
  test.each(written)('writes %s', async (_, expression, value) => {
    expect(await one(expression)).toEqual(value)
  })

  test.each([[undefined], [new Date(0)], [{ a: 1 }], [[['nested']]], [Symbol('s')]])('refuses %o', async (value) => {
    await expect(one(sql`${value}`)).rejects.toBeInstanceOf(TypeError)
    expect(await one(sql`1`)).toBe(1)
  })

  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'{}",\\ \'NUL\n'), fc.string({ unit: 'binary' })) })
  const postgresText = text.map((value) => value.replaceAll('\0', ''))

  test('brings any text back as it was, alone, in arrays and in JSON', async () => {
    const anyTexts = fc.array(fc.option(postgresText), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(postgresText, anyTexts, async (value, values) => {
        const [row] = await db.rows(
          sql`select ${value}::text as value, ${values}::text[] as values, ${JSON.stringify(values)}::jsonb as json`,
        )
        expect(row).toEqual({ value, values, json: values })
      }),
      { numRuns: 60 },
    )
  })

  test('refuses a NUL, and goes on', async () => {
    await expect(one(sql`${'a\0b'}::text`)).rejects.toMatchObject({ code: '22021' })
    expect(await one(sql`1`)).toBe(1)
  })

  test('carries a million characters', async () => {
    const long = '😀"\\'.repeat(333_333)
    expect(await one(sql`${[long]}::text[]`)).toEqual([long])
  })

  test('brings vectors back as they were, nulls among them', async () => {
    const float = fc.float({ noNaN: true, noDefaultInfinity: true })
    const vector = fc.array(float, { minLength: 1, maxLength: 20 }).map((floats) => Float32Array.from(floats))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(vector), { maxLength: 6 }), async (vectors) => {
        const rows = await db.rows<{ bytes: Uint8Array | null; text: string | null }>(sql`
          select vector_send(v) as bytes, v as text
          from unnest(${new Vectors(vectors)}::vector[]) with ordinality as given (v, i)
          order by i`)
        expect(rows.map(({ bytes }) => bytes && floatsOf(bytes))).toEqual(vectors)
        expect(rows.map(({ text }) => text && Float32Array.from(pgvector.fromSql(text)))).toEqual(vectors)
      }),
      { numRuns: 40 },
    )
    expect(await one(sql`${Float32Array.of(1, -2.5)}::vector`)).toBe(pgvector.toSql([1, -2.5]))
  })
})
