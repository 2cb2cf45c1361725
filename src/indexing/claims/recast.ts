import { withCountry } from './demonyms.js'
import { asDueInGerman, ofTheLasting, withFavourite, withParticipleBehind } from './german/recast.js'
import { withoutGermanRelative } from './german/relatives.js'
import { withNextOne } from './next-of.js'
import { withoutIts } from './owners.js'
import { periodAt } from './periods.js'
import { asDue, asHandedIn, asPlanned, withoutKind } from './plain-verbs.js'
import { withoutRelative } from './relatives.js'
import { endOfWords, genitiveOf, standsAt, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** In front of what a sentence is about. */
const TOPICS: readonly (readonly string[])[] = [
  'when it comes to',
  'as for',
  'as regards',
  'as to',
  'in the case of',
  'with regard to',
  'with regards to',
  'with respect to',
  'speaking of',
  'concerning',
  'regarding',
  'about',
  'for',
  'in',
  'at',
  'on',
].map((phrase) => phrase.split(' '))
const DETERMINERS = words('the its his her their')
const PRONOUNS = words('it he she they')
const LONGEST = 9

/** "For the record", "in short", "at the moment" name no topic. */
const PHRASES = words(
  'record information start moment example instance short fact general total end update clarity now once',
)

/** "As for X, its N is Y" is said of X: "X's N is Y". */
const withoutTopic = (sentence: readonly Token[]): readonly Token[] | null => {
  const topic = TOPICS.find((phrase) => standsAt(sentence, phrase))
  if (topic === undefined || periodAt(sentence, 0) !== null) return null
  const end = sentence.findIndex(({ word }, i) => i > topic.length && (word === ',' || word === ':'))
  if (end < 0 || end - topic.length > LONGEST) return null
  const subject = sentence.slice(topic.length, end)
  if (PHRASES.has(subject.at(-1)?.word ?? '')) return null
  const [first, ...said] = sentence.slice(end + 1)
  if (first === undefined) return null
  if (DETERMINERS.has(first.word)) return [...genitiveOf(subject), ...said]
  return PRONOUNS.has(first.word) && topic.length > 1 ? [...subject, ...said] : null
}

/** "X, whose N is Y, did Z": "X's N is Y", and something else. */
const withoutWhose = (sentence: readonly Token[]): readonly Token[] | null => {
  const whose = sentence.findIndex(({ word }, i) => i > 0 && word === 'whose' && sentence[i - 1]?.word === ',')
  const comma = sentence[whose - 1]
  if (comma === undefined || whose > LONGEST) return null
  const end = sentence.findIndex(({ word }, i) => i > whose && word === ',')
  const until = end < 0 ? sentence.length : end
  const aside = { ...comma, word: ';', raw: ';' }
  const subject = sentence.slice(0, whose - 1)
  return [...genitiveOf(subject), ...sentence.slice(whose + 1, until), aside, ...sentence.slice(until + 1)]
}

const MADE_OR_KEPT = words(
  `based headquartered located situated written directed published owned made manufactured produced developed led run headed coached managed
  chaired hosted captained represented signed employed assigned edited conducted governed broadcast composed designed painted trained`,
)

/** "X, who plays for Y, did Z", "X, owned by Y, did Z": "X plays for Y", "X is owned by Y", and something else. */
const withoutAside = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => word === ',')
  const comma = sentence[at]
  const first = sentence[at + 1]
  const end = sentence.findIndex(({ word }, i) => i > at && word === ',')
  if (comma === undefined || first === undefined || at < 1 || at > LONGEST || end < at + 4) return null
  if (!sentence.slice(0, at).some(({ proper }) => proper)) return null
  const isRelative = first.word === 'who' || first.word === 'which'
  const isDoneBy = MADE_OR_KEPT.has(first.word) && /^(?:by|in|at|to|on|with|for)$/.test(sentence[at + 2]?.word ?? '')
  const isNative = first.word === 'a' && sentence[at + 2]?.word === 'native'
  if (!isRelative && !isDoneBy && !isNative) return null
  const said = isRelative
    ? sentence.slice(at + 2, end)
    : [{ ...first, word: 'is', raw: 'is' }, ...sentence.slice(at + 1, end)]
  return [...sentence.slice(0, at), ...said, { ...comma, word: ';', raw: ';' }, ...sentence.slice(end + 1)]
}

const NOW = words('now today nowadays currently since')

