import { describe, expect, test } from 'vitest'
import { taken } from './a-window.js'

const valid = (said: string, days: Readonly<Record<string, string | null>>) => {
  const quote = said.split(' ').slice(0, 4).join(' ')
  const fact = taken([`Ana: ${said}`], { content: 'Ana lives in Lisbon.', evidence: [{ turn: 1, quote }], valid: days })
  if (typeof fact === 'string') throw new Error(fact)
  return [fact.validFrom, fact.validTo, fact.validWords]
}

describe('the days of a fact', () => {
  test.each([
    [
      'a day that was said',
      'I live in Lisbon since 3 May 2026',
      { from: '2026-05-03' },
      '2026-05-03',
      null,
      '3 May 2026',
    ],
    ['the first day of a year', 'I live in Lisbon since 2019', { from: '2019-01-01' }, '2019-01-01', null, '2019'],
    [
      'the last day of a month',
      'I lived in Lisbon until April 2025',
      { to: '2025-04-30' },
      null,
      '2025-04-30',
      'April 2025',
    ],
  ])('%s', (_name, said, days, from, to, words) => {
    const [validFrom, validTo, validWords] = valid(said, days)
    expect([validFrom, validTo]).toEqual([from, to])
    expect(validWords).toContain(words)
  })
  test.each([
    ['no day was said', 'I live in Lisbon now', { from: '2026-05-01' }],
    ['it is the day of the turn, which nobody named', 'I live in Lisbon again', { from: '2026-05-08' }],
    ['another day was said', 'I live in Lisbon since 3 May 2026', { from: '2026-05-04' }],
    ['a day in the middle of a year was made up', 'I live in Lisbon since 2019', { from: '2019-06-15' }],
    ['the calendar has no such day', 'I live in Lisbon since February 2026', { from: '2026-02-30' }],
    ['it is no day', 'I live in Lisbon since 2019', { from: '2019' }],
  ])('are unknown where %s', (_name, said, days) => expect(valid(said, days).slice(0, 2)).toEqual([null, null]))
  test('are both unknown where the last comes before the first', () =>
    expect(
      valid('I live in Lisbon from 3 May 2026 or 2 May 2026', {
        from: '2026-05-03',
        to: '2026-05-02',
      }).slice(0, 2),
    ).toEqual([null, null]))
  test('keep the words that were said, and only those', () => {
    expect(valid('I live in Lisbon since the flood', { words: 'since the flood' })).toEqual([
      null,
      null,
      'since the flood',
    ])
    expect(valid('I live in Lisbon since the flood', { words: 'since the war' })[2]).toBeNull()
  })
})
