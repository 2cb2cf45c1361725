import { isReported } from './german/reported.js'
import { type Marks, markAt } from './marks.js'
import { QUOTES, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Tables, code, markup, records, logs and addresses of the web make no statements. */
const STRUCTURE = /[{}<>|\\=\t]|```|:\/\/|^\W{0,2}\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Begins a line of a list. */
export const LIST_MARK = /^\s{0,8}(?:[-*•·]|\(?\d{1,5}[.):])\s+/u

/** The headings above a part of a document: they say what it is about, and state nothing. */
export const HEADINGS = /^(?: {0,3}#{1,6}[ \t]+\S[^\n]*\n+)+/

const LOGGED = /\b(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b/
/** "The log level is now WARN": told of a level, and no line of a log. */
const TELLS_LEVEL =
  /^(?:\p{L}+(?: \p{L}+){0,2}: )?[^:[\]]*\blevel\b[^:[\]]* (?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)[.!]?$/iu

export const looksStructured = (text: string): boolean =>
  STRUCTURE.test(text) || (LOGGED.test(text) && !TELLS_LEVEL.test(text))

const ASKING = words(
  `do does did is are am was were can could would will should shall has have may might who what where when why how which whose whom
  ist sind bist bin war waren hat habe hast haben kann könnte wird wer was wo wann warum wie welche welcher welches wohin woher wieso weshalb`,
)

/** Whether a sentence asks: by its mark, or by its first word. */
export const isQuestion = (sentence: readonly Token[]): boolean => {
  if (sentence.some(({ word }) => word === '?' || word === '？' || word === '¿')) return true
  const at = sentence.findIndex(({ word }) => /[\p{L}\p{N}]/u.test(word))
  const first = sentence[at]
  // "Bin day in Mill Lane": no German verb.
  if (first?.word === 'bin' && sentence[at + 1]?.word !== 'ich') return false
  // "Am liebsten mag X Rot": no English verb.
  if (first?.word === 'am' && sentence[at + 1]?.word !== 'i') return false
  return first !== undefined && ASKING.has(first.word) && !isFirstName(first, sentence[at + 1])
}

/** "May Grant", "Will Carver": with a capital behind it, it begins a name. */
const isFirstName = ({ word, raw }: Token, after: Token | undefined): boolean =>
  (word === 'may' || word === 'will') && /^\p{Lu}/u.test(raw) && /^\p{Lu}/u.test(after?.raw ?? '')

/** In tokens, with the marks: more between quotation marks is somebody else's sentence. */
const LONGEST_QUOTED = 7

/**
 * Whether a sentence tells what somebody says, or quotes another one: more than a name or a word, or a mark whose other half is
 * in another sentence.
 */
export const isQuoting = (sentence: readonly Token[]): boolean => {
  if (isReported(sentence)) return true
  const places = sentence.flatMap(({ word }, i) => (QUOTES.has(word) ? [i] : []))
  return places.some((place, i) => i % 2 === 0 && (places[i + 1] ?? Number.POSITIVE_INFINITY) - place > LONGEST_QUOTED)
}

/** Whether a sentence holds a mark of this kind, and not as a part of a longer phrase: "in case anybody asks" asks nothing. */
export const holds = (sentence: readonly Token[], marks: Marks, mark: 'void' | 'joke'): boolean => {
  for (let at = 0; at < sentence.length; ) {
    const found = markAt(marks, sentence, at)
    if (found?.mark === mark) return true
    at += found?.mark === 'drop' ? found.length : 1
  }
  return false
}

const BREAKS = words('; : ( ) — … ! . ?')
const BEGINS = words('but because although though whereas aber weil denn obwohl')
/** Behind a comma or "and" these begin another clause. */
const OPENERS = words(
  `i we my our he she they it you your his her their its now this that these there the who which where while so then since as thus
  am is are was were has have had do does did don can works work live lives moved started joined got married drive drives took left
  quit became switched ich wir mein meine unser unsere er sie es du dein ihr jetzt nun bin ist sind war habe hat arbeite arbeitet wohne wohnt lebe lebt
  fahre fährt wo der die das so dann also`,
)

/** The clauses of a sentence. Commas inside names stay; so do colons if they may part a noun from its value. */
export const segmentsOf = (sentence: readonly Token[], colons = false): readonly (readonly Token[])[] => {
  const segments: Token[][] = [[]]
  for (let at = 0; at < sentence.length; at++) {
    const token = sentence[at]
    if (token === undefined) break
    const length = colons && token.word === ':' ? 0 : breakAt(sentence, at)
    if (length > 0) segments.push([])
    if (length === 0 || !/^[\p{P}|]/u.test(token.word)) segments.at(-1)?.push(token)
  }
  return segments.filter((segment) => segment.some(({ word }) => /[\p{L}\p{N}]/u.test(word)))
}

/** Whether a clause begins at, or behind, a token. */
const breakAt = (sentence: readonly Token[], at: number): number => {
  const word = sentence[at]?.word ?? ''
  const next = sentence[at + 1]?.word ?? ''
  if (word === '(' && next === 'not') return 0
  if (
    word === ')' &&
    sentence.slice(Math.max(0, at - 8), at).some((each, i, all) => each.word === '(' && all[i + 1]?.word === 'not')
  )
    return 0
  if (word === '–') return sentence[at + 1]?.proper === true && sentence[at - 1]?.proper === true ? 0 : 1
  if (BREAKS.has(word)) return 1
  if (BEGINS.has(word) && at > 0) return isNotBut(sentence, at) ? 0 : 1
  if (word === ',' && isPlaced(sentence, at)) return 0
  if (word === ',' && isNewSubject(sentence, at)) return 1
  if (word === ',') return OPENERS.has(next) || (isAnd(next) && OPENERS.has(sentence[at + 2]?.word ?? '')) ? 1 : 0
  if (isAnd(word) && isNewSubject(sentence, at)) return 1
  if (isAnd(word) && isInTitle(sentence, at)) return 0
  return isAnd(word) && at > 0 && OPENERS.has(next) && sentence[at + 1]?.proper !== true
    ? 1
    : isAnd(word) && next === 'i'
      ? 1
      : 0
}

/** "In Norway, the head of state is …": the comma belongs to the clause. */
const isPlaced = (sentence: readonly Token[], comma: number): boolean =>
  comma < 8 && /^(?:in|at|for|as)$/.test(sentence[0]?.word ?? '') && sentence[comma - 1]?.proper === true

const FINITE = words(
  'is are was has have had works lives plays leads runs took became ist hat arbeitet wohnt lebt leitet',
)

/** "A stepped down and B is the new one": behind "and" a name and its verb, and a verb in front, too. */
const isNewSubject = (sentence: readonly Token[], at: number): boolean => {
  let end = at + 1
  while (sentence[end]?.proper === true) end++
  if (sentence.slice(Math.max(0, at - 4), at).some(({ word }) => word === 'between' || word === 'zwischen'))
    return false
  if (end === at + 1 || end - at > 4 || !FINITE.has(sentence[end]?.word ?? '')) return false
  return sentence
    .slice(0, at)
    .some(({ word, proper }) => !proper && (FINITE.has(word) || /^(?:[a-zäöüß]+(?:ed|te)|quit|left|gone)$/.test(word)))
}

/** "The Rook and the River": capitals on both sides, and no clause on both. */
const isInTitle = (sentence: readonly Token[], at: number): boolean => {
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + 1)]
  const parts = after[0]?.word === 'the' && after[1]?.proper === true && before.at(-1)?.proper === true
  return parts && ![before, after].every((side) => side.some(({ word, proper }) => !proper && FINITE.has(word)))
}

const isAnd = (word: string): boolean => word === 'and' || word === 'und'

/** "not A but B" is one clause, unless another begins behind "but". */
const isNotBut = (sentence: readonly Token[], at: number): boolean =>
  !OPENERS.has(sentence[at + 1]?.word ?? '') &&
  sentence
    .slice(Math.max(0, at - 14), at)
    .some(({ word }, i, all) => word === 'not' || word === 'nicht' || (word === 'no' && all[i + 1]?.word === 'longer'))
