import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statedIn } from '../../src/ingest/as-said/unsaid.js'
import { requestIn } from '../../src/ingest/forget-request.js'
import { findDates } from '../../src/text/dates/dates-said.js'
import { redact } from '../../src/text/secrets/redact.js'
import { sentencesOf, statementsOf } from '../../src/text/sentences.js'
import { rounds, seed } from '../faults/rounds.js'
import { expectLinear } from '../support/growth.js'

const runs = { seed: rounds(5, seed), numRuns: rounds(300, 20_000) }
const words = fc.constantFrom(
  ...[
    'I ',
    'my ',
    'is ',
    'not ',
    'Sorry, I meant ',
    'forget ',
    'now ',
    'Tom',
    ', ',
    '. ',
    '.NET ',
    '9:30 ',
    '5 May 2023 ',
  ],
  ...[
    '<think>',
    '</think>',
    '\n',
    '漢字。',
    'ичень ',
    '(a+b)* ',
    '[x] ',
    'password: ',
    '"',
    '’',
    '- ',
    'data:a/b;base64,',
    '\ud83d',
  ],
)
const wild = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) }),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''))
const letters = (text: string): string => text.replace(/\s/gu, '')

describe('any text', () => {
  test('is cut into sentences and statements that hold all of it', () => {
    fc.assert(
      fc.property(wild, (text) => {
        expect(sentencesOf(text).join('')).toBe(text)
        const statements = statementsOf(text, { isSaid: false })
        if (statements !== undefined) expect(letters(statements.join(''))).toBe(letters(text))
      }),
      runs,
    )
  })

  test('is read for requests, thoughts, dates and secrets without a fault', () => {
    fc.assert(
      fc.property(wild, (one) => {
        requestIn(one)
        statedIn(one, { role: 'assistant', speaker: 'Assistant' })
        findDates(one, '2026-01-15', 'en')
        redact(one)
      }),
      runs,
    )
  })

  test.each([['<think>'], ['</think> '], ['data:a/b;base64,'], ['not a, '], ['My rent is 900 ']])(
    'takes a time that grows with its length alone: %j',
    (part) => {
      expectLinear(100_000, (length) => {
        const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
        statedIn(text, { role: 'assistant', speaker: 'Assistant' })
        requestIn(text)
      })
    },
  )
})
