import type { Language } from './stop-words.js'
import { searchTokens } from './tokens.js'

const han = /\p{Script=Han}/u
const hiragana = /\p{Script=Hiragana}/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const hanPair = /^\p{Script=Han}{2}$/u
const hiraganaPair = /^\p{Script=Hiragana}{2}$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/** What a Chinese question asks with, simplified and traditional; and characters that are in any sentence. */
const CHINESE_QUESTIONS = /为什么|為什麼|什么|什麼|怎么样?|怎麼樣?|哪里|哪裡|哪儿|哪兒|多少|请问|請問/gu
const CHINESE_CHARACTERS = /[哪谁誰几幾吗嗎呢吧的了是我你您他她它们們在有和与與跟这這那]/gu

const RUN = /\p{Script=Hiragana}+/gu
const PARTICLES = 'から まで より って には では とは は が を に で と の へ も や か'.split(' ')
const QUESTIONS = 'どうして どんな どこ どの どれ どう だれ なに なん なぜ いつ いくつ いくら わたし ぼく'.split(' ')
const ENDINGS = (
  'していました していますか しています している していた でしょう ください ありました あります いました います でした です しました します しません ' +
  'ましょう ました ません ます した して ている ていた ていて ある いる ない'
)
  .split(' ')
  .concat(QUESTIONS)
const LAST = 'か ね よ の は が を に で と へ も'.split(' ')

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

/** What asks at the end of a question only for a yes: ", right?", ", oder?". */
const TAG =
  /[,;–—] *(?:right|correct|yes|yeah|no|ok|okay|oder|nicht wahr|stimmt'?s|richtig|gell|verdad|non|vero|certo)[ ?!.]*$/i

/** The tokens that a query is searched by. */
export const queryTokens = (query: string): readonly string[] => {
  const asked = query.slice(-40).search(TAG) > 0 ? query.replace(TAG, '?') : query
  return tellingTokens(asked, searchTokens(asked))
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }
const pairOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Not after a vowel or q: "neue", "Bauer", "quer". */
const pair = /(?<![aeiouqäöü])[aou]e/g
const umlaut = /[äöü]/g

/** The spellings under which a query word is searched: German umlauts also as two letters, and the reverse. */
export const spellingsOf = (word: string, language: Language): readonly string[] => {
  if (language !== 'de') return [word]
  return [
    ...new Set([
      word,
      word.replace(pair, (found) => umlautOf[found] ?? found),
      word.replace(umlaut, (found) => pairOf[found] ?? found),
    ]),
  ]
}
