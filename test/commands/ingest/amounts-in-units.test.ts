import { expect, test } from 'vitest'
import { effectOf } from '../../../src/commands/ingest/judging/compare-claims.js'
import { claimsOf } from '../../../src/indexing/claims/claims-of.js'

/** What the later of two statements does to the earlier. */
const does = (earlier: string, later: string) => {
  const [older, newer] = [earlier, later].map(
    (text) => claimsOf(text, { speaker: null, role: 'user', language: 'en' }).claims[0],
  )
  return older && newer ? effectOf(newer, older).does : 'no claim'
}

test.each([
  ['Lake Morva covers 120 km².', 'Lake Morva covers 12,000 hectares.'],
  ['Falcon GT is 4.5 m long.', 'Falcon GT is 450 cm long.'],
  ['Mount Arlen rises to 3,000 m.', 'Mount Arlen rises to 3 km.'],
  ['Mount Arlen rises to 3,000 m.', 'Mount Arlen rises to 9,843 feet.'],
  ['Anna Kern weighs 72 kg.', 'Anna Kern weighs 159 pounds.'],
  ['The population of Turku is 1.2 million.', 'The population of Turku is 1,200,000.'],
])('the same amount in another unit closes nothing: %s %s', (earlier, later) =>
  expect(does(earlier, later)).toBe('agrees'),
)

test.each([
  ['Lake Morva covers 120 km².', 'Lake Morva covers 11,000 hectares.'],
  ['Mount Arlen rises to 3,000 m.', 'Mount Arlen rises to 8,900 feet.'],
  ['The population of Turku is 1.2 million.', 'The population of Turku is 1.3 million.'],
])('another amount does, in whatever unit: %s %s', (earlier, later) => expect(does(earlier, later)).toBe('closes'))
