import { describe, expect, test } from 'vitest'
import { ownWords, SEARCH_TEXT_BYTES } from '../../src/text/search-vector.js'
import { lexemeOf } from '../../src/text/terms.js'
import type { Language } from '../../src/text/words.js'

describe('a lexeme', () => {
  test.each<[string, Language, string | null]>([
    ['moved', 'en', 'move'],
    ['the', 'en', null],
    ['häuser', 'de', 'haus'],
    ['die', 'de', null],
    ['die', 'en', 'die'],
    ['hermanas', 'es', 'herman'],
    ['trabajo', 'es', 'trabaj'],
    ['chevaux', 'fr', 'cheval'],
    ['irmã', 'pt', 'irma'],
    ['città', 'it', 'citt'],
    ['huizen', 'nl', 'huis'],
    ['zussen', 'nl', 'zus'],
    ['fietsen', 'nl', 'fiet'],
    ['fiets', 'nl', 'fiet'],
    ['habitacion', 'es', 'habit'],
    ['habitaciones', 'es', 'habit'],
    ['irmãs', 'pt', 'irma'],
    ['reunioes', 'pt', 'reunia'],
    ['straße', 'de', 'strass'],
    ['والكِتاب', 'ar', 'كتاب'],
    ['दफ़्तर', 'hi', 'दफ्तर'],
    ['łódź', 'en', 'lodz'],
    ['٤٢', 'ar', '42'],
    ['сестры', 'ru', 'сестр'],
    ['зелёный', 'ru', 'зелен'],
    ['الكتاب', 'ar', 'كتاب'],
    ['किताबें', 'hi', 'किताब'],
    ['東京', 'ja', '东京'],
    ['養', 'zh', '养'],
    ['养', 'zh', '养'],
    ['台灣', 'zh', '台湾'],
    ['é', 'ko', 'e'],
    ['inv-20931', 'en', 'inv-20931'],
    ['2024', 'de', '2024'],
  ])('of %s in %s', (word, language, lexeme) => {
    expect(lexemeOf(word, language)).toBe(lexeme)
    expect(lexemeOf(word, language)).toBe(lexeme)
  })
})

const wordsOf = (text: string, language: Language = 'en') => ownWords('', text, language).own_words

describe('the words that a memory is found by', () => {
  test('holds the lexemes with their places', () => {
    expect(wordsOf("The violin, the violinist's violins")).toBe("'violin':1,3 'violinist':2")
  })

  test('begin with those of the subject, which carry a label, and come with how many places each part has', () => {
    expect(ownWords('ann lee', 'Ann loves the sea', 'en')).toEqual({
      own_words: "'ann':1A 'lee':2A 'ann':3 'love':4 'sea':5",
      text_len: 3,
      name_len: 2,
    })
  })

  test('quotes what Postgres would read as a sign', () => {
    expect(wordsOf('c:\\x\\y')).toContain("'c:\\\\x\\\\y':")
  })

  test('holds ideographs alone and in pairs', () => {
    expect(wordsOf('緑茶', 'zh')).toBe("'绿茶':1 '绿':2 '茶':3")
  })

  test('is cut at 64 kB of words', () => {
    const words = Array.from({ length: 30_000 }, (_, i) => `w${i}`).join(' ')
    const kept = wordsOf(words).split(' ').length
    expect(kept).toBeGreaterThan(8_000)
    expect(kept * 6).toBeLessThan(SEARCH_TEXT_BYTES * 1.2)
  })

  test('leaves out a word too long to be indexed and keeps what follows', () => {
    expect(wordsOf(`${'x'.repeat(100_000)} then cats`)).toBe("'cat':1")
  })

  test('keeps 255 places of a lexeme at most', () => {
    expect(wordsOf('cat '.repeat(1000)).split(',')).toHaveLength(255)
  })
})
