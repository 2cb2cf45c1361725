import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

const told = (text: string, language: 'en' | 'de' = 'en') =>
  claimsOf(text, { speaker: 'User', role: 'user', language }).claims.map(
    ({ subject, attribute, value, how }) => `${subject} | ${attribute} | ${value} | ${how}`,
  )

describe('one fact in other forms makes the same claim', () => {
  test.each([
    'Ada Brandt coaches Northbank FC.',
    'Northbank FC is coached by Ada Brandt.',
    'The head coach of Northbank FC is Ada Brandt.',
    'The person who coaches Northbank FC is Ada Brandt.',
    'It is Ada Brandt who coaches Northbank FC.',
    'Ada Brandt has been head coach of Northbank FC since March.',
    'Good to know: the head coach of Northbank FC is Ada Brandt.',
  ])('%s', (text) => expect(told(text)).toEqual(['northbank fc | head_coach | ada brandt | state']))
  test.each([
    'Die Hauptstadt von Malta ist Bern.',
    'In Malta ist Bern die Hauptstadt.',
    'Als Hauptstadt hat Malta Bern.',
  ])('%s', (text) => expect(told(text, 'de')).toEqual(['malta | capital | bern | state']))
})

describe('what stands in front of a colon', () => {
  test('announces, and is nobody of whom something is told', () =>
    expect(told('Kleine Korrektur: Anna Kern arbeitet als Elektrikerin.', 'de')).toEqual([
      'anna kern | job | elektrikerin | state',
    ]))
  test('may call in doubt what follows', () => expect(told('Ich bezweifle es: Anna wohnt in Graz.', 'de')).toEqual([]))
  test('may be the attribute', () =>
    expect(told('My address: 12 Elm Street')).toEqual([' | address | 12 elm street | state']))
})

describe('a noun of no list', () => {
  test('names the only one with its article', () =>
    expect(told('The quartermaster of Leeds is Sara Kim.')).toEqual([
      'leeds | unlisted:quartermaster | sara kim | state',
    ]))
  test.each([
    ['without it', "Leeds's quartermaster is Sara Kim."],
    ['of which there are several', 'The rival of Leeds is Hull.'],
    ['of those that no longer hold', 'The former quartermaster of Leeds is Sara Kim.'],
    ['of a thing without a name', 'The quartermaster of the ship is Sara Kim.'],
  ])('names none %s', (_name, text) => expect(told(text)).toEqual([]))
})

describe('where somebody or something comes from and ends', () => {
  test.each([
    ['Anna Kern was born in Berlin.', 'anna kern | birthplace | berlin | state'],
    ['The place of birth of Anna Kern was Berlin.', 'anna kern | birthplace | berlin | state'],
    ['Anna Kern passed away in Sheerness.', 'anna kern | site:place of death | sheerness | state'],
    ['Harald I passed away in Sheerness.', 'harald i | site:place of death | sheerness | state'],
    ['Helsinki Radio was founded in the city of Turku.', 'helsinki radio | origin | turku | state'],
    ['Paper Moons was written in the French language.', 'paper moons | original_language | french | state'],
    ['Paper Moons is a French-language work.', 'paper moons | original_language | french | state'],
    ['The Night Desk originally aired on NBR.', 'night desk | premiere | nbr | state'],
  ])('%s', (text, claim) => expect(told(text)).toEqual([claim]))

  test.each([
    'Anna Kern was born in May.',
    'Anna Kern was born in 1990.',
    'Anna Kern was born in the Charité.',
    'Anna Kern died in World War II.',
    'Order 1188 is from Berlin.',
    'The language of Kenya is Swahili.',
    'Until May the founder of Acme was Tom Hall.',
    'Back in 1990, the birthplace of Anna Kern was Berlin.',
    'The president of Acme was Tom Hall.',
  ])('nothing of that kind is told by: %s', (text) => expect(told(text)).toEqual([]))
})
