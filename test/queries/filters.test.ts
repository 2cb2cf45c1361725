import { expect, test } from 'vitest'
import { wantedOf } from '../../src/queries/filters.js'

test('a filter by metadata is the same statement however many keys it names, so that it is planned once', () => {
  const textFor = (...keys: readonly string[]) =>
    wantedOf({ kind: 'user', userId: 'ana' }, { metadata: Object.fromEntries(keys.map((key) => [key, 1])) }).query.text
  expect(textFor('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')).toBe(textFor('a'))
})
