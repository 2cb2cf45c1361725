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
