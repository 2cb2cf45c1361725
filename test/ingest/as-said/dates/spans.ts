import { expect, test } from 'vitest'
import { findDates } from '../../../../src/text/dates/dates-said.js'
import { findDates as findMentions, readDates } from '../../../../src/text/dates/find-dates.js'
import { foldedInPlace } from '../../../../src/text/dates/vocabulary.js'
import { composed } from '../../../../src/text/fold.js'

/** Dates by the text that tells them; several are parted by commas, a span is `from..to`, nothing is no date. */
export type Table = Readonly<Record<string, string>>

const spans = (text: string, today: string, language: string): string =>
  findDates(text, today, language)
    .map(({ from, to }) => (from === to ? from : `${from}..${to}`))
    .join(', ')

const everyLanguage = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ru', 'uk', 'ja']

/** The quick look before the reading passes over nothing that the reading would find, in whatever language it is read. */
const expectSameWithoutLook = (text: string, today: string, language: string): void => {
  const plain = foldedInPlace(composed(text))
  expect(findMentions(plain, today, language)).toEqual(readDates(plain, today, language))
}

export const tells = (table: Table, today: string, language = 'en'): void => {
  test.each(Object.entries(table))('%s', (text, expected) => {
    expect(spans(text, today, language)).toBe(expected)
    for (const read of everyLanguage) expectSameWithoutLook(text, today, read)
  })
}