/** "The N of X used to be A, but now it is B": "the N of X now is B". */
const withoutPast = (sentence: readonly Token[]): readonly Token[] | null => {
  const past = sentence.findIndex(
    ({ word }, i) => (word === 'used' && sentence[i + 1]?.word === 'to') || word === 'was' || word === 'were',
  )
  if (past < 1 || past > LONGEST + 3) return null
  const turn = sentence.findIndex(({ word }, i) => i > past + 1 && (word === ',' || word === ';' || word === 'but'))
  if (turn < 0) return null
  let at = turn
  let now: Token | undefined
  for (; at < sentence.length && /^(?:,|;|but|and|now|today|nowadays|currently)$/.test(sentence[at]?.word ?? ''); at++)
    if (NOW.has(sentence[at]?.word ?? '')) now = sentence[at]
  const rest = sentence.slice(at)
  const said = PRONOUNS.has(rest[0]?.word ?? '') ? rest.slice(1) : rest
  now ??= said.find(({ word }) => NOW.has(word))
  // Without a pronoun a verb goes on with the same subject.
  const goesOn = said !== rest || /^[a-z]+s$/.test(rest[0]?.raw ?? '')
  if (now === undefined || said.length < 2 || !goesOn) return null
  const kept = said.filter((token) => token !== now)
  return [...sentence.slice(0, past), now, ...kept]
}

const PARTICIPLE =
  /(?:ed|en|ing|set|put|cut|made|sold|bought|held|run|led|won|sent|built|kept|hit|told|found|paid|laid|left|lost|gone|done|shut|sworn)$/
const ONCE = words('before twice once times already there never ever')

/** "Ann has been the head of X since May": "Ann is the head of X since May". */
const withoutPerfect = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }, i) => /^(?:has|have)$/.test(word) && sentence[i + 1]?.word === 'been')
  const been = sentence[at + 1]
  const next = sentence[at + 2]
  if (at < 1 || been === undefined || next === undefined) return null
  if ((PARTICIPLE.test(next.word) && !next.proper) || sentence.some(({ word }) => ONCE.has(word))) return null
  return [...sentence.slice(0, at), { ...been, word: 'is' }, ...sentence.slice(at + 2)]
}

/** "Anna ist seit Mai Chefin von X": "Anna ist Chefin von X seit Mai". */
const withPeriodBehind = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }, i) => i > 0 && /^(?:seit|since|ab)$/.test(word))
  const end = at < 0 ? undefined : periodAt(sentence, at)?.end
  if (end === undefined || end >= sentence.length || /^[.!,;:]$/.test(sentence[end]?.word ?? '')) return null
  const last = endOfWords(sentence)
  return [...sentence.slice(0, at), ...sentence.slice(end, last), ...sentence.slice(at, end), ...sentence.slice(last)]
}

const LASTING = words(
  'aired broadcast televised shown from made filmed shot written drafted crafted penned recorded founded formed',
)
/** The one word for several of these. */
const SHOWN = /^(?:broadcast|televised|shown)$/
const MADE = /^(?:filmed|shot|written|drafted|crafted|penned|recorded)$/

/** "Originally from", "first aired": of what happens once this says no less than without the word. */
const withOriginal = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) => (word === 'originally' || word === 'first') && LASTING.has(sentence[i + 1]?.word ?? ''),
  )
  const verb = sentence[at + 1]
  if (at < 1 || verb === undefined) return null
  const what = verb.word.replace(SHOWN, 'aired').replace(MADE, 'made').replace('formed', 'founded')
  return [...sentence.slice(0, at), { ...verb, word: `originally-${what}` }, ...sentence.slice(at + 2)]
}

/** A sentence in the plain order in which the ways to say something are written; itself where it is in it. */
export const recast = (sentence: readonly Token[]): readonly Token[] =>
  withNextOne(sentence) ??
  withOriginal(sentence) ??
  withCountry(sentence) ??
  withoutTopic(sentence) ??
  withoutWhose(sentence) ??
  withoutAside(sentence) ??
  withoutPast(sentence) ??
  withoutPerfect(sentence) ??
  asDue(sentence) ??
  asDueInGerman(sentence) ??
  asPlanned(sentence) ??
  asHandedIn(sentence) ??
  withFavourite(sentence) ??
  withoutGermanRelative(sentence) ??
  ofTheLasting(sentence) ??
  withParticipleBehind(sentence) ??
  withoutKind(sentence) ??
  withoutRelative(sentence) ??
  withoutIts(sentence) ??
  withPeriodBehind(sentence) ??
  sentence
