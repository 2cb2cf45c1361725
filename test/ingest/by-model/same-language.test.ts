import { describe, expect, test } from 'vitest'
import { isForeign, languageOf } from '../../../src/ingest/by-model/support.js'
import { detectLanguage } from '../../../src/text/detect-language.js'

const said = (content: string) => [{ content, language: detectLanguage(content) ?? null }]

describe('a text is in the language of its turn', () => {
  test.each([
    ['Ana pays 900 euros.', 'I pay 900 euros for the flat.'],
    ['Ana wohnt in Lissabon.', 'Ich wohne jetzt in Lissabon.'],
    ['Marta habite à Lyon.', "Oui, j'habite à Lyon depuis mai."],
    ['Ben arbeitet bei Nordwind Logistics.', 'Ich arbeite bei Nordwind Logistics.'],
    ['Ben sagt oft "never mind".', 'Ich sage oft "never mind". That is how it is.'],
    ['Ольга живёт в Казани.', 'Я живу в Казани.'],
    ['小明住在北京。', '我住在北京，喜欢喝茶。'],
    ['Kim', 'Kim'],
  ])('%s', (text, content) => expect(isForeign(text, said(content))).toBe(false))
})

describe('a text is in another language or script', () => {
  test.each([
    ['Ana lives in Lisbon.', 'Ich wohne jetzt in Lissabon.'],
    ['Ana is allergic to peanuts.', 'Ich bin allergisch gegen Erdnüsse.'],
    ['Ana ist allergisch gegen Erdnüsse.', 'I am allergic to peanuts.'],
    ['Olga lives in Kazan.', 'Я живу в Казани.'],
    ['Xiao Ming lives in Beijing.', '我住在北京，喜欢喝茶。'],
    ['アナはリスボンに住んでいます。', 'I live in Lisbon and like it.'],
    ['Marta likes green tea.', 'Me gusta mucho el té verde, sobre todo por la mañana.'],
    ['Lukas works for Nordwind.', 'Ich arbeite bei Nordwind.'],
  ])('%s', (text, content) => expect(isForeign(text, said(content))).toBe(true))
})

test('a fact that rests on turns in two languages may be in either', () => {
  const both = [...said('Ich wohne jetzt in Lissabon.'), ...said('I am allergic to peanuts.')]
  expect(['Ana ist allergisch gegen Erdnüsse.', 'Ana lives in Lisbon.'].map((text) => isForeign(text, both))).toEqual([
    false,
    false,
  ])
})

test('the language of a short text is that of its turn', () => {
  expect(languageOf('Ana pays 900 euros.', said('I pay 900 euros for the flat.'))).toBe('en')
  expect(languageOf('Ana: 900 Euro', said('Ich zahle 900 Euro für die Wohnung.'))).toBe('de')
})
