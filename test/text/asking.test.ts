import { describe, expect, test } from 'vitest'
import { askedIn, asks, searchedQuery } from '../../src/text/asking.js'
import { detectLanguage } from '../../src/text/detect-language.js'
import type { Language } from '../../src/text/words.js'
import { expectLinear, repeated } from '../support/growth.js'

const read = (query: string) => {
  const { asked, named } = askedIn(query, detectLanguage(query) ?? 'en')
  return [asked.replace(/\s+/g, ' ').replace(/^[\s,、]+/, ''), named]
}

describe('of a query of several sentences the one that asks is searched', () => {
  test.each<[string, string]>([
    [
      'Good evening! I was at the lake all day. Which bakery sells rye bread? Thanks a lot!',
      'Which bakery sells rye bread?',
    ],
    ['The train is late again. I was wondering which platform I leave from.', 'which platform I leave from.'],
    ['Can you please remind me what my shoe size is?', 'what my shoe size is?'],
    ['Could you please tell me where I parked?', 'where I parked?'],
    ['I am packing. Please remind me which adapter I need.', 'which adapter I need.'],
    ['I am at the till and the queue is long, but what is my loyalty number?', 'what is my loyalty number?'],
    ['Guten Tag! Der Zug hat Verspätung. Weißt du noch, welches Gleis ich brauche?', 'welches Gleis ich brauche?'],
    ['Bonjour ! Il pleut encore. Pourrais-tu me dire où est mon parapluie ?', 'où est mon parapluie ?'],
    ['Olá! Cheguei cansado. Queria saber onde está a chave.', 'onde está a chave.'],
    ['今日は雨でした。傘はどこにあるか教えてください。', '傘はどこにあるか 。'],
    ['今天下雨了。请问我的雨伞在哪里？', '我的雨伞在哪里？'],
  ])('%s', (query, asked) => expect(read(query)[0]).toBe(asked))

  test('and all that ask, where several do', () =>
    expect(read('The weather is bad. Where is my coat? And where is my hat?')[0]).toBe(
      'Where is my coat? And where is my hat?',
    ))
  test('whatever their words are', () =>
    expect(read('What did I ask for, and what was agreed?')[0]).toBe('What did I ask for, and what was agreed?'))
  test.each([
    ['Where did I park?'],
    ['my dentist, phone number'],
    ['I need the number of my dentist. The tooth hurts.'],
    ['Do you remember?'],
    ['👋'],
  ])('and of %j everything', (query) => expect(read(query)).toEqual([query, '']))
  test('and the others count where it asks for nothing by itself', () =>
    expect(read('The blue coat. Do you remember it?')[0]).toContain('blue coat'))
})

describe('names and quotations beside the question stay', () => {
  test.each<[string, string]>([
    ['My sister Clara phoned. Where does she live?', 'Clara'],
    ['I finally saw “The Third Man”. With whom did I want to see it?', 'Third Man “The Third Man”'],
    ['Meine Schwester Anna hat angerufen. Wann hat sie Geburtstag?', 'Schwester Anna'],
    ['Thanks, Ana! Where do I live?', ''],
    ['It rained on Monday and I stayed in. Where do I live?', ''],
  ])('%s', (query, named) => expect(read(query)[1]).toBe(named))
  test('and politeness in a quotation is what is asked about', () =>
    expect(read('Who said "could you tell me" to me?')[0]).toBe('Who said "could you tell me" to me?'))
})

describe('"the user" stands for whoever speaks, and nothing else does', () => {
  test.each<[string, string]>([
    ['What does the user drink?', 'What does drink?'],
    ["Where is the user's bicycle?", 'Where is bicycle?'],
    ['Where is the user at work?', 'Where is at work?'],
    ['What do we know about the user?', 'What do we know about ?'],
    ['Was trinkt der Nutzer morgens?', 'Was trinkt morgens?'],
    ['ユーザーは何を飲みますか？', '何を飲みますか？'],
    ['사용자는 무엇을 마시나요?', '무엇을 마시나요?'],
    ['Which doctor did I see?', 'Which doctor did I see?'],
    ['Which model is my phone?', 'Which model is my phone?'],
    ['When is user research on?', 'When is user research on?'],
    ['What came out of the user research?', 'What came out of the user research?'],
    ['사용자 조사는 언제였나요?', '사용자 조사는 언제였나요?'],
  ])('%s', (query, asked) => expect(read(query)[0]).toBe(asked))
})

describe('a sentence that asks or wishes states nothing', () => {
  test.each<[string, Language, boolean]>([
    ['where do i live', 'en', true],
    ['ok so what is my name', 'en', true],
    ['Remind me to call Tom', 'en', true],
    ['What a lovely day that was.', 'en', false],
    ['I was wondering about a move to Graz.', 'en', false],
    ['wo wohne ich', 'de', true],
    ['Ich wohne in Graz.', 'de', false],
  ])('%j', (sentence, language, is) => expect(asks(sentence, language)).toBe(is))
})

describe('a query over 10,000 characters', () => {
  test('keeps its first and last 2,000', () => {
    const { query, queryCharacters } = searchedQuery(`${'😀'.repeat(2000)}${'x'.repeat(8001)}${'y'.repeat(2000)}`)
    expect(query).toBe(`${'😀'.repeat(2000)}\n${'y'.repeat(2000)}`)
    expect(queryCharacters).toBe(12_001)
  })
  test('and a shorter one all', () => {
    const query = '😀'.repeat(10_000)
    expect(searchedQuery(query)).toEqual({ query })
  })
})

test.each(['so, ', 'what about ', 'Hello. ', '"', 'but ', 'could you tell me ', 'the user ', 'Ann Ann '])(
  'a query of nothing but %j is read in time proportional to its length',
  (piece) => expectLinear(10_000, (length) => askedIn(repeated(piece, length), 'en')),
)
