import { describe, expect, it } from 'vitest'
import { findDates } from '../../../../src/text/dates/dates-said.js'

/** A Monday. */
const today = '2023-05-08'
const spans = (text: string) => findDates(text, today).map(({ from, to }) => (from === to ? from : `${from}..${to}`))

describe('dates in a text', () => {
  it.each([
    ['We met yesterday', ['2023-05-07']],
    ['The flight leaves tomorrow', ['2023-05-09']],
    ['It rained last night', ['2023-05-07']],
    ['I called three days ago', ['2023-05-05']],
    ['We moved last week', ['2023-05-01..2023-05-07']],
    ['We hiked two weekends ago', ['2023-04-29..2023-04-30']],
    ['She left a few weeks ago', ['2023-04-03..2023-04-30']],
    ['The lease ends next month', ['2023-06-01..2023-06-30']],
    ['I graduated last year', ['2022-01-01..2022-12-31']],
    ['It opened in the summer of 2021', ['2021-06-01..2021-08-31']],
    ['We skied last winter', ['2022-12-01..2023-02-28']],
    ['I have lived here since 2019', ['2019-01-01..2019-12-31']],
    ['My music is from the 1990s', ['1990-01-01..1999-12-31']],
    ['The exam is on 12 June 2023', ['2023-06-12']],
    ['Due 2023-06-12', ['2023-06-12']],
    ['Born 03.07.1988', ['1988-07-03']],
    ['They married in June 2021', ['2021-06-01..2021-06-30']],
    ['We meet again in two weeks', ['2023-05-22..2023-05-28']],
    ['Yesterday I was ill, tomorrow I work', ['2023-05-07', '2023-05-09']],
  ])('%s', (text, expected) => {
    expect(spans(text)).toEqual(expected)
  })

  it.each([
    'May I ask you something?',
    'We sat in the sun',
    'The shop is open 24/7',
    'Add 1/2 cup of sugar',
    'Version 5.3.0 is out',
    'It costs 2000 euros',
    'They march on',
    'It takes 10 minutes',
  ])('finds none in "%s"', (text) => {
    expect(spans(text)).toEqual([])
  })

  it('finds at most eight', () => {
    expect(findDates('yesterday\n'.repeat(100), today)).toHaveLength(8)
  })
})
