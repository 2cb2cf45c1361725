import { describe, expect, test } from 'vitest'
import { numbersIn, tellsOnly } from '../../../src/ingest/by-model/numbers.js'
import type { Language } from '../../../src/text/words.js'

const tells = (fact: string, said: string, language: Language = 'en'): boolean =>
  tellsOnly(fact, numbersIn(said, language), language)

describe('a number was said', () => {
  test.each([
    ['1200 euros', '1,200 euros'],
    ['1.200,50 euros', '1200.5 euros'],
    ['3 cats', 'three cats'],
    ['twenty-five people', '25 people'],
    ['200 people', 'two hundred people'],
    ['205', 'two hundred and five'],
    ['at 19:00', 'at 7 pm'],
    ['at 7 p.m.', 'at 19:00'],
    ['5000 euros', '5k'],
    ['5k', '5,000 euros'],
    ['in 2019', "since '19"],
    ['+351912345678', '+351 912 345 678'],
    ['one cat', 'a cat'],
    ['٣ cats', '3 cats'],
    ['no number', ''],
  ])('"%s" of "%s"', (fact, said) => expect(tells(fact, said)).toBe(true))
  test.each<[string, string, Language]>([
    ['25 Leute', 'fünfundzwanzig Leute', 'de'],
    ['einundzwanzig Leute', '21 Leute', 'de'],
    ['200 Leute', 'zweihundert Leute', 'de'],
    ['35 años', 'treinta y cinco años', 'es'],
    ['21 ans', 'vingt et un ans', 'fr'],
  ])('"%s" of "%s"', (fact, said, language) => expect(tells(fact, said, language)).toBe(true))
})

describe('a number was not said', () => {
  test.each([
    ['three cats', 'two cats'],
    ['34 years', '33 years'],
    ['1.5 km', '15 km'],
    ['on 17 May', 'on 7 May'],
    ['9000 euros', '900 euros'],
    ['2 cats', 'cats'],
  ])('"%s" of "%s"', (fact, said) => expect(tells(fact, said)).toBe(false))
})

test('long rows of digits and numerals take no time', () => {
  for (const unit of ['9', '1,', 'one hundred ', "'1", '1 k ', 'fünfund'])
    expect(() => tells(unit.repeat(20_000), '1', 'de')).not.toThrow()
})
