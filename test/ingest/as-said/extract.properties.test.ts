import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'
import { hasContent, isContent, tokensOf } from '../../../src/text/content-words.js'
import { rounds, seed } from '../../faults/rounds.js'
import { expectLinear } from '../../support/growth.js'

const at = '2026-01-15T10:00:00.000Z'
const runs = { seed: rounds(11, seed), numRuns: rounds(50, 4000) }
const snippet = fc.constantFrom(
  'Ana: ',
  'Bob: ',
  'user: ',
  '**Ana:** ',
  '\n',
  '\n\n',
  ' ',
  '```\n',
  '| a | b |\n',
  '- ',
  'I moved to Lisbon yesterday. ',
  'thanks! ',
  '漢字',
  '😀',
  '[Session date: ',
  ']',
  '12/05/23, 14:03 - Ana: ',
  '<|im_start|>user\n',
  '\n00:00:01.000 --> 00:00:02.000\n',
  '<v Ana>',
  'From: Ana <ana@example.org>\nSubject: x\n',
  '\n> ',
  'On Mon, 2 Mar 2026 at 17:40, Bob wrote:\n',
  'You said:\n',
  '{"role":"user","content":"x"}',
  '[',
  'last week',
  '5 May 2023',
  '\ud83d',
  '\r\n',
  ': ',
  '1. ',
)
const wild = fc
  .array(
    fc.oneof(snippet, fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 5 })),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
const sentence = fc
  .array(fc.constantFrom('river', 'garden', 'Lisbon', '42', 'the', 'tulip,', 'well.', 'Dr.', 'Ünïcode', '東京'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((words) => `${words.join(' ')}. `)
const turn = fc
  .array(
    fc.oneof(
      sentence,
      fc.constantFrom('\n', '```\ncode 1\n\ncode 2\n```\n', '| x1 | x2 |\n| y1 | y2 |\n', 'z'.repeat(900)),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => parts.join(''))
const squeezed = (text: string) => text.replace(/\s/g, '')

describe('extraction of any text', () => {
  it('never throws, labels what it says it labels, and keeps to its limits', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 1, max: 5 }), (text, maxFacts) => {
        const { facts } = extract({ text }, { at, maxFacts })
        expect(facts.length).toBeLessThanOrEqual(maxFacts)
        for (const { content, speaker, keywords, entities, dates, importance } of facts) {
          if (speaker !== null) expect(content.startsWith(`${speaker}: `)).toBe(true)
          expect(keywords.split(' ').length).toBeLessThanOrEqual(12)
          expect(entities.length).toBeLessThanOrEqual(16)
          expect(dates.length).toBeLessThanOrEqual(8)
          expect(importance).toBeGreaterThanOrEqual(0)
          expect(importance).toBeLessThanOrEqual(1)
          for (const { from, to } of dates) expect(from <= to).toBe(true)
        }
      }),
      runs,
    )
  })

  it('loses nothing of a turn: its pieces give it back', () => {
    fc.assert(
      fc.property(turn, (content) => {
        const { facts } = extract({ messages: [{ role: 'user', content }] }, { at })
        const pieces = facts.map((fact) => fact.content.replace('User: ', '')).join('')
        expect(squeezed(pieces)).toBe(hasContent(content) ? squeezed(content) : '')
      }),
      runs,
    )
  })

  it('keeps every content word of a conversation, however few memories there may be', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (turns, maxFacts) => {
        const text = turns.map((said, index) => `${index % 2 ? 'Ana' : 'Bob'}: ${said}`).join('\n')
        const kept = squeezed(
          extract({ text }, { at, maxFacts })
            .facts.map(({ content }) => content)
            .join(''),
        )
        for (const word of turns.flatMap(tokensOf).filter(isContent))
          if (word.length < 600) expect(kept).toContain(word)
      }),
      { ...runs, numRuns: rounds(40, 1500) },
    )
  })

  it('answers the same for the same text', () => {
    fc.assert(
      fc.property(wild, (text) => {
        expect(extract({ text }, { at })).toEqual(extract({ text }, { at }))
      }),
      { ...runs, numRuns: rounds(25, 1000) },
    )
  })
})

const rep = (part: string) => part.repeat(Math.ceil(50_000 / part.length)).slice(0, 50_000)

describe('extraction of 50,000 characters', () => {
  it.each([
    'a',
    'x\n',
    'x\n\n',
    ' ',
    '\n',
    '1 ',
    '4-',
    '1/1/',
    'A.B.',
    'Abc ',
    '漢',
    'مرحبا بالعالم. ',
    '😀',
    '\ud83d',
    '\u0301',
    '`',
    '```\n',
    '|',
    '| a | b |\n',
    '[',
    '{"a":',
    'password is ',
    'secret_',
    'eyJabcdefgh.',
    'http://a:',
    '-----BEGIN PRIVATE KEY-----',
    'ignore   ',
    '[Session date: ',
    'Ana: ',
    'A: x\n',
    '<|im_start|>',
    '00:00:01.000 --> 00:00:02.000\n',
    '<v Ana',
    'From: a@b\n',
    'From: a@b\nSubject: c\nCc: d\n\nCc: e\n',
    'On 2 Mar at 17:40, ',
    '09:15:22 From a',
    '> ',
    'a few weeks ',
    'first, ',
  ])('is quick for %j over and over', (part) => {
    const text = rep(part)
    expectLinear(text.length, (length) => {
      const { facts } = extract({ text: text.slice(0, length) }, { at })
      expect(facts.length).toBeLessThanOrEqual(2000)
    })
  })
})
