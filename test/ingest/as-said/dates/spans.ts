import { expect, test } from 'vitest'
import { findDates } from '../../../../src/text/dates/dates-said.js'

/** Dates by the text that tells them; several are parted by commas, a span is `from..to`, nothing is no date. */
export type Table = Readonly<Record<string, string>>

const spans = (text: string, today: string, language: string): string =>
  findDates(text, today, language)
    .map(({ from, to }) => (from === to ? from : `${from}..${to}`))
    .join(', ')

export const tells = (table: Table, today: string, language = 'en'): void => {
  test.each(Object.entries(table))('%s', (text, expected) => {
    expect(spans(text, today, language)).toBe(expected)
  })
}
