import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'
import { closes } from './closes.js'

describe('an event that is told of without saying whose it is', () => {
  test.each([
    ['Our wedding is on May 3.', 'The wedding was moved to May 10.'],
    ['Unsere Hochzeit ist am 3. Mai.', 'Die Hochzeit wurde auf den 10. Mai verschoben.'],
    ['My dentist appointment is on May 3.', 'The dentist appointment was moved to May 10.'],
    ['Our housewarming party is on May 3.', 'The housewarming party is now on May 10.'],
    ['Our gala is on May 3.', 'The gala was moved to May 10. We look forward to it.'],
    ['Unser Umzug ist am 3. Mai.', 'Wir haben den Umzug auf den 10. Mai verlegt.'],
    ['Die Prüfung wurde auf den 3. Mai verschoben.', 'Meine Prüfung wurde auf den 10. Mai verschoben.'],
  ])('is the own one where it has changed: %s', (first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    ["Tom's wedding is on May 3.", 'The wedding was moved to May 10.'],
    ['Annas Hochzeit ist am 3. Mai.', 'Die Hochzeit wurde auf den 10. Mai verschoben.'],
    ['Our wedding is on May 3.', "Tom's wedding was moved to May 10."],
    ['Our wedding is on May 3.', 'The wedding is on May 10.'],
    ['Our wedding is on May 3.', 'The wedding may be moved to May 10.'],
    ['Our wedding is on May 3.', 'The wedding rehearsal was moved to May 2.'],
    ['Our wedding is on May 3.', "I met Tom about Tom's wedding. The wedding was moved to May 10."],
    [
      'Unsere Hochzeit ist am 3. Mai.',
      'Es ging um die Hochzeit von Anna. Die Hochzeit wurde auf den 10. Mai verschoben.',
    ],
    ['Our wedding is on May 3.', 'My sister called about her wedding. The wedding was moved to May 10.'],
    ['Our launch is on May 3.', 'The Falcon launch was moved to May 10.'],
  ])('is another one: %s %s', (first, later) => {
    expect(closes(first, later)).toBe(false)
  })

  test('is that of whom was spoken just before', () => {
    const context = { speaker: null, role: 'user', language: 'en' } as const
    const before = claimsOf("Tom's wedding is on May 3.", context)
    const { claims } = claimsOf('The wedding was moved to May 10.', context, { claims: before.claims, asked: false })
    expect(claims.map(({ subject }) => subject)).toEqual(['wedding'])
  })
})
