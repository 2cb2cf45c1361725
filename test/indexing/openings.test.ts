import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

const told = (text: string, language: 'en' | 'de') =>
  claimsOf(text, { speaker: 'User', role: 'user', language }).claims.map(
    ({ subject, attribute, value, how }) => `${subject} | ${attribute} | ${value} | ${how}`,
  )

describe('who is spoken to, and for what it is told, changes nothing about what is told', () => {
  test.each([
    'For the notebook: the mayor of Holm is Ada Brandt.',
    "For what it's worth, the mayor of Holm is Ada Brandt.",
    'Note to self: The mayor of Holm is Ada Brandt.',
    'Hi all, the mayor of Holm is Ada Brandt.',
    'Dear colleagues, the mayor of Holm is Ada Brandt.',
    "Small reminder: Holm's mayor is Ada Brandt.",
    'The mayor of Holm is Ada Brandt, in case anybody asks.',
    'The mayor of Holm is Ada Brandt, if anyone wonders.',
    'Just so everyone knows: the mayor of Holm is Ada Brandt.',
  ])('%s', (text) => expect(told(text, 'en')).toEqual(['holm | mayor | ada brandt | state']))
  test.each([
    'Für die Akten: Die Bürgermeisterin von Holm ist Ada Brandt.',
    'Nur damit es alle wissen: Die Bürgermeisterin von Holm ist Ada Brandt.',
    'Liebe Eltern, die Bürgermeisterin von Holm ist Ada Brandt.',
    'Neuer Stand: Die Bürgermeisterin von Holm ist Ada Brandt.',
    'Die Bürgermeisterin von Holm ist Ada Brandt, falls jemand fragt.',
  ])('%s', (text) => expect(told(text, 'de')).toEqual(['holm | mayor | ada brandt | state']))
})

describe('what is only asked, or depends on something, stays so', () => {
  test.each([
    'If anyone asks nicely, the mayor of Holm is Ada Brandt.',
    'She asks whether the mayor of Holm is Ada Brandt.',
    'In case of rain, the mayor of Holm is Ada Brandt.',
  ])('%s', (text) => expect(told(text, 'en')).toEqual([]))
})
