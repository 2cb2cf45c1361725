import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidatesIn, withoutKnown } from '../../../src/ingest/as-said/unsaid.js'
import { textHash } from '../../../src/text/text-hash.js'

const known = (texts: readonly string[]) => new Map(texts.map((text) => [textHash(text), 'stated' as const]))
const TEA = 'User: I drink green tea.'
const CAT = 'User: My cat is called Miso.'

describe('memories that come back', () => {
  test.each([
    ['- I drink green tea.\n- My cat is called Miso.', ''],
    ['1. [2026-05-01] User: I drink green tea. (score: 0.81)\n2. User: My cat is called Miso. [0.80]', ''],
    ['You know this:\n- I drink green tea.\n- My cat is called Miso.\nWhat is new?', 'What is new?'],
    ['```json\n["I drink green tea.", "My cat is called Miso."]\n```', '```json\n\n```'],
    ['- I drink green tea.\n- I drink black tea.', '- I drink green tea.\n- I drink black tea.'],
    ['- I drink green tea.', '- I drink green tea.'],
    ['I drink green tea.\nMy cat is called Miso.', 'I drink green tea.\nMy cat is called Miso.'],
  ])('of %j leave %j', (text, left) => expect(withoutKnown(text, known([TEA, CAT]), true).text).toBe(left))

  test('whatever is said, what is not known stays as it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        candidatesIn(text)
        expect(withoutKnown(text, known([TEA, CAT]), true)).toEqual({ text, left: 0 })
      }),
    ))

  test.each([
    '[0.1] '.repeat(180),
    `a${' '.repeat(1100)}b`,
    '- '.repeat(500),
    '<a '.repeat(300),
    '[['.repeat(500),
    '["'.repeat(500),
  ])('lines of %.8s are read to their end', (line) =>
    expect(candidatesIn(Array(90).fill(line).join('\n'))).toBeInstanceOf(Array),
  )
})
