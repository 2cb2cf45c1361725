import { describe, expect, test } from 'vitest'
import type { Language } from '../../../../src/indexing/stop-words.js'
import { analyzeQuery } from '../../../../src/queries/search/query-analysis/query-analysis.js'
import { TODAY } from './shown.js'

const alone = (query: string, language: Language) => analyzeQuery(query, TODAY, language).timeAlone

const ofAllThatWasSaid: readonly (readonly [Language, string])[] = [
  ['en', 'What did we talk about on April 29th?'],
  ['en', 'Which topics came up yesterday?'],
  ['en', 'Summarize our conversation of last Friday.'],
  ['en', 'On 2 May we talked a lot. What did I tell you?'],
  ['de', 'Worüber haben wir gestern gesprochen?'],
  ['de', 'Was habe ich dir am 3. Mai erzählt?'],
  ['es', '¿De qué hablamos el 29 de abril?'],
  ['fr', 'De quoi avons-nous parlé hier ?'],
  ['it', 'Di cosa abbiamo parlato il 29 aprile?'],
  ['nl', 'Wat hebben we gisteren besproken?'],
  ['ru', 'О чём мы говорили 29 апреля?'],
  ['zh', '5月3日我们聊了哪些话题呢？'],
  ['zh', '你还记得昨天我跟你说了什么吗？'],
  ['ja', '5月3日に何を話しましたか？'],
]
const ofMore: readonly (readonly [Language, string])[] = [
  ['en', 'What did we say about the garden on April 29th?'],
  ['en', 'What did Ana tell me yesterday?'],
  ['en', 'What did we talk about?'],
  ['de', 'Was habe ich gestern über die Miete gesagt?'],
  ['zh', '5月3日我做了什么菜？'],
]

describe('a query for all that was said at a time', () => {
  test.each(ofAllThatWasSaid)('says nothing but the time, %s: %s', (language, query) =>
    expect(alone(query, language)).toBe(true),
  )
  test.each(ofMore)('is none where it names something, or no time, %s: %s', (language, query) =>
    expect(alone(query, language)).toBe(false),
  )
})
