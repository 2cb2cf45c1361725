import { allWordsOf, anyAlternative, knownOf } from './languages.js'
import type { Language } from './stop-words.js'
import { searchTokens } from './tokens.js'

const han = /\p{Script=Han}/u
const hiragana = /\p{Script=Hiragana}/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const hanPair = /^\p{Script=Han}{2}$/u
const hiraganaPair = /^\p{Script=Hiragana}{2}$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

const { words: chinese = '', characters = '' } = knownOf('questions').get('zh') ?? {}
const CHINESE_QUESTIONS = new RegExp(chinese.replaceAll(' ', '|'), 'gu')
const CHINESE_CHARACTERS = new RegExp(`[${characters}]`, 'gu')

const RUN = /\p{Script=Hiragana}+/gu
const { words: japanese, particles, endings, last } = knownOf('questions').get('ja') ?? {}
const listOf = (words = ''): readonly string[] => [...allWordsOf([words])]
const PARTICLES = listOf(particles)
const QUESTIONS = listOf(japanese)
const ENDINGS = [...listOf(endings), ...QUESTIONS]
const LAST = listOf(last)

/**
 * The tokens that tell what a query in a script without spaces asks for, of all its tokens. In Japanese a pair across the border
 * of Han and Hiragana shows an inflection or a particle, not a word, and so do pairs of particles, question words and endings;
 * they are left out. In Chinese pairs of a question word, and of nothing but characters that are in any sentence, are left out. A
 * single Han character between such words is a word ("我开什么车": 开 and 车), and is indexed as one. Where nothing else would
 * be left, all tokens are.
 */
const tellingTokens = (query: string, tokens: readonly string[]): readonly string[] => {
  if (!han.test(query) && !hiragana.test(query)) return tokens
  const telling = new Set(kana.test(query) ? ofJapanese(query, tokens) : ofChinese(query, tokens))
  return telling.size > 0 ? [...telling] : tokens
}

const ofJapanese = (query: string, tokens: readonly string[]): readonly string[] => {
  const runs = [...query.matchAll(RUN)]
  const told = new Set(runs.flatMap(({ 0: run, index }) => pairsOf(wordIn(run, query.charAt(index - 1)))))
  return [
    ...tokens.filter((token) => !mixedPair.test(token) && (!hiraganaPair.test(token) || told.has(token))),
    ...(query.match(loneCharacter) ?? []),
  ]
}

/** The pairs of a text of characters that are one UTF-16 unit each. */
const pairsOf = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))

/** What is left of a run of Hiragana without a particle or a question word in front, and without endings and one particle. */
const wordIn = (run: string, before: string): string => {
  const leading = han.test(before) || kana.test(before) ? PARTICLES : QUESTIONS
  const start = leading.find((word) => run.startsWith(word))?.length ?? 0
  const isEnding = (end: number) => (word: string) => end - word.length >= start && run.endsWith(word, end)
  const bare = (end: number): number => {
    const ending = ENDINGS.find(isEnding(end))
    return ending === undefined ? end : bare(end - ending.length)
  }
  const last = LAST.find(isEnding(run.length))?.length ?? 0
  const withoutLast = bare(run.length - last)
  // A word of two characters may end like a particle: "あに".
  const end = withoutLast - start === 1 && last > 0 ? bare(run.length) : withoutLast
  return run.slice(start, end)
}

const ofChinese = (query: string, tokens: readonly string[]): readonly string[] => {
  const asked = query.replace(CHINESE_QUESTIONS, ' ')
  const isTelling = (token: string) =>
    !hanPair.test(token) || (asked.includes(token) && token.replace(CHINESE_CHARACTERS, '') !== '')
  return [...tokens.filter(isTelling), ...(asked.replace(CHINESE_CHARACTERS, ' ').match(loneCharacter) ?? [])]
}

const TAG = new RegExp(`[,;–—] *(?:${anyAlternative(knownOf('tags').values())})[ ?!.]*$`, 'i')

/** The tokens that a query is searched by. */
export const queryTokens = (query: string): readonly string[] => {
  const asked = query.slice(-40).search(TAG) > 0 ? query.replace(TAG, '?') : query
  return tellingTokens(asked, searchTokens(asked))
}

const twoLetters = new Map(
  [...knownOf('twoLetters')].map(([language, letters]) => {
    const pairs = Object.entries(letters)
    const letterOf = Object.fromEntries(pairs.map(([letter, pair]) => [pair, letter]))
    return [
      language,
      {
        pairOf: letters,
        letterOf,
        letter: new RegExp(`[${Object.keys(letters).join('')}]`, 'g'),
        // Not after a vowel or q: "neue", "Bauer", "quer".
        pair: new RegExp(`(?<![aeiouqäöü])(?:${Object.keys(letterOf).join('|')})`, 'g'),
      },
    ] as const
  }),
)

/** The spellings under which a query word is searched: German umlauts also as two letters, and the reverse. */
export const spellingsOf = (word: string, language: Language): readonly string[] => {
  const own = twoLetters.get(language)
  if (own === undefined) return [word]
  const shorter = word.replace(own.pair, (found) => own.letterOf[found] ?? found)
  const longer = word.replace(own.letter, (found) => own.pairOf[found] ?? found)
  return [...new Set([word, shorter, longer])]
}
