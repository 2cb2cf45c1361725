import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameClaim } from '../../src/ingest/duplicates.js'
import { expectLinear } from '../support/growth.js'

const bothWays = (a: string, b: string) => [sameClaim(a, b), sameClaim(b, a)]

describe('two texts with close vectors make the same claim when they differ only in', () => {
  test.each([
    ['the full stop', 'I love green tea.', 'I love green tea'],
    ['the comma', 'After lunch, I walk the dog.', 'After lunch I walk the dog.'],
    ['white space', 'I love  green\ttea.', 'I love green tea.'],
    ['case', 'I LOVE green tea.', 'I love green tea.'],
    ['Unicode form', 'I met Zoe\u0308 in the café.', 'I met Zo\u00eb in the cafe\u0301.'],
    ['the form of an apostrophe', "I don't eat meat.", 'I don’t eat meat.'],
    ['an adverb that says nothing', 'I love green tea.', 'I really love green tea.'],
    ['just', 'I just bought a bicycle.', 'I bought a bicycle.'],
    ['please', 'Please remember that my dentist is Dr. Chen.', 'Remember that my dentist is Dr. Chen.'],
    ['an article', 'I bought a bicycle in Lisbon.', 'I bought the bicycle in Lisbon.'],
    ['an article that one lacks', 'We have the keys.', 'We have keys.'],
    ['a greeting', 'Hi, I live in Lisbon.', 'I live in Lisbon.'],
    ['a contraction', "I'm allergic to peanuts.", 'I am allergic to peanuts.'],
    ['a contracted negation', "She doesn't eat meat.", 'She does not eat meat.'],
    ['another contracted negation', "I can't eat nuts.", 'I cannot eat nuts.'],
    ['a contracted future', "We'll move to Porto.", 'We will move to Porto.'],
  ])('%s: %j and %j', (_, a, b) => {
    expect(bothWays(a, b)).toEqual([true, true])
  })
})

describe('they do not when they differ in', () => {
  test.each([
    ['a direction', 'I switched from Postgres to MySQL.', 'I switched from MySQL to Postgres.'],
    ['who does it to whom', 'Alice manages Bob.', 'Bob manages Alice.'],
    ['a sign', 'The balance is 100.', 'The balance is -100.'],
    ['a negation without its apostrophe', 'I can eat nuts.', 'I cant eat nuts.'],
    ['before and after', 'I take it before lunch.', 'I take it after lunch.'],
    ['which amount is when', '5 mg morning 10 mg evening', '10 mg morning 5 mg evening'],
    ['a comparative', 'I have more books than Eva.', 'I have less books than Eva.'],
    ['a quantifier', 'All servers are patched.', 'Some servers are patched.'],
    ['which of two is meant', 'I use tabs not spaces.', 'I use spaces not tabs.'],
    ['the sides of an operator', 'a > b', 'b > a'],
    ['an operator', 'x >= 5', 'x <= 5'],
    ['a negating sign', 'ready', '!ready'],
    ['a title', 'My favourite song is Love Me Do.', 'My favourite song is Love You To.'],
    ['an office', 'She is the head of state.', 'She is the head of government.'],
    ['an article of a title', 'I love The Who.', 'I love Who.'],
    ['few and a few', 'I have few friends here.', 'I have a few friends here.'],
    ['a label', 'I take vitamin a daily.', 'I take vitamin daily.'],
    ['a label at the end', 'We chose plan a.', 'We chose plan.'],
    ['how far a negation goes', 'I do not really like it.', 'I do not like it.'],
    ['what is not all', 'It is not just a phase.', 'It is not a phase.'],
    ['a word that is talked of', 'He said "please" twice.', 'He said "" twice.'],
    ['a negation', 'I prefer window seats.', 'I no longer prefer window seats.'],
    ['a short negation', 'I eat meat.', "I don't eat meat."],
    ['a typographic negation', 'I eat meat.', 'I don’t eat meat.'],
    ['two negations and one', 'I never said that I do not care.', 'I never said that I care.'],
    ['a negating prefix', 'It is possible.', 'It is impossible.'],
    ['a tense', 'She studies in Porto.', 'She studied in Porto.'],
    ['an aspect', 'They painted the fence.', 'They are painting the fence.'],
    ['a number of things', 'The gardener waters the rose.', 'The gardener waters the roses.'],
    ['a modal', 'I may come on Monday.', 'I must come on Monday.'],
    ['a possessive', 'My sister lives in Rome.', 'Your sister lives in Rome.'],
    ['a genitive', "Anna's sister called.", 'Anna sister called.'],
    ['a frequency', 'I always fly.', 'I often fly.'],
    ['a preposition', 'The key is on the box.', 'The key is in the box.'],
    ['a number', 'The rent is 900.', 'The rent is 950.'],
    ['a time', 'We meet at 10:45.', 'We meet at 11:45.'],
    ['a decimal', 'It costs 1.50 euros.', 'It costs 15.0 euros.'],
    ['a decimal point', 'It weighs .5 kg.', 'It weighs 5 kg.'],
    ['a unit', 'It is 5 km away.', 'It is 5 m away.'],
    ['a currency', 'It costs $5.', 'It costs €5.'],
    ['a per cent sign', 'Rates rose by 5.', 'Rates rose by 5%.'],
    ['a number that one lacks', 'We meet at 10.', 'We meet.'],
    ['a plus', 'I write C.', 'I write C++.'],
    ['a name', 'Ben lent me a ladder.', 'Tom lent me a ladder.'],
    ['a name that one adds', 'I met someone in the park.', 'I met Rosa in the park.'],
    ['a replaced word', 'The meeting is in the morning.', 'The meeting is in the evening.'],
    ['a number in words', 'We invited sixteen guests.', 'We invited sixty guests.'],
    ['a version', 'We run node 20.1.', 'We run node 20.10.'],
    ['a path', 'Logs are in /var/log.', 'Logs are in /var/lib.'],
    ['being a question', 'I love green tea?', 'I love green tea.'],
    ['a word that one adds', 'I bought a bicycle.', 'I bought a red bicycle.'],
    ['a condition', 'I will come.', 'I will come if it rains.'],
    ['a name in another script', 'Мы переехали в Казань.', 'Мы переехали в Москву.'],
    ['a negation in German', 'Ich mag Tee.', 'Ich mag keinen Tee.'],
    ['a case in German', 'Den Hund beißt der Mann.', 'Der Hund beißt den Mann.'],
    ['a separable prefix', 'Ich nehme ab.', 'Ich nehme zu.'],
    ['a preposition in Spanish', 'Mañana llama a Juan.', 'Mañana llama Juan.'],
    ['a direction in French', 'De Paris à Lyon.', 'De Lyon à Paris.'],
    ['a negation in Italian', 'Mangio carne.', 'Non mangio carne.'],
    ['a negation in Chinese', '我吃肉。', '我不吃肉。'],
    ['order in Chinese', '猫追狗。', '狗追猫。'],
    ['a negation in Japanese', '肉を食べます。', '肉を食べません。'],
    ['a particle in Japanese', '犬が猫を追う。', '犬を猫が追う。'],
    ['a negation in Russian', 'Я ем мясо.', 'Я не ем мясо.'],
    ['a negation in Arabic', 'أنا آكل اللحم', 'أنا لا آكل اللحم'],
    ['a negation in Hindi', 'मैं मांस खाता हूँ', 'मैं मांस नहीं खाता हूँ'],
    ['a negation in Korean', '나는 고기를 먹는다.', '나는 고기를 안 먹는다.'],
  ])('%s: %j and %j', (_, a, b) => {
    expect(bothWays(a, b)).toEqual([false, false])
  })
})

