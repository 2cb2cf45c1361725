import { describe, expect, test } from 'vitest'
import { asksAssistant } from '../../../src/search/query-analysis/query-analysis.js'

describe('a query asks for what the assistant said', () => {
  test.each([
    'What did you recommend for dinner?',
    'Which book did you suggest?',
    'what had you advised me to do about the roof',
    'Remind me of the book you recommended.',
    'What were your suggestions for the trip?',
    'your advice on the mortgage',
    'What was I told about the visa?',
    'How did you explain recursion?',
    'What did the assistant say about tyres?',
    'Welches Buch hast du mir empfohlen?',
    'Was war dein Vorschlag für das Dach?',
    '¿Qué libro me recomendaste?',
    '¿Cuáles fueron tus sugerencias?',
    "Quel livre m'as-tu recommandé ?",
    'Quelles étaient tes suggestions ?',
    'Qual livro você me recomendou?',
    'Quale libro mi hai consigliato?',
    'Welk boek heb je aanbevolen?',
    'Какую книгу ты мне посоветовал?',
    '你推荐了哪本书？',
    'どの本をおすすめしてくれましたか',
    '어떤 책을 추천해 줬어?',
  ])('%s', (query) => expect(asksAssistant(query)).toBe(true))

  test.each([
    'What do you recommend for dinner?',
    'Can you show me how to prove it?',
    'Which book did Eva recommend?',
    'Where do I live?',
    'What did I say about the roof?',
    'Who advised Tom to sell?',
    'Welches Buch hat Eva empfohlen?',
    '',
  ])('but not: %s', (query) => expect(asksAssistant(query)).toBe(false))
})
