import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { z } from 'zod'
import { readTable } from '../config/package-info.js'
import { detectLanguage } from './detect-language.js'
import { folded, lowerComposed, withoutEscapes } from './fold.js'
import { allWordsOf, anyAlternative, knownOf } from './languages.js'
import { isStopWord, type Language, wordsOf } from './words.js'

const international = /(?<![\p{L}\p{N}+])\+\d[\d ()./-]{5,22}\d(?!\p{N})/gu
const national = /(?<!\p{L}|\p{N}[ /-]?)0\d{2,5}(?:[ /-]{1,3}\d{2,8}){1,4}(?![\p{L}\p{N}])/gu
/** A bank account number: two letters, two digits, groups of four. */
const account = /(?<![\p{L}\p{N}])\p{Lu}{2}\d{2}(?: [\p{Lu}\d]{4}){2,7}(?: [\p{Lu}\d]{1,3})?(?![\p{L}\p{N}])/gu

/** Phone and account numbers written in groups, joined as if written without spaces. */
const spacedNumbers = (text: string): readonly string[] =>
  [international, national, account].flatMap((form) =>
    (text.match(form) ?? []).map((written) => written.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()),
  )

/** Longer tokens are not typed into a search. */
const LONGEST_TOKEN = 256

const maybeCompound = /[\d_@/\\:#+=&]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|(?<![^\s("'`])(?:\.|--)\p{L}/u
const chunk = /[^\s"“”«»()[\]{}<>|…、。，；！？]+/gu
const joined = /[\p{L}\p{N}][_@/\\.:#+=&~?%-]+[\p{L}\p{N}]|\d,\d{3}(?!\d)|[+#]$/u
/** Well-known, and/or, "He left.Then": indexed by their words only. */
const plain = /^[\p{L}\p{M}'’-]+(?:\/[\p{L}\p{M}'’-]+|\.\p{Lu}[\p{L}\p{M}'’-]*)?$/u
const language = /(?<![\p{L}\p{N}])\p{L}{1,2}(?:\+\+|#)$/u
/** `.NET`, `@types/node`, `--dry-run`: the leading sign is part of the name. */
const signed = /^[("'`]{0,2}((?:\.(?=\p{Lu}{2})|@(?=[^\s@]{1,64}\/)|--)\p{L}[\p{L}\p{N}_./-]*)/u
const run = /[\p{L}\p{M}\p{N}]+/gu
/** "7th" */
const ordinal = new RegExp(String.raw`^\d+(?:${knownOf('dates').get('en')?.ordinal})$`, 'i')
const piece = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu
/** A token with more pieces is a hash, not a name. */
const MOST_PIECES = 4

const emoji = /\p{Regional_Indicator}{2}|(?![©®™])(?=\p{So})\p{Extended_Pictographic}/gu

/** Lower-case terms: words, compounds whole and in parts (`user_id`, `7pm` → `7 pm`), numbers in groups also joined, emoji, flags. */
export const searchTokens = (written: string): readonly string[] => {
  const text = withoutEscapes(written)
  const words = [...wordsOf(text), ...(text.match(emoji) ?? [])]
  if (!maybeCompound.test(text)) return words
  return [...words, ...compounds(text), ...spacedNumbers(text)]
}

const compounds = (text: string): readonly string[] =>
  (text.match(chunk) ?? []).flatMap((written) => {
    if (written.length > LONGEST_TOKEN || !maybeCompound.test(written)) return []
    const inner = trimmed(written)
    return [...signedOf(written), ...wholeOf(inner), ...(inner.match(run) ?? []).flatMap(piecesOf)]
  })

/** Without surrounding signs, except those of `c++` and `c#`. */
const trimmed = (written: string): string => {
  const ended = written.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}+#]+$/u, '')
  return language.test(ended) ? ended : ended.replace(/[^\p{L}\p{N}]+$/u, '')
}

const signedOf = (written: string): readonly string[] => {
  const name = signed.exec(written)?.[1]?.replace(/[^\p{L}\p{N}]+$/u, '')
  return name === undefined ? [] : [lowerComposed(name)]
}

const wholeOf = (written: string): readonly string[] =>
  joined.test(written) && !plain.test(written) ? [lowerComposed(written).replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')] : []

/** Where one piece is a single letter (`v2`, `iPhone`), only the pieces of two or more letters. */
const piecesOf = (word: string): readonly string[] => {
  if (ordinal.test(word)) return []
  const pieces = word.match(piece) ?? []
  if (pieces.length < 2 || pieces.length > MOST_PIECES) return []
  const lettered = pieces.some((each) => /^\p{L}$/u.test(each))
  return pieces.filter((each) => (lettered ? /^\p{L}{2}/u : /./u).test(each)).map(lowerComposed)
}

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

/** How many words that a query is about a text holds, in any of their forms; words that only ask are none. */
export const sharedWords = (query: string, text: string): number => {
  const [asked, told] = [queryTokens(query), searchTokens(text)]
  const languages = new Set([query, text].map((each) => detectLanguage(each) ?? 'en'))
  const shared = [...languages].map((language) => {
    const held = new Set(told.map((word) => lexemeOf(word, language)))
    const terms = new Set(asked.map((word) => lexemeOf(word, language)))
    return [...terms].filter((term) => term !== null && held.has(term)).length
  })
  return Math.max(...shared)
}

const twoLetters = knownOf('twoLetters')

/** The spellings under which a query word is searched: German umlauts also as two letters, and the reverse. */
export const spellingsOf = (word: string, language: Language): readonly string[] => {
  let [shorter, longer] = [word, word]
  for (const [letter, pair] of Object.entries(twoLetters.get(language) ?? {})) {
    // Not after a vowel or q: "neue", "Bauer", "quer".
    shorter = shorter.replace(new RegExp(`(?<![aeiouqäöü])${pair}`, 'g'), letter)
    longer = longer.replaceAll(letter, pair)
  }
  return [...new Set([word, shorter, longer])]
}

const alef = /[أإآٱ]/g
const article = /^(?:ال|وال|بال|كال|فال|لل)/
const suffix = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/

/** Light stem of an unmarked Arabic word: no article, no endings (light10: Larkey, Ballesteros and Connell 2007). */
const stemArabic = (word: string): string => {
  const plain = word.replace(alef, 'ا').replaceAll('ى', 'ي').replaceAll('ة', 'ه')
  const own = shortened(shortened(plain, /^و(?=.{3})/, 3), article, 2)
  return shortened(shortened(own, suffix, 2), suffix, 3)
}

/** Removes what the pattern matches, if at least `least` letters remain. */
const shortened = (word: string, pattern: RegExp, least: number): string => {
  const rest = word.replace(pattern, '')
  return rest.length >= least ? rest : word
}

type Stem = (word: string) => string

/** Normalises Dutch stems, so that "zussen" and "zus", "huizen" and "huis", "fietsen" and "fiets" become the same. */
const dutchEnd: Stem = (stem) =>
  stem
    .replace(/([bdfgklmnprst])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/(?<=[^aeiouyj].*[^aeiouyj])s$/, '')

/** Endings typed without accents, and the plurals of -ão and -ã, which Snowball does not handle. */
const portugueseEnd: Stem = (word) =>
  word
    .replace(/(?<=..)(?:c|ç)?(?:[õo]es|[ãa]es|[ãa]os?)$/, (end) => (/^[cç]/.test(end) ? 'ção' : 'ão'))
    .replace(/ãs$/, 'ã')
const spanishEnd: Stem = (word) => word.replace(/(?<=..)ion$/, 'ión')

/** Snowball (Porter 2001), light10 for Arabic. Accents go after stemming if endings need them. CJK pairs: no stem. */
const stems: Readonly<Partial<Record<Language, Stem>>> = {
  en: (word) => english(folded(word)),
  de: (word) => german(folded(word)),
  es: (word) => spanish(spanishEnd(word)),
  fr: french,
  pt: (word) => portuguese(portugueseEnd(word)),
  it: italian,
  nl: (word) => dutchEnd(dutch(folded(word))),
  ru: (word) => russian(word.replaceAll('ё', 'е')),
  ar: (word) => stemArabic(folded(word)),
  hi: (word) => hindi(folded(word)),
}

/** Size of the cache. A full cache is cleared. */
const REMEMBERED = 50_000
/** Longer words are not stemmed. */
const LONGEST_WORD = 40

const known = new Map<string, string | null>()

/** The term of a word of `searchTokens`: stem without accents; null: a stop word. With a digit or sign: unchanged. */
export const lexemeOf = (word: string, language: Language): string | null => {
  const key = `${language} ${word}`
  const found = known.get(key)
  if (found !== undefined) return found
  const lexeme = isStopWord(word, language) ? null : stemmed(word, language)
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, lexeme)
  return lexeme
}

const hanVariants = z.strictObject({
  source: z.string(),
  license: z.string(),
  traditional: z.string(),
  simplified: z.string(),
})
const variants = readTable('text/han-variants.json', hanVariants)
const simple = [...variants.simplified]
const SIMPLIFIED = new Map([...variants.traditional].map((character, i) => [character, simple[i] ?? character]))

/** With the simplified forms of traditional Han characters, so that each is found by the other. */
const simplified = (word: string): string =>
  han.test(word) ? [...word].map((character) => SIMPLIFIED.get(character) ?? character).join('') : word

const plainWord = /^[\p{L}\p{M}]+$/u

const stemmed = (word: string, language: Language): string => {
  const stem = stems[language]
  const form = stem && word.length <= LONGEST_WORD && plainWord.test(word) ? stem(word) : word
  return simplified(folded(form === '' ? word : form))
}

/**
 * The words of a text that a misspelt word can be held against: as they are written, without accents, each once, between
 * spaces. Letters only, neither too short nor too long to be a word; no stop words.
 */
export const speltWords = (text: string, language: Language): string => {
  const spelt = new Set<string>()
  for (const written of wordsOf(text)) {
    const word = folded(written)
    if (isSpelt(word) && lexemeOf(written, language) !== null) spelt.add(word)
  }
  return [...spelt].join(' ')
}

const isSpelt = (word: string): boolean => /^[\p{L}\p{M}]{4,40}$/u.test(word)
