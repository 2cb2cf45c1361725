import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headlineOf, lengthOf, overviewOf } from '../../../src/search/packaging/pack.js'

describe('a headline by rule', () => {
  test.each([
    ['I moved to Lisbon in May. It rained.', 'I moved to Lisbon in May…'],
    ['Hi! How are you? I sold the red bike to Tom yesterday.', 'I sold the red bike to Tom yesterday.'],
    ['ok', 'ok'],
    ['Hi there', 'Hi there'],
    ['昨日は東京で寿司を食べました。とても美味しかったです。', '昨日は東京で寿司を食べました…'],
    ['# Deployment notes\n\n- step one: build the image', '# Deployment notes…'],
    ['\n\n  Deployment is on Friday', 'Deployment is on Friday'],
  ])('of %j is %j', (text, headline) => {
    expect(headlineOf(text)).toBe(headline)
  })

  test('is cut between words, and inside one where there are none', () => {
    expect(headlineOf(`The quick brown fox ${'jumps over it '.repeat(20)}`)).toBe(
      'The quick brown fox jumps over it jumps over it jumps over it jumps over it…',
    )
    expect(headlineOf(`x${'y'.repeat(500)}`)).toBe(`x${'y'.repeat(78)}…`)
  })

  test('never cuts a character of several code points', () => {
    expect(headlineOf('👨‍👩‍👧'.repeat(40))).toBe(`${'👨‍👩‍👧'.repeat(15)}…`)
  })
})

test('of a text of any length only the beginning is looked at', () => {
  const text = `${'Hi! '.repeat(25_000)}I moved to Lisbon in May.`
  expect(headlineOf(text)).toBe('Hi!…')
  expect(lengthOf(overviewOf(text))).toBeLessThanOrEqual(300)
  expect(headlineOf(`${'😀'.repeat(3000)}. I moved to Lisbon.`)).toBe(`${'😀'.repeat(79)}…`)
})

test('an overview holds whole sentences', () => {
  const sentence = 'The train to Porto leaves at nine from the old station. '
  expect(overviewOf(sentence.repeat(3))).toBe(sentence.repeat(3).trim())
  expect(overviewOf(sentence.repeat(20))).toBe(`${sentence.repeat(5).trim().slice(0, -1)}…`)
})

test('whatever the text is, both keep their bounds and are blank only where it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.lorem({ maxCount: 120 })), (text) => {
      for (const [short, most] of [
        [headlineOf(text), 80],
        [overviewOf(text), 300],
      ] as const) {
        expect(lengthOf(short)).toBeLessThanOrEqual(most)
        expect(short === '').toBe(text.trim() === '')
      }
    }),
  )
})
