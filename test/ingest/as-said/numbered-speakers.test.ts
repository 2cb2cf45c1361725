import { describe, expect, test } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const AT = { at: '2026-01-02T03:04:05.000Z' }
const contents = (text: string) => extract({ text }, AT).facts.map(({ content }) => content)

describe('speakers that are numbered or a letter', () => {
  test.each([
    [
      '#Person1#: I moved to Rome.\n#Person2#: I stay in Oslo.',
      ['Person 1: I moved to Rome.', 'Person 2: I stay in Oslo.'],
    ],
    ['M: I moved to Rome.\nW: I stay in Oslo.', ['M: I moved to Rome.', 'W: I stay in Oslo.']],
    [
      'W: I moved to Rome.\nM: I sold my car in May.\nW: I like Rome.',
      ['W: I moved to Rome.', 'M: I sold my car in May.', 'W: I like Rome.'],
    ],
    ['A: I moved to Rome.\nB: I stay in Oslo.', ['A: I moved to Rome.', 'B: I stay in Oslo.']],
  ])('%j', (text, said) => {
    expect(contents(text)).toEqual(said)
  })

  test.each([
    'Sizes of the shirts:\nM: 30 cm wide\nW: 28 cm wide',
    'M: 30 cm\nW: 28 cm',
    'Which city is the capital of France?\nA: Paris\nB: London\nC: Rome\nD: Berlin',
    'M: mass in kilograms\nW: work in joules',
  ])('are none in %j', (text) => {
    const speakers = extract({ text }, AT).facts.map(({ speaker }) => speaker)
    expect(speakers).not.toContain('M')
    expect(speakers).not.toContain('A')
  })
})
