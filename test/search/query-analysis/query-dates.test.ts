import { describe, expect, test } from 'vitest'
import { asked } from './shown.js'

type Cases = readonly (readonly [query: string, read: string])[]

const months: Cases = [
  ['What did Ann do in January?', '*-1'],
  ['feb, apr 3, jun 4', '*-2, *-4-3, *-6-4'],
  ['the trip of October 2022', '2022-10'],
  ['on 7 May, 2023', '2023-5-7'],
  ['on May 7th, 2023', '2023-5-7'],
  ['on the 7th of May', '*-5-7'],
  ['June 2022 and July 2023', '2022-6, 2023-7'],
  ['in June and July 2023', '2023-6, 2023-7'],
  ['in 2022, what did she do in June?', '2022-6'],
  ['DECEMBER 31', '*-12-31'],
  ['29 February', '*-2-29'],
  ['30 February', '*-2'],
  ['45 June', '*-6'],
  ['mid-June', '*-6'],
]

const doubtfulMonths: Cases = [
  ['in May', '*-5'],
  ['of May', '*-5'],
  ['on May', '*-5'],
  ['during March', '*-3'],
  ['March 5', '*-3-5'],
  ['5 March', '*-3-5'],
  ['May 2021', '2021-5'],
  ['in Jan', '*-1'],
  ['last May', '2023-05-01..2023-05-31'],
  ['May I go?', ''],
  ['we may go', ''],
  ['the last may be the best', ''],
  ['they march on', ''],
  ['What did Jan say?', ''],
  ['the apr of my card', ''],
]

const seasonsAndFeasts: Cases = [
  ['the summer camp', '*-6, *-7, *-8'],
  ['winter of 2023', '2023-12, 2023-1, 2023-2'],
  ['in the fall', '*-9, *-10, *-11'],
  ['fall 2022', '2022-9, 2022-10, 2022-11'],
  ['did I fall off my bike?', ''],
  ['Christmas 2022', '2022-12'],
  ['Christmas last year', '2023-12'],
  ['at Halloween', '*-10'],
  ['for Thanksgiving', '*-11'],
  ["on Valentine's Day", '*-2'],
  ['What does Valentine like?', ''],
  ['at New Year', '*-1'],
  ['on New Year’s Eve', '*-12-31'],
  ['on Independence Day', '*-7'],
  ['the summer holiday in July', '*-7'],
]

const years: Cases = [
  ['in 2023', '2023-01-01..2023-12-31 at 0.5'],
  ['2019-2021', '2019-01-01..2021-12-31 at 0.5'],
  ['the 1990s', '1990-01-01..1999-12-31 at 0.5'],
]

const numbers: Cases = [
  ['2024-05-07', '2024-5-7'],
  ['2024/5/7', '2024-5-7'],
  ['2024-05-07T10:00', '2024-5-7'],
  ['7.5.2024', '2024-5-7'],
  ['05/07/2024', '2024-5-7, 2024-7-5'],
  ['13/07/2024', '2024-7-13'],
  ['07/13/24', '2024-7-13'],
  ['2024-05', '2024-5'],
  ['05/2024', '2024-5'],
  ['2024-02-29', '2024-2-29'],
  ['2023-02-29', ''],
  ['2024-13-01', ''],
]

