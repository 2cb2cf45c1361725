/** A word or a sign of a text. */
export type Token = {
  /** In lower case; contractions are written out: "don't" is `do` and `not`, "Anna's" is `anna` and `'s`. */
  readonly word: string
  /** As written. */
  readonly raw: string
  readonly start: number
  readonly end: number
  /** Has a capital or a digit: may be part of a name. */
  readonly proper: boolean
}

/** Part of a name without a capital or a digit: it stands in quotation marks. */
export const isQuoted = ({ proper, raw }: Token): boolean => proper && !/[\p{Lu}\p{N}]/u.test(raw)

/** A name in the genitive: "Anna's". */
export const genitiveOf = (name: readonly Token[]): readonly Token[] => {
  const last = name.at(-1)
  return last === undefined ? [] : [...name, { ...last, word: "'s", raw: "'s", proper: false }]
}

/** Whether these words stand at a token. */
export const standsAt = (tokens: readonly Token[], phrase: readonly string[], at = 0): boolean =>
  phrase.every((word, i) => tokens[at + i]?.word === word)

/** Behind the last word of a sentence, in front of the signs that end it. */
export const endOfWords = (sentence: readonly Token[]): number =>
  sentence.findLastIndex(({ word }) => /[\p{L}\p{N}]/u.test(word)) + 1

const OPENING = new Set(['"', '“', '”', '„', '«', '»', '‘', '‚', "'", '(', '[', '¿', '¡', '*', '_', '`'])
const CLOSING = new Set([...OPENING, ')', ']', '.', ',', ';', ':', '!', '?', '…'])
export const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»'])

const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st sr jr inc ltd corp bros nr vs gen col lt sgt capt rev gov sen pres dept univ ' +
    'ave blvd mt ft e.v z.b u.a bzw geb hl ing dipl'
  ).split(' '),
)

/** Whether a full stop after these letters belongs to them: an initial, letters with stops between them, or a known one. */
const isAbbreviation = (word: string): boolean =>
  /^\p{Lu}$/u.test(word) || /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())

const NEGATED = new Map([
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
])
const SHORT: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would' }
/** Behind these `'s` is "is". */
const PRONOUNS = new Set('it he she that this there here what who where how when name everything everyone'.split(' '))

type Parts = readonly (readonly [word: string, raw: string])[]

/** Writes out contractions. */
const partsOf = (raw: string): Parts => {
  const word = raw.toLowerCase()
  const at = word.lastIndexOf("'")
  if (at <= 0) return [[word, raw]]
  const stem = raw.slice(0, at)
  const rest = word.slice(at + 1)
  if (word.endsWith("n't")) {
    const verb = NEGATED.get(word) ?? word.slice(0, -3)
    return [
      [verb, raw.slice(0, -3)],
      ['not', 'not'],
    ]
  }
  const short = SHORT[rest]
  if (short !== undefined && stem.length < 6)
    return [
      [stem.toLowerCase(), stem],
      [short, short],
    ]
  if (rest === 's') return [[stem.toLowerCase(), stem], PRONOUNS.has(stem.toLowerCase()) ? ['is', 'is'] : ["'s", "'s"]]
  if (rest === '' && stem.toLowerCase().endsWith('s'))
    return [
      [stem.toLowerCase(), stem],
      ["'s", "'s"],
    ]
  return [[word, raw]]
}

const PROPER = /[\p{Lu}\p{Lt}\p{N}]/u
const ASCII = 127
const EMOJI = /^\p{Extended_Pictographic}/u

const signAt = (raw: string, start: number): Token => ({
  word: raw,
  raw,
  start,
  end: start + raw.length,
  proper: false,
})

/** The signs before and behind a chunk without white space, and what is between them. */
const trimmed = (chunk: string): readonly [from: number, to: number] => {
  let from = 0
  let to = chunk.length
  while (from < to && OPENING.has(chunk.charAt(from))) from++
  while (to > from && CLOSING.has(chunk.charAt(to - 1))) {
    const last = chunk.charAt(to - 1)
    if (last === '.' && isAbbreviation(chunk.slice(from, to - 1))) break
    if (last === "'" && from === 0 && /[sx]$/i.test(chunk.slice(from, to - 1))) break
    to--
  }
  return [from, to]
}

const tokensOfChunk = (chunk: string, offset: number): readonly Token[] => {
  // No sign of ASCII is one, and most chunks are made of these.
  if (chunk.charCodeAt(0) > ASCII && EMOJI.test(chunk)) return [signAt(chunk, offset)]
  const [from, to] = trimmed(chunk)
  const signs = (start: number, end: number) =>
    [...chunk.slice(start, end)].map((sign, i) => signAt(sign, offset + start + i))
  const inner = chunk.slice(from, to)
  const words = inner === '' ? [] : partsOf(inner)
  return [
    ...signs(0, from),
    ...words.map(([word, raw], i) => ({
      word,
      raw,
      start: offset + from,
      // "n't" and the like stand for words that are not written: offsets are those of the whole.
      end: i === 0 && words.length > 1 && words[1]?.[0] === "'s" ? offset + from + raw.length : offset + to,
      proper: PROPER.test(raw),
    })),
    ...signs(to, chunk.length),
  ]
}

const chunkOrBreak =
  /\n|[—–]|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)*|[^\s—–\p{Extended_Pictographic}]+/gu

/** The words and signs of a text; a line break is a sign. Offsets are those of the text. */
export const tokensOf = (text: string): readonly Token[] => {
  const plain = text
    .replace(/[’ʼ`´]/g, "'")
    .replace(/\bno\.(?=\s?\d)/gi, 'nr.')
    .replace(/\((\d{2,5})\)(?=\s?\d{2})/g, ' $1 ')
  const tokens: Token[] = []
  for (const { 0: chunk, index } of plain.matchAll(chunkOrBreak)) tokens.push(...tokensOfChunk(chunk, index))
  return tokens
}

/** These end a sentence wherever they stand; a full stop does if the next word may begin one. */
const ENDS = new Set(['\n', '!', '?', '…'])

/** Behind an abbreviation these begin a sentence. */
const OPENS = new Set(
  'The My Our I We He She It They In On At This That A And But Now Das Die Der Ich Wir Mein'.split(' '),
)

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/

const endsAt = (tokens: readonly Token[], i: number): boolean => {
  const token = tokens[i]
  if (token === undefined) return false
  if (ENDS.has(token.word)) return true
  if (token.word.length > 1 && token.word.endsWith('.')) return OPENS.has(tokens[i + 1]?.raw ?? '')
  if (token.word !== '.') return false
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  // "It is on May 3. We look forward to it."
  if (OPENS.has(next?.raw ?? '') || (MONTH.test(tokens[i - 2]?.word ?? '') && next?.proper === true)) return true
  // "Ludwig XIV. starb": the number of a king.
  if (/^[IVX]+$/.test(before?.raw ?? '') && tokens[i - 2]?.proper === true && /^\p{Ll}/u.test(next?.raw ?? ''))
    return false
  // "am 5. März": an ordinal.
  return next === undefined || before === undefined || !/^\d{1,2}$/.test(before.word) || /^\d{1,2}$/.test(next.word)
}

/** The sentences of a text, each with the sign that ends it. */
export const sentencesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const sentences: Token[][] = [[]]
  for (const [i, token] of tokens.entries()) {
    if (token.word === '.' && !endsAt(tokens, i)) continue
    sentences.at(-1)?.push(token)
    if (endsAt(tokens, i)) sentences.push([])
  }
  return sentences.filter((sentence) => sentence.some(({ word }) => /[\p{L}\p{N}]/u.test(word)))
}
