import { expect, test } from 'vitest'
import { analyzeQuery } from '../../src/search/query-analysis/query-analysis.js'
import { holdsNumber } from '../../src/text/answer-bits.js'
import type { Language } from '../../src/text/words.js'

test.each(['She is 6.', 'Three of us came.', 'Es sind fünf.', 'Tengo doce gatos.', '三人います。', 'عندي ٣'])(
  'a text holds a number: %s',
  (text) => expect(holdsNumber(text)).toBe(true),
)
test.each(['She got her badge.', 'I weighed it.', 'Someone came.'])('but not: %s', (text) =>
  expect(holdsNumber(text)).toBe(false),
)

const asksNumber = (query: string, language: Language) => analyzeQuery(query, '2026-01-01', language).ofNumber

test.each([
  ['How old is Lotte?', 'en'],
  ['What time does it leave?', 'en'],
  ['Wie viele Katzen habe ich?', 'de'],
  ['¿Cuántos años tiene?', 'es'],
  ['Quel âge a-t-elle ?', 'fr'],
  ['何人来ましたか', 'ja'],
  ['我有多少只猫', 'zh'],
] as const)('a question for a number: %s', (query, language) => expect(asksNumber(query, language)).toBe(true))
test.each([
  ['How long did it take?', 'en'],
  ['Where does Lotte live?', 'en'],
  ['Combien de temps ?', 'fr'],
] as const)('but not: %s', (query, language) => expect(asksNumber(query, language)).toBe(false))
