import { describe, expect, test } from 'vitest'
import { namedDays, spansOf } from '../../../src/text/dates/day.js'

const may = { text: 'in May', from: '2026-05-01', to: '2026-05-31' }
const day = { text: 'on 24 December', from: '2026-12-24', to: '2026-12-24' }

describe('the days that metadata name', () => {
  test('are given as they stand there', () =>
    expect(namedDays({ dates: [day, may] })).toBe('{[2026-12-24,2026-12-24],[2026-05-01,2026-05-31]}'))
  test('are read from there', () =>
    expect(spansOf('{[2026-05-01,2026-07-01),[2026-12-24,2026-12-25)}')).toEqual([
      { from: '2026-05-01', to: '2026-06-30' },
      { from: '2026-12-24', to: '2026-12-24' },
    ]))
  test.each([
    undefined,
    null,
    'yesterday',
    [null, 1, 'x', {}, { from: '2026-05-01' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: '2026-05-02', to: '2026-05-01' }],
    [{ from: '0999-01-01', to: '1000-01-01' }],
    [{ from: '9999-12-31', to: '9999-12-31' }],
  ])('are none where %j stands', (dates) => expect(namedDays({ dates })).toBe('{}'))
})
