import { describe, expect, test } from 'vitest'
import { queryTokens, spellingsOf } from '../../src/indexing/query-tokens.js'

describe('what a query is looked up by', () => {
  test.each<[string, readonly string[]]>([
    ['自転車を買う', ['自転', '転車', '買']],
    ['お茶', ['茶']],
    ['绿茶 猫', ['绿茶', '猫']],
    ['user_id', ['user', 'id', 'user_id']],
  ])('in %s', (query, tokens) => expect(queryTokens(query)).toEqual(tokens))
})

describe('the spellings of a word', () => {
  test.each<[string, readonly string[]]>([
    ['mueller', ['mueller', 'müller']],
    ['götz', ['götz', 'goetz']],
    ['neue', ['neue']],
    ['bauer', ['bauer']],
    ['haus', ['haus']],
  ])('of %s in German', (word, spellings) => expect(spellingsOf(word, 'de')).toEqual(spellings))

  test('in another language is one', () => expect(spellingsOf('blue', 'en')).toEqual(['blue']))
})
