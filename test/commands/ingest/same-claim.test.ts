import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameClaim } from '../../../src/commands/ingest/same-claim.js'

describe('two texts with close vectors make the same claim', () => {
  test.each([
    ['I love green tea.', 'I love green tea'],
    ['I love green tea.', 'I really love green tea.'],
    ['I bought a bicycle in Lisbon.', 'I have bought a bicycle in Lisbon.'],
    ['The gardener waters the roses.', 'The gardeners water the roses.'],
    ['She studies in Porto.', 'She studied in Porto.'],
    ['They painted the fence.', 'They are painting the fence.'],
  ])('%j and %j', (a, b) => {
    expect([sameClaim(a, b), sameClaim(b, a)]).toEqual([true, true])
  })
})

describe('they do not when they differ in', () => {
  test.each([
    ['a negation', 'I prefer window seats.', 'I no longer prefer window seats.'],
    ['a short negation', 'I eat meat.', "I don't eat meat."],
    ['a typographic negation', 'I eat meat.', 'I don’t eat meat.'],
    ['two negations and one', 'I never said that I do not care.', 'I never said that I care.'],
    ['a negation of another language', 'Ich mag Tee.', 'Ich mag keinen Tee.'],
    ['a number', 'The rent is 900.', 'The rent is 950.'],
    ['a time', 'We meet at 10:45.', 'We meet at 11:45.'],
    ['a decimal', 'It costs 1.50 euros.', 'It costs 15.0 euros.'],
    ['a number that one lacks', 'We meet at 10.', 'We meet.'],
    ['a name', 'Ben lent me a ladder.', 'Tom lent me a ladder.'],
    ['a name that one adds', 'I met someone in the park.', 'I met Rosa in the park.'],
    ['a name in another script', 'Мы переехали в Казань.', 'Мы переехали в Москву.'],
    ['a replaced word', 'The meeting is in the morning.', 'The meeting is in the evening.'],
    ['who is who', 'Ben was the employer of the gardener.', 'Ben was the employee of the gardener.'],
    ['a number in words', 'We invited sixteen guests.', 'We invited sixty guests.'],
    ['a larger number in words', 'It takes seven weeks.', 'It takes seventy weeks.'],
    ['a day', 'The market is on monday.', 'The market is on friday.'],
    ['being a question', 'Do I love green tea?', 'I love green tea.'],
  ])('%s: %j and %j', (_, a, b) => {
    expect([sameClaim(a, b), sameClaim(b, a)]).toEqual([false, false])
  })
})

test('every text makes its own claim, and the order of two texts does not matter', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constantFrom('', 'Not 42', "don't", '𝕬 ß 語'))
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sameClaim(a, a)).toBe(true)
      expect(sameClaim(a, b)).toBe(sameClaim(b, a))
    }),
    { seed: 5 },
  )
})

test.each(['1'.repeat(100_000), '1.'.repeat(50_000), "n't ".repeat(25_000), 'A'.repeat(100_000)])(
  'a text of 100,000 characters (%#) is compared in no time',
  (text) => {
    const began = performance.now()
    expect(sameClaim(text, text)).toBe(true)
    expect(performance.now() - began).toBeLessThan(1000)
  },
)
