import { isName } from './names.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

const RELATIVE = words('that which who whom where')
const BEFORE_RELATIVE = words('in on at from with to under by for of')
/** What one does with what is one's own. */
const OF_ONE = words(
  `has have uses use drives drive attends lives live works work stands stand sits sit stays sleeps keeps wears serves hosts trains belongs parks resides dwells goes
  rehearses meets rents occupies banks owns plays`,
)
/** Who does it for somebody. */
const FOR_ONE = words('looks cares stands cleans teaches trains represents treats coaches advises supports guards')
/** In words. */
const LONGEST_NOUN = 3
const LONGEST_NAME = 7
const LONGEST_REST = 4
/** What says only that something is. */
const ANYONE = words(
  'person man woman one people thing place spot time day way reason somebody someone name number nurse volunteer helper carer worker student',
)
const PLACES = words('town city village place country spot')

const isWord = ({ word, proper }: Token): boolean => !proper && /^[a-z]+(?:-[a-z]+)*$/.test(word)

/** "The school that Ivy attends is V", "the GP who looks after Tom is V": "Ivy's school is V", "Tom's GP is V". */
export const withoutRelative = (sentence: readonly Token[]): readonly Token[] | null => {
  const [the] = sentence
  if (the?.word !== 'the') return null
  const is = sentence.findIndex(({ word }, i) => i > 3 && word === 'is')
  if (is < 0 || sentence.length <= is + 1) return null
  let end = 1
  while (end <= LONGEST_NOUN && isNounPart(sentence[end])) end++
  const noun = sentence.slice(1, end)
  if (noun.length === 0) return null
  const at = relativeEnd(sentence, end)
  const read = at < 0 ? null : (ofSubject(sentence, { noun, at, is }) ?? ofObject(sentence, { noun, at, is }))
  return read
}

const isNounPart = (token: Token | undefined): boolean =>
  token !== undefined &&
  (isWord(token) || /^[A-Z]{2,4}$/.test(token.raw)) &&
  !RELATIVE.has(token.word) &&
  !BEFORE_RELATIVE.has(token.word) &&
  token.word !== 'is'

/** Behind the relative pronoun, which may be left out in front of a name; -1 where none stands. */
const relativeEnd = (sentence: readonly Token[], end: number): number => {
  const [first, second] = sentence.slice(end, end + 2)
  if (RELATIVE.has(first?.word ?? '')) return end + 1
  if (BEFORE_RELATIVE.has(first?.word ?? '') && RELATIVE.has(second?.word ?? '')) return end + 2
  return first?.proper === true ? end : -1
}

type Parts = { readonly noun: readonly Token[]; readonly at: number; readonly is: number }

const owned = (name: readonly Token[], noun: readonly Token[], rest: readonly Token[]): readonly Token[] => {
  const last = name.at(-1)
  return last === undefined ? [] : [...name, { ...last, word: "'s", raw: "'s", proper: false }, ...noun, ...rest]
}

/** "the room where Anna has a desk", "the bed that Anna has on the ward". */
const ofObject = (sentence: readonly Token[], { noun, at, is }: Parts): readonly Token[] | null => {
  const verb = sentence.findIndex(({ word, proper }, i) => i > at && i < is && !proper && OF_ONE.has(word))
  const name = sentence.slice(at, verb)
  if (verb < 0 || name.length > LONGEST_NAME || !isNamed(name)) return null
  const rest = sentence.slice(verb + 1, is)
  if (rest.length > LONGEST_REST + 1 || rest.some(({ proper, word }) => proper || /\d|,/.test(word))) return null
  // "The town in which Orbis has its head office".
  const own = rest.findIndex(({ word }) => /^(?:its|his|her|their)$/.test(word))
  const named = PLACES.has(noun.at(-1)?.word ?? '') && own >= 0 ? rest.slice(own + 1) : noun
  const [first] = noun
  if (named === noun && PLACES.has(noun.at(-1)?.word ?? '')) {
    const lives = first !== undefined && /^(?:lives|resides|dwells)$/.test(sentence[verb]?.word ?? '')
    return lives ? owned(name, [{ ...first, word: 'home', raw: 'home' }], sentence.slice(is)) : null
  }
  if (named === noun && noun.some(({ word }) => ANYONE.has(word))) return null
  // "The instrument that Ivy plays": and others.
  if (sentence[verb]?.word === 'plays' && noun[0]?.word !== 'ground') return null
  // "The ground on which Leeds plays".
  const [ground] = named
  const home =
    named.length === 1 && ground?.word === 'ground' ? [{ ...ground, word: 'home', raw: 'home' }, ground] : named
  return owned(name, home, sentence.slice(is))
}

/** "the person who looks after Orbis as account manager". */
const ofSubject = (sentence: readonly Token[], { noun, at, is }: Parts): readonly Token[] | null => {
  if (!FOR_ONE.has(sentence[at]?.word ?? '')) return null
  const from = /^(?:after|for|over)$/.test(sentence[at + 1]?.word ?? '') ? at + 2 : at + 1
  const as = sentence.findIndex(({ word }, i) => i > from && i < is && (word === 'as' || word === 'at'))
  const name = sentence.slice(from, as < 0 ? is : as)
  if (name.length === 0 || name.length > LONGEST_NAME || !isNamed(name)) return null
  const role =
    as > 0 && sentence[as]?.word === 'as'
      ? sentence.slice(as + 1, is).filter(({ word }) => !/^(?:an?|the|its)$/.test(word))
      : noun
  if (role.length === 0 || role.length > LONGEST_NOUN || role.some(({ word }) => ANYONE.has(word))) return null
  return owned(name, role, sentence.slice(is))
}

const isNamed = (name: readonly Token[]): boolean => {
  const from = name[0]?.word === 'the' ? 1 : 0
  return name.length > from && (isName(name, from, name.length) || (from === 1 && name.every(isWord)))
}
