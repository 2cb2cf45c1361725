import { describe, expect, test } from 'vitest'
import { awayBetween } from '../../../src/text/dates/date-mention.js'
import { runAway, unitAway } from '../../../src/text/dates/day.js'

const shown = ({ from, to }: { readonly from: string; readonly to: string }) => `${from}..${to}`

describe('units away from today', () => {
  test.each([
    ['day', -1, '2024-03-01', '2024-02-29..2024-02-29'],
    ['week', 0, '2024-01-07', '2024-01-01..2024-01-07'],
    ['week', -1, '2024-01-01', '2023-12-25..2023-12-31'],
    ['weekend', 1, '2024-05-15', '2024-05-25..2024-05-26'],
    ['month', -1, '2024-01-31', '2023-12-01..2023-12-31'],
    ['month', 1, '2024-01-31', '2024-02-01..2024-02-29'],
    ['year', -2, '2024-02-29', '2022-01-01..2022-12-31'],
  ] as const)('%s, %i from %s', (unit, steps, today, span) => expect(shown(unitAway(unit, steps, today))).toBe(span))
  test('several of them run from the earliest to the latest', () => {
    expect(awayBetween('week', [-1, -2], '2024-05-15')).toMatchObject([{ from: '2024-04-29', to: '2024-05-12' }])
    expect(awayBetween('day', [1, 3], '2024-05-15')).toMatchObject([{ from: '2024-05-16', to: '2024-05-18' }])
  })
})

const SEASONS = { summer: 6, winter: 12 }

describe('seasons away from today', () => {
  test.each([
    ['summer', -1, '2024-08-31', '2023-06-01..2023-08-31'],
    ['summer', -1, '2024-09-01', '2024-06-01..2024-08-31'],
    ['summer', -2, '2024-09-01', '2023-06-01..2023-08-31'],
    ['summer', 0, '2024-09-01', '2024-06-01..2024-08-31'],
    ['summer', 1, '2024-05-31', '2024-06-01..2024-08-31'],
    ['summer', 1, '2024-06-01', '2025-06-01..2025-08-31'],
    ['winter', -1, '2024-03-01', '2023-12-01..2024-02-29'],
  ] as const)('%s, %i from %s', (season, steps, today, span) =>
    expect(shown(runAway({ month: SEASONS[season], months: 3 }, steps, today))).toBe(span),
  )
})