const relative: Cases = [
  ['yesterday', '2024-5-14'],
  ['last night', '2024-5-14'],
  ['the day before yesterday', '2024-5-13'],
  ['today', '2024-5-15'],
  ['the day after tomorrow', '2024-5-17'],
  ['three days ago', '2024-5-12'],
  ['a couple of days ago', '2024-5-13'],
  ['a few days ago', '2024-05-08..2024-05-15'],
  ['last week', '2024-05-05..2024-05-13'],
  ['this week', '2024-05-12..2024-05-20'],
  ['the week before last', '2024-04-28..2024-05-06'],
  ['three weeks ago', '2024-04-21..2024-04-29'],
  ['two weeks back', '2024-04-28..2024-05-06'],
  ['weeks ago', '2024-04-07..2024-05-06'],
  ['last weekend', '2024-05-10..2024-05-13'],
  ['over the past week', '2024-05-05..2024-05-16'],
  ['in the past two weeks', '2024-04-28..2024-05-16'],
  ['this month', '2024-05-01..2024-05-31'],
  ['last month', '2024-04-01..2024-04-30'],
  ['a few months ago', '2023-12-01..2024-03-31'],
  ['the last three months', '2024-02-01..2024-05-15'],
  ['the last ten months', '2023-07-01..2024-05-15 at 0.5'],
  ['last June', '2023-06-01..2023-06-30'],
  ['this June', '2024-06-01..2024-06-30'],
  ['last spring', '2023-03-01..2023-05-31'],
  ['this summer', '2024-06-01..2024-08-31'],
  ['two summers ago', '2022-06-01..2022-08-31'],
  ['a few summers ago', '2019-06-01..2022-08-31 at 0.5'],
  ['last year', '2023-01-01..2023-12-31 at 0.5'],
  ['two years ago', '2022-01-01..2022-12-31 at 0.5'],
  ['in March last year', '2023-3'],
  ['in two weeks', '2024-05-26..2024-06-03'],
  ['last Tuesday', '2024-5-14'],
  ['last Wednesday', '2024-5-8'],
  ['this Friday', '2024-5-17'],
  ['next Wednesday', '2024-5-22'],
  ['on Thursday', '2024-5-9'],
  ['on Wednesday', '2024-5-15'],
]

const noDates = [
  ...['', 'now', 'the sun', 'sun, sat', 'a second', 'the second one', '10', '3.5', 'v2.10.3', '10.0.0.1', '1.2.2024.5'],
  ...['at 10:30', '24/7', '1/2', '$2000', '2000 people', '1999.5', '12345', 'RTX2080', 'on Tuesdays', 'an hour ago'],
  ...['how much in a week?', 'the first day back', 'last but not least', 'this is it', 'pay day', 'the next one'],
  ...['version 2024.1.2', '999 days ago'],
]

describe('an English query asks for', () => {
  test.each(months)('months: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(doubtfulMonths)('months that mean something else too: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(seasonsAndFeasts)('seasons and feasts: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(years)('years: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(numbers)('dates in numbers: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(relative)('days and spans by their distance from today: %s', (query, read) =>
    expect(asked(query)).toBe(read),
  )
  test.each(noDates)('no date: %j', (query) => expect(asked(query)).toBe(''))
})

describe('where today is at the end of something', () => {
  test.each([
    ['yesterday', '2024-01-01', '2023-12-31'],
    ['yesterday', '2024-03-01', '2024-2-29'],
    ['last month', '2024-01-31', '2023-12-01..2023-12-31'],
    ['a month ago', '2024-03-31', '2024-02-01..2024-02-29'],
    ['last week', '2024-01-01', '2023-12-24..2024-01-01'],
    ['next month', '2023-12-31', '2024-01-01..2024-01-31'],
    ['last winter', '2024-01-10', '2022-12-01..2023-02-28'],
    ['this winter', '2024-01-10', '2023-12-01..2024-02-29'],
    ['next winter', '2024-01-10', '2024-12-01..2025-02-28'],
    ['last winter', '2024-03-01', '2023-12-01..2024-02-29'],
    ['last year', '2024-01-01', '2023-01-01..2023-12-31 at 0.5'],
    ['tomorrow', '2023-12-31', '2024-1-1'],
  ])('%s on %s', (query, today, read) => expect(asked(query, 'en', today)).toBe(read))
})

test('a query names several dates', () =>
  expect(asked('yesterday, on 2024-05-01, in June or in 2020')).toBe('2024-5-14, 2024-5-1, 2020-6'))
test('a date named twice is asked for once', () => expect(asked('yesterday, yesterday')).toBe('2024-5-14'))
test('at most twelve dates are asked for', () => {
  const days = Array.from({ length: 28 }, (_, day) => `${day + 1} June`)
  expect(asked(days.join(', ')).split(', ')).toHaveLength(12)
})
