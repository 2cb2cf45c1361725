import { describe, expect, test } from 'vitest'
import { queryTokens, searchTokens, spellingsOf } from '../../src/text/terms.js'

describe('what a query is looked up by', () => {
  test.each<[string, readonly string[]]>([
    ['自転車を買う', ['自転', '転車', '買']],
    ['お茶', ['茶']],
    ['绿茶 猫', ['绿茶', '猫']],
    ['user_id', ['user', 'id', 'user_id']],
    ['母の誕生日はいつ?', ['誕生', '生日', '母']],
    ['どこに住んでいますか?', ['んで', '住']],
    ['週末は何をしますか?', ['週末', '何']],
    ['りんごはいくら?', ['りん', 'んご', 'ごは']],
    ['我开什么车?', ['我开', '开', '车']],
    ['我開什麼車?', ['我開', '開', '車']],
    ['あねの誕生日はいつ', ['あね', '誕生', '生日']],
    ['私のへやの鍵', ['へや', '私', '鍵']],
    ['あに', ['あに']],
    ['我的茶呢?', ['的茶', '茶呢', '茶']],
    ['강아지 이름이 뭐예요?', ['강아', '아지', '이름', '름이', '뭐예', '예요']],
  ])('in %s', (query, tokens) => expect(queryTokens(query)).toEqual(tokens))

  test.each(['いつ?', '你是谁?', 'どこ', '什么', '这是什么'])(
    'in %s is everything, where nothing tells more',
    (query) => {
      expect(queryTokens(query)).toEqual(searchTokens(query))
    },
  )
})

test('a query of endings alone is read in no time', () => {
  for (const word of ['では', 'も', 'しています'])
    expect(queryTokens(`${word.repeat(2000)}ぬ`).length).toBeGreaterThan(0)
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
