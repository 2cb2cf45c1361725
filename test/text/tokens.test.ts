import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchTokens } from '../../src/text/terms.js'
import { wordsOf } from '../../src/text/words.js'
import { expectLinear } from '../support/growth.js'

const beside = (text: string): readonly string[] => searchTokens(text).slice(wordsOf(text).length)

describe('what is written in one and is more than a word is found as a whole and by its parts', () => {
  test.each<[string, readonly string[]]>([
    ['The invoice is INV-20931.', ['inv-20931']],
    ['Set user_profile_id to 7', ['user_profile_id']],
    ['write to Anna.Smith@example.com, please', ['anna.smith@example.com']],
    ['see https://example.com/a/b?id=7#top!', ['https://example.com/a/b?id=7#top']],
    ['edit /etc/nginx/nginx.conf', ['etc/nginx/nginx.conf']],
    ['C:\\Users\\anna\\notes.txt', ['c:\\users\\anna\\notes.txt']],
    ['it costs 3.50 euros', ['3.50']],
    ['a population of 1,250,000', ['1250000']],
    ['on 2024-05-07 at 7:30', ['2024-05-07', '7:30']],
    ['server 192.168.0.17', ['192.168.0.17']],
    ['C++, C# and F#', ['c++', 'c#', 'f#']],
    ['call getUserName()', ['get', 'user', 'name']],
    ['an XMLHttpRequest', ['xml', 'http', 'request']],
    ['my iPhone', ['phone']],
    ['at 7pm', ['7', 'pm']],
    ['an RTX4090', ['rtx', '4090']],
    ['release v2.3.1-beta', ['v2.3.1-beta']],
    ['AT&T and R&D', ['at&t', 'r&d']],
    ['on .NET 8', ['.net']],
    ['with --dry-run.', ['--dry-run']],
    ['(@types/node)', ['@types/node']],
    ['call +49 170 123-4567', ['123-4567', '491701234567']],
    ['call 0170 1234567', ['01701234567']],
    ['pizza 🍕 or coffee ☕️?', ['🍕', '☕']],
    ['moving to 🇵🇹🇩🇪', ['🇵🇹', '🇩🇪']],
    ['👍🏽 for the 👩‍🚒', ['👍', '👩', '🚒']],
    ['© Acme™', []],
    ['to DE89 3704 0044 0532 0130 00', ['de', '89', 'de89370400440532013000']],
  ])('%s', (text, more) => expect(beside(text)).toEqual(more))
})

test('escape sequences of terminals are no part of words', () => {
  expect(
    searchTokens('\u001b[1;31mError\u001b[0m in \u001b]8;;https://a.example\u0007main.ts\u001b]8;;\u0007 \u001b(Bdone'),
  ).toEqual(['error', 'in', 'main', 'ts', 'done', 'main.ts'])
  expect(wordsOf('\u009b32mgrün\u009bm')).toEqual(['grün'])
})

describe('nothing is added', () => {
  test.each([
    'A well-known mother-in-law said: no.',
    'He came… and/or she left.',
    'the 3rd of May, the 21st',
    "rock'n'roll isn't dead",
    'He left.Then she came',
    'deadbeef0a1b2c3d4e5f',
    '#1 -- ==',
    'Wait -- what .then',
  ])('to %s', (text) => expect(beside(text)).toEqual([]))
})

test('no text makes it fail, and every token is one that wordsOf or the eye would find', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const token of searchTokens(text)) expect(token).toMatch(/^\S+$/u)
    }),
  )
})

test.each([
  ['dots', '.'.repeat(100_000)],
  ['joined letters', 'a.'.repeat(50_000)],
  ['digits with commas', '1,000'.repeat(20_000)],
  ['letters and digits by turns', 'a1'.repeat(50_000)],
  ['signs', '+#'.repeat(50_000)],
])('100,000 %s take no time', (_, text) => {
  expectLinear(text.length, (length) => searchTokens(text.slice(0, length)))
})
