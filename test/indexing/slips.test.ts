import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

const told = (text: string, language: 'en' | 'de') =>
  claimsOf(text, { speaker: 'User', role: 'user', language }).claims.map(
    ({ subject, value, how }) => `${subject} | ${value} | ${how}`,
  )

describe('who owns up to a slip corrects', () => {
  test.each([
    ['Sorry, I mixed it up: the flight to Oslo leaves at 8:35.', 'flight to oslo | 08:35 | correct'],
    ['I got it wrong, my sister lives in Graz.', 'sister of user | graz | correct'],
    ['I was mistaken: my sister lives in Graz.', 'sister of user | graz | correct'],
    ['Typo, my sister lives in Graz.', 'sister of user | graz | correct'],
    ['Scratch that, my sister lives in Graz.', 'sister of user | graz | correct'],
  ])('%j', (text, claim) => {
    expect(told(text, 'en')).toContain(claim)
  })

  test.each([
    ['Ich habe mich vertippt: mein Zahnarzttermin ist um 16 Uhr.', 'zahnarzttermin of user | 16:00 | correct'],
    ['Kommando zurück, meine Schwester wohnt in Graz.', 'sister of user | graz | correct'],
    ['Da lag ich falsch: meine Schwester wohnt in Graz.', 'sister of user | graz | correct'],
  ])('in German: %j', (text, claim) => {
    expect(told(text, 'de')).toContain(claim)
  })

  test('but not who tells of the slip of another', () => {
    expect(told('Ben mixed it up: his sister lives in Graz.', 'en').join()).not.toContain('correct')
  })
})
