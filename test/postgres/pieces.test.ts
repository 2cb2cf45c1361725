import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readerOf } from '../../src/postgres/columns.js'
import { DatabaseClosed, isUnavailable, sqlState } from '../../src/postgres/faults.js'
import { encode } from '../../src/postgres/handle.js'
import { addressed } from '../../src/postgres/postgres.js'
import { identifier, list, sql } from '../../src/postgres/sql.js'
import { vectorBytes } from '../../src/postgres/vectors.js'
import { floatsOf } from '../support/floats-of.js'

describe('an array literal', () => {
  const TEXT_ARRAY = 1009
  const readBack = (all: readonly (string | null)[]) => readerOf(TEXT_ARRAY)(String(encode(all, 0)))

  test('is read as it was printed', () => {
    const element = fc.option(fc.string({ unit: fc.constantFrom(...'{}",\\ NUL') }))
    fc.assert(
      fc.property(fc.array(element), (all) => {
        expect(readBack(all)).toEqual(all)
      }),
    )
  })

  test('of a hundred thousand odd characters is read in one pass', () => {
    for (const odd of ['{', '"', '\\', ',', '}']) {
      const text = odd.repeat(100_000)
      const began = performance.now()
      expect(readBack([text])).toEqual([text])
      expect(performance.now() - began).toBeLessThan(10_000)
    }
  })
})

describe('a vector', () => {
  test('is read as it was written, also from the middle of a buffer', () => {
    fc.assert(
      fc.property(fc.float32Array(), (floats) => {
        const within = new Uint8Array([9, ...vectorBytes(floats)]).subarray(1)
        expect(floatsOf(within)).toEqual(floats)
      }),
    )
  })

  test('is refused when its length and its header differ', () => {
    for (const bytes of [[], [0], [0, 1, 0, 0], [0, 0, 0, 0, 1]]) {
      expect(() => floatsOf(Uint8Array.from(bytes))).toThrow(RangeError)
    }
  })
})

describe('an error', () => {
  const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

  test.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', '57P01', '57P03', '08006', '53300'])(
    'with code %s means that the database is out of reach',
    (code) => expect(isUnavailable(coded(code))).toBe(true),
  )

  test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'PGlite is closed'])(
    'that says %s means so, too',
    (message) => expect(isUnavailable(new Error(message))).toBe(true),
  )

  test.each([coded('23505'), coded('57014'), coded('22P02', 'connection terminated'), new Error('x'), null, 'text', 7])(
    'of any other kind does not: %s',
    (error) => expect(isUnavailable(error)).toBe(false),
  )

  test('has a SQLSTATE only when Postgres gave one', () => {
    expect(sqlState(coded('22P02'))).toBe('22P02')
    expect(sqlState(coded('EPIPE'))).toBeUndefined()
    expect(sqlState(undefined)).toBeUndefined()
    expect(isUnavailable(new DatabaseClosed())).toBe(true)
  })
})

describe('a connection string', () => {
  test('has its options joined with ours, which come last', () => {
    expect(addressed('postgres://h/d?sslmode=require&options=-c%20a%3Db', ['-c', 'x=y'])).toEqual({
      connectionString: 'postgres://h/d?sslmode=require',
      options: '-c a=b -c x=y',
    })
    expect(addressed('postgres://h/d', ['-c x=y'])).toEqual({ connectionString: 'postgres://h/d', options: '-c x=y' })
  })
})

describe('a piece of SQL', () => {
  test('nests fragments and numbers its parameters in order', () => {
    const inner = sql`a = ${1} and ${identifier('b_2')} = ${2}`
    const { text, values } = sql`select ${list([sql`x`, sql`${'y'}`])} where ${inner} or c = ${3}`.query
    expect(text).toBe('select x, $1 where a = $2 and b_2 = $3 or c = $4')
    expect(values).toEqual(['y', 1, 2, 3])
  })

  test('refuses names that cannot be ours', () => {
    for (const name of ['', 'A', '1a', 'a b', 'a;', 'a"']) expect(() => identifier(name)).toThrow()
  })
})
