import { expect, test } from 'vitest'
import { queryTokens } from '../../src/text/terms.js'

test.each([
  ['My rent is 950 euros, right?', 'right'],
  ['Ich wohne in Graz, oder?', 'oder'],
])('the tag of "%s" is no word that is looked up', (query, tag) => {
  expect(queryTokens(query)).not.toContain(tag)
  expect(queryTokens(query).length).toBeGreaterThan(3)
})

test('a word of the question itself is looked up', () => {
  expect(queryTokens('Which of the two is right?')).toContain('right')
  expect(queryTokens('right')).toEqual(['right'])
})
