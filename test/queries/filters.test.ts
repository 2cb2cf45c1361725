import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/domain/json-object.js'
import { wantedOf } from '../../src/queries/filters.js'

test('a filter by metadata is the same statement however many keys it names, so that it is planned once', () => {
  const textFor = (...keys: readonly string[]) =>
    wantedOf({ kind: 'user', userId: 'ana' }, { metadata: Object.fromEntries(keys.map((key) => [key, 1])) }).query.text
  expect(textFor('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')).toBe(textFor('a'))
})

test('a filter by conditions is the same statement whatever they are, and names none of their values', () => {
  const textFor = (metadata: JsonObject) => wantedOf({ kind: 'user', userId: 'ana' }, { metadata }).query.text
  const one = textFor({ size: { gt: 17 } })
  expect(textFor({ any: [{ size: { gt: 17 } }, { due: { lt: '2026-05-08' } }], 'it\'s "so"': { exists: true } })).toBe(
    one,
  )
  expect(one).not.toMatch(/(?<!\$)\b17\b/)
})

test('a filter with not is refused where nobody has looked at the other tellings', () => {
  expect(() => wantedOf({ kind: 'user', userId: 'ana' }, { metadata: { size: { not: 1 } } })).toThrow('other tellings')
})
