import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findQuote, normalText } from '../../../src/ingest/by-model/quotes.js'

const found = (said: string, quote: string): readonly string[] =>
  findQuote(normalText(said), quote).map(({ start, end }) => said.slice(start, end))

describe('a quote is found', () => {
  test.each([
    ['as it stands', 'I moved to Lisbon yesterday.', 'moved to Lisbon', 'moved to Lisbon'],
    ['in another case', 'I moved to LISBON.', 'Moved to Lisbon', 'moved to LISBON'],
    ['over other white space', 'I moved\n   to\u00a0Lisbon.', 'moved to Lisbon', 'moved\n   to\u00a0Lisbon'],
    ['with other quotes and dashes', 'It’s a “good–bye”, he said', 'It\'s a "good-bye"', 'It’s a “good–bye”'],
    ['with a full stop of its own', 'I moved to Lisbon and stayed', '"I moved to Lisbon."', 'I moved to Lisbon'],
    ['with the label of the speaker', 'I moved to Lisbon', 'Ana: I moved to Lisbon', 'I moved to Lisbon'],
    ['composed, where it was decomposed', 'Im Ma\u0308rz in Ko\u0308ln', 'März in Köln', 'Ma\u0308rz in Ko\u0308ln'],
    ['through hidden characters', 'I mo\u200bved to Lis\u00adbon', 'moved to Lisbon', 'mo\u200bved to Lis\u00adbon'],
    ['in full width', 'Ｌｉｓｂｏｎ, of course', 'Lisbon', 'Ｌｉｓｂｏｎ'],
    ['of two characters, where words are short', '我住在北京。', '北京', '北京'],
    ['of one word, where nothing else was said', 'No.', 'no', 'No'],
    ['behind a sign of two units', '\u{1f600} I moved', 'I moved', 'I moved'],
  ])('%s', (_name, said, quote, words) => {
    expect(found(said, quote)).toEqual([words])
  })

  test('in parts, where it leaves something out', () =>
    expect(found('We met in Rome, after all, and married in Oslo.', 'met in Rome ... married in Oslo')).toEqual([
      'met in Rome',
      'married in Oslo',
    ]))
})

describe('a quote is not found', () => {
  test.each([
    ['in other words', 'I moved to Lisbon', 'I relocated to Lisbon'],
    ['in the middle of a word', 'I am cataloguing them', 'cat'],
    ['that says nothing', 'I moved to Lisbon', 'I'],
    ['that is empty', 'I moved to Lisbon', ' . '],
    ['in the wrong order of its parts', 'First Oslo, then Rome', 'Rome ... Oslo'],
    ['with another number', 'I pay 900 euros', 'I pay 950 euros'],
  ])('%s', (_name, said, quote) => expect(found(said, quote)).toEqual([]))
})

test('whatever is found says what was quoted', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), fc.nat(60), (said, a, b) => {
      const quote = said.slice(Math.min(a, b), Math.max(a, b))
      for (const words of found(said, quote)) {
        const plain = (text: string) => normalText(text).text.replace(/[\s\p{P}]/gu, '')
        expect(plain(quote)).toContain(plain(words))
      }
    }),
  ))
