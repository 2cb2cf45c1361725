import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What runs by itself at an hour. */
const JOBS = words('backup job sync scan dump export import report restart reboot build update snapshot')
const EVERY: ReadonlyMap<string, string> = new Map([
  ['night', 'nightly'],
  ['day', 'daily'],
  ['morning', 'morning'],
  ['evening', 'evening'],
])

/** "The backup of X starts at 2 am every night": "the nightly backup of X starts at 2 am". */
const asNightly = (sentence: readonly Token[]): readonly Token[] | null => {
  const every = sentence.findIndex(
    ({ word }, i) => i > 3 && (word === 'every' || word === 'each') && EVERY.has(sentence[i + 1]?.word ?? ''),
  )
  const job = sentence.findIndex(({ word }, i) => i > 0 && i < every && JOBS.has(word))
  const often = EVERY.get(sentence[every + 1]?.word ?? '')
  const token = sentence[every + 1]
  if (job < 1 || often === undefined || token === undefined || /\p{L}/u.test(sentence[every + 2]?.word ?? ''))
    return null
  const added = sentence.slice(0, job).some(({ word }) => word === often || word === 'daily')
    ? []
    : [{ ...token, word: often, raw: often, proper: false }]
  const the = sentence.findLastIndex(({ word }, i) => i < job && (word === 'the' || word === 'our'))
  const at = the < 0 ? job : the + 1
  return [...sentence.slice(0, at), ...added, ...sentence.slice(at, every), ...sentence.slice(every + 2)]
}

/** "You'll find Anna's desk in room 12": "you find …". */
const asFound = (sentence: readonly Token[]): readonly Token[] | null =>
  /^(?:you|we|one)$/.test(sentence[0]?.word ?? '') &&
  /^(?:will|can)$/.test(sentence[1]?.word ?? '') &&
  sentence[2]?.word === 'find'
    ? sentence.filter((_, i) => i !== 1)
    : null

/** "Anna's bedtime on school nights is eight": when she has one that is told. */
const asBedtime = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }, i) => word === 'bedtime' && sentence[i + 1]?.word === 'on')
  const nights = sentence
    .slice(at + 2, at + 4)
    .findIndex(({ word }) => /^(?:nights|weeknights|schoolnights)$/.test(word))
  if (at < 0 || nights < 0 || (nights === 1 && sentence[at + 2]?.word !== 'school')) return null
  return [...sentence.slice(0, at + 1), ...sentence.slice(at + 3 + nights)]
}

/** "In the location of Rome", "from the country named Spain": the name says it. */
const withoutKindOfPlace = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) =>
      PLACES.has(word) &&
      sentence[i - 1]?.word === 'the' &&
      /^(?:in|from|at|to|of|on|within)$/.test(sentence[i - 2]?.word ?? '') &&
      /^(?:of|named|called)$/.test(sentence[i + 1]?.word ?? '') &&
      sentence[i + 2]?.proper === true,
  )
  return at < 2 ? null : [...sentence.slice(0, at - 1), ...sentence.slice(at + 2)]
}
const PLACES = words('location place country town city village')

/** "Officially, A is the language of X", "offiziell ist A die Sprache von X": its official language. */
const asOfficial = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => word === 'language' || word === 'sprache')
  const said = sentence[at]
  if (said === undefined || !/^offi(?:cially|ziell)$/.test(sentence[0]?.word ?? '')) return null
  const from = sentence[1]?.word === ',' ? 2 : 1
  const noun =
    said.word === 'language'
      ? [{ ...said, word: 'official', raw: 'official' }, said]
      : [{ ...said, word: 'amtssprache' }]
  return [...sentence.slice(from, at), ...noun, ...sentence.slice(at + 1)]
}

/** "The name of the team that X plays for": the team. */
const withoutNameOf = (sentence: readonly Token[]): readonly Token[] | null => {
  const [the, name, of, article, noun, that] = sentence.map(({ word }) => word)
  return the === 'the' && name === 'name' && of === 'of' && article === 'the' && noun !== undefined && that === 'that'
    ? sentence.slice(3)
    : null
}

/** A sentence that is told in a turn of its own, as others tell it. */
export const inPlainWords = (sentence: readonly Token[]): readonly Token[] =>
  asFound(sentence) ??
  asNightly(sentence) ??
  asBedtime(sentence) ??
  asOfficial(sentence) ??
  withoutKindOfPlace(sentence) ??
  withoutNameOf(sentence) ??
  sentence