const WORDS = `Alice Bob likes manages Berlin Lisbon before after more less than from to not never all some 5 10 -3 > <
  mg coffee tea my your will may was is red blue quickly Отчёт 不 nicht sin`.split(/\s+/)
const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 })

describe('a sentence is another claim', () => {
  const another = (change: (words: readonly string[], at: number, word: string) => readonly string[]) =>
    fc.assert(
      fc.property(sentence, fc.nat(), fc.constantFrom(...WORDS), (words, at, word) => {
        const changed = change(words, at % words.length, word)
        const [a, b] = [words.join(' '), changed.join(' ')]
        expect(bothWays(a, b)).toEqual(a === b ? [true, true] : [false, false])
      }),
      { seed: 7, numRuns: 500 },
    )

  test('when two of its words are swapped', () => {
    another((words, at) => {
      const other = (at + 1) % words.length
      return words.with(at, words[other] ?? '').with(other, words[at] ?? '')
    })
  })
  test('when a word is replaced', () => another((words, at, word) => words.with(at, word)))
  test('when a word is added', () => another((words, at, word) => words.toSpliced(at, 0, word)))
  test('when a word is taken away', () => another((words, at) => words.toSpliced(at, 1)))
})

test('every text makes its own claim, and the order of two texts does not matter', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constantFrom('', 'Not 42', "don't", '𝕬 ß 語'))
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sameClaim(a, a)).toBe(true)
      expect(sameClaim(a, b)).toBe(sameClaim(b, a))
    }),
    { seed: 5 },
  )
})

test.each(['1'.repeat(100_000), '1.'.repeat(50_000), "n't ".repeat(25_000), 'A'.repeat(100_000), '.,'.repeat(50_000)])(
  'a text of 100,000 characters (%#) is compared in no time',
  (text) => {
    expect(sameClaim(text, `${text} x`)).toBe(false)
    expectLinear(text.length, (length) => sameClaim(text.slice(0, length), `${text.slice(0, length)} x`))
  },
)
