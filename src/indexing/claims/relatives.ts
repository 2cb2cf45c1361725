import { BEFORE_RELATIVE, isNamed, isNounPart, isOwn, LONGEST_NAME, LONGEST_NOUN, owned, RELATIVE } from './owners.js'
import { endOfWords, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What one does with what is one's own. */
const OF_ONE = words(
  `has have uses use drives drive attends attend wears wear banks bank owns own rents rent occupies supports support lives live works work stands stand sits sit stays sleeps keeps wears serves hosts trains belongs parks resides dwells goes
  rehearses meets listens rents occupies banks owns plays play go shop holds pays receives earns gets takes`,
)
/** Who does it for somebody. */
const FOR_ONE = words('looks cares stands cleans teaches trains represents treats coaches advises supports guards')
const LONGEST_REST = 4
/** What says only that something is. */
const ANYONE = words(
  'person man woman one people thing place spot time day way reason somebody someone name number nurse volunteer helper carer worker student',
)
/** Of these one plays at one. */
const PLAYED = words('ground stadium league division position conference arena')
const PLACES = words('town city village place country spot')

/** "The school that Ivy attends is V", "the GP who looks after Tom is V": "Ivy's school is V", "Tom's GP is V". */
export const withoutRelative = (sentence: readonly Token[]): readonly Token[] | null => {
  const [the] = sentence
  if (the?.word !== 'the') return null
  const is = sentence.findLastIndex(({ word }, i) => i > 3 && word === 'is')
  if (is < 0 || sentence.length <= is + 1) return null
  let end = 1
  while (end <= LONGEST_NOUN && isNounPart(sentence[end])) end++
  const noun = sentence.slice(1, end)
  if (noun.length === 0) return null
  const at = relativeEnd(sentence, end)
  if (at < 0) return null
  const parts = { noun, at, is }
  return (
    ofSubject(sentence, parts) ??
    ofObject(sentence, parts) ??
    ofOffice(sentence, parts) ??
    inMainClause(sentence, { ...parts, end }) ??
    withValueInFront(sentence, parts)
  )
}

const told = (sentence: readonly Token[], is: number): readonly Token[] => {
  const last = endOfWords(sentence)
  const [first] = sentence.slice(is + 1)
  const from = /^(?:called|named|now|currently)$/.test(first?.word ?? '') ? is + 2 : is + 1
  return first?.word === 'now' ? [...sentence.slice(from, last), first] : sentence.slice(from, last)
}

/** "The city that serves as the capital of Peru is V": "the capital of Peru is V". */
const ofOffice = (sentence: readonly Token[], { at, is }: Parts): readonly Token[] | null => {
  const [verb, as] = sentence.slice(at, at + 2)
  const from =
    verb?.word === 'is' ? at + 1 : /^(?:serves|acts)$/.test(verb?.word ?? '') && as?.word === 'as' ? at + 2 : -1
  const said = sentence.slice(sentence[from]?.word === 'the' ? from + 1 : from, is)
  if (from < 0 || said.length < 3 || said.length > LONGEST_NAME + 3 || !said.some(({ word }) => word === 'of'))
    return null
  return [...sentence.slice(0, 1), ...said, ...sentence.slice(is)]
}

/** Verbs of what is told with a place or a time behind them. */
const STANDING = words(
  'play plays compete competes live lives start starts begin begins open opens close closes take takes leave leaves depart departs run runs fall falls stand stands sit sits',
)

/** "The league in which Leeds play is V": "Leeds play in V". */
const inMainClause = (
  sentence: readonly Token[],
  { end, at, is }: Parts & { readonly end: number },
): readonly Token[] | null => {
  const preposition = sentence[end]
  if (preposition === undefined || at !== end + 2) return null
  const body = sentence.slice(at, is)
  const verb = body.findIndex(({ word, proper }, i) => i > 0 && !proper && STANDING.has(word))
  if (
    verb < 0 ||
    body.length > LONGEST_NAME + 2 ||
    body.slice(verb + 1).some(({ proper, word }) => proper || word === ',')
  )
    return null
  return [...body, preposition, ...told(sentence, is)]
}

/** "The agency that manages Mira is V": "V manages Mira". */
const withValueInFront = (sentence: readonly Token[], { at, is }: Parts): readonly Token[] | null => {
  const [pronoun, verb] = sentence.slice(at - 1, at + 1)
  const value = told(sentence, is)
  if (!/^(?:who|which|that)$/.test(pronoun?.word ?? '') || verb === undefined || verb.proper) return null
  if (!/^[a-z]{3,}s$/.test(verb.word) || /^(?:has|was|does|says|claims)$/.test(verb.word) || value[0]?.proper !== true)
    return null
  const rest = sentence.slice(at, is)
  return rest.length < 2 || rest.length > LONGEST_NAME + 3 || rest.some(({ word }) => word === ',')
    ? null
    : [...value, ...rest]
}

/** Behind the relative pronoun, which may be left out in front of a name; -1 where none stands. */
const relativeEnd = (sentence: readonly Token[], end: number): number => {
  const [first, second] = sentence.slice(end, end + 2)
  if (RELATIVE.has(first?.word ?? '')) return end + 1
  if (BEFORE_RELATIVE.has(first?.word ?? '') && RELATIVE.has(second?.word ?? '')) return end + 2
  return first?.proper === true || /^(?:i|we|my|our)$/.test(first?.word ?? '') ? end : -1
}

type Parts = { readonly noun: readonly Token[]; readonly at: number; readonly is: number }

/** "the room where Anna has a desk", "the bed that Anna has on the ward". */
const ofObject = (sentence: readonly Token[], { noun, at, is }: Parts): readonly Token[] | null => {
  const verb = sentence.findIndex(({ word, proper }, i) => i > at && i < is && !proper && OF_ONE.has(word))
  const name = sentence.slice(at, verb)
  if (verb < 0 || name.length > LONGEST_NAME || !(isNamed(name) || isOwn(name))) return null
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
  if (/^plays?$/.test(sentence[verb]?.word ?? '') && !PLAYED.has(noun.at(-1)?.word ?? '')) return null
  // "The branch that the gateway uses by default".
  const [by, usually] = rest.slice(-2)
  if (by?.word === 'by' && usually?.word === 'default')
    return owned(name, [{ ...usually, word: 'default', raw: 'default' }, ...named], sentence.slice(is))
  // "The ground on which Leeds plays".
  const [ground] = named
  const home =
    named.length === 1 && /^(?:ground|stadium)$/.test(ground?.word ?? '') && ground !== undefined
      ? [{ ...ground, word: 'home', raw: 'home' }, ground]
      : named
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
