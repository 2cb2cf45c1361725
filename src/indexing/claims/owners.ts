import { isName } from './names.js'
import { isKin } from './subject.js'
import { endOfWords, genitiveOf, type Token } from './tokens.js'
import { words } from './vocabulary.js'

export const RELATIVE = words('that which who whom where')
export const BEFORE_RELATIVE = words('in on at from with to under by for of')
/** In words. */
export const LONGEST_NOUN = 3
export const LONGEST_NAME = 7

const isWord = ({ word, proper }: Token): boolean => !proper && /^[a-z]+(?:-[a-z]+)*$/.test(word)

const SELF = /^(?:i|we)$/
/** "I", "my mother". */
export const isOwn = ([first, kin, ...more]: readonly Token[]): boolean =>
  kin === undefined
    ? SELF.test(first?.word ?? '')
    : /^(?:my|our)$/.test(first?.word ?? '') && isKin(kin.word) && more.length === 0

export const isNamed = (name: readonly Token[]): boolean => {
  const from = name[0]?.word === 'the' ? 1 : 0
  return name.length > from && (isName(name, from, name.length) || (from === 1 && name.every(isWord)))
}

/** What is told of something that somebody or something has: "X's N is Y", "my N is Y". */
export const owned = (name: readonly Token[], noun: readonly Token[], rest: readonly Token[]): readonly Token[] => [
  ...(name.length === 1 && SELF.test(name[0]?.word ?? '')
    ? name.map((self) => ({ ...self, word: 'my', raw: 'my' }))
    : genitiveOf(name)),
  ...noun,
  ...rest,
]

export const isNounPart = (token: Token | undefined): boolean =>
  token !== undefined &&
  (isWord(token) || /^[A-Z]{2,4}$/.test(token.raw)) &&
  !RELATIVE.has(token.word) &&
  !BEFORE_RELATIVE.has(token.word) &&
  token.word !== 'is'

/** "Peru is governed from its capital, V", "the club is chaired by V as its president": "Peru's capital is V". */
export const withoutIts = (sentence: readonly Token[]): readonly Token[] | null => {
  const its = sentence.findIndex(({ word }, i) => i > 3 && /^(?:its|his|her|their)$/.test(word))
  const is = sentence.findIndex(({ word }) => word === 'is' || word === 'are')
  const verb = sentence[is]
  const end = endOfWords(sentence)
  const subject = sentence.slice(0, is)
  if (its < 0 || verb === undefined || is > LONGEST_NAME || is < 1 || is + 2 > its || !isNamed(subject)) return null
  const before = sentence[its - 1]?.word ?? ''
  const comma = sentence.findIndex(({ word }, i) => i > its && word === ',')
  const [noun, value] =
    before === 'as' && sentence[is + 2]?.word === 'by'
      ? [sentence.slice(its + 1, end), sentence.slice(is + 3, its - 1)]
      : /^(?:by|from)$/.test(before) && its === is + 3 && comma > 0
        ? [sentence.slice(its + 1, comma), sentence.slice(comma + 1, end)]
        : [[], []]
  if (noun.length === 0 || noun.length > LONGEST_NOUN || !noun.every(isNounPart)) return null
  return value[0]?.proper === true ? owned(subject, noun, [{ ...verb, word: 'is', raw: 'is' }, ...value]) : null
}
