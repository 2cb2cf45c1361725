import { describe, expect, test } from 'vitest'
import { asksForAnEvent, asksForThePast } from '../../../src/search/query-analysis/query-analysis.js'
import type { Language } from '../../../src/text/words.js'

describe('a query asks for the past', () => {
  test.each([
    'Where did I live before Lisbon?',
    'What was my previous job?',
    'What did we originally plan?',
    'How did the budget change over time?',
    'What did I use to drink? I used to like tea.',
    'Which tool did we first build with?',
    'Who was here until March?',
    'Who is the predecessor of Farid?',
    'What do I no longer eat?',
    'Where did they live back then, at that time?',
    'Wo habe ich früher gewohnt?',
    'Was war ursprünglich der Plan?',
    'Wer war die erste Ärztin?',
    'Wie hieß die damalige Chefin?',
    'Wo haben wir am Anfang gearbeitet?',
    'Was trinke ich nicht mehr?',
    '¿Qué estudiaba Marta al principio?',
    '¿Quién fue el primer presidente?',
    '¿Dónde está la antigua oficina?',
    '¿Qué ya no usamos?',
    '¿Dónde vivía antes?',
    'Où habitais-je avant ?',
    'Dove abitavo prima?',
    'Где я жил раньше?',
    '我以前住在哪里？',
    '前はどこに住んでいましたか',
  ])('%s', (query) => expect(asksForThePast(query)).toBe(true))

  test.each([
    'Where do I live?',
    'What is my favourite colour?',
    'How old is my dog?',
    'Until when can I send it?',
    'Wo wohne ich?',
    '¿Dónde vivo?',
    '我住在哪里？',
  ])('but not: %s', (query) => expect(asksForThePast(query)).toBe(false))
})

describe('a query asks for what happened', () => {
  test.each<[string, Language]>([
    ['What did Ana buy in the market?', 'en'],
    ['Who was at the party?', 'en'],
    ['Was haben wir gekauft?', 'de'],
    ['Wer hatte den Schlüssel?', 'de'],
    ['¿Qué compró Rosa?', 'es'],
    ['¿Quién estaba en la fiesta?', 'es'],
    ["Qu'est-ce qu'il avait dit ?", 'fr'],
    ['Chi era alla festa?', 'it'],
    ['Quem estava na festa?', 'pt'],
    ['Wie heeft de fiets gekocht?', 'nl'],
    ['Wie was op het feest?', 'nl'],
    ['Кто был на празднике?', 'ru'],
  ])('%s', (query, language) => expect(asksForAnEvent(query, language)).toBe(true))

  test.each<[string, Language]>([
    ['Where is the page hosted?', 'en'],
    ['What do we build with?', 'en'],
    ['Which venue did we finally choose?', 'en'],
    ['Was trinkt Sabine morgens?', 'de'],
    ['Was trinkt Sabine morgens?', 'en'],
    ['Was trinkt Sabine morgens?', 'nl'],
    ['Welches Auto haben wir?', 'de'],
    ['¿Qué día es la reunión?', 'es'],
    ['¿Dónde trabaja Julián?', 'es'],
    ['Où habite Paul ?', 'fr'],
  ])('but not: %s, read as %s', (query, language) => expect(asksForAnEvent(query, language)).toBe(false))
})
