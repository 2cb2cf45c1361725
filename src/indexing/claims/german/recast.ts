import { endOfWords, type Token } from '../tokens.js'
import { words } from '../vocabulary.js'

/** "Die Farbe, die X am liebsten mag, ist Rot": "die Lieblingsfarbe von X ist Rot". */
export const withFavourite = (sentence: readonly Token[]): readonly Token[] | null => {
  const [article, noun, comma, relative, ...rest] = sentence
  if (article === undefined || noun?.proper !== true || comma?.word !== ',' || relative === undefined) return null
  if (!/^(?:der|die|das)$/.test(article.word) || !/^(?:den|die|das)$/.test(relative.word)) return null
  const at = rest.findIndex(({ word }, i) => word === 'am' && rest[i + 1]?.word === 'liebsten')
  const [verb, end] = [rest[at + 2], rest[at + 3]]
  if (at < 1 || verb?.proper !== false || end?.word !== ',') return null
  const liked = { ...noun, word: `lieblings${noun.word}`, raw: `Lieblings${noun.word}` }
  return [article, liked, { ...relative, word: 'von', raw: 'von' }, ...rest.slice(0, at), ...rest.slice(at + 4)]
}

const PARTICIPLE = /^(?:\p{Ll}{0,4}ge\p{Ll}{3,}|(?:be|ver|ent|er|zer|über|unter)\p{Ll}{3,})(?:t|en)$/u
const AUXILIARY = words('ist sind wird werden wurde wurden')
const BEFORE_VALUE = /^(?:von|vom|auf|in|im|bei|beim|mit|unter|am|zu|für)$/

/** "Geleitet wird X von Y": "X wird von Y geleitet". */
export const withParticipleBehind = (sentence: readonly Token[]): readonly Token[] | null => {
  const [participle, auxiliary, ...rest] = sentence
  if (participle === undefined || auxiliary === undefined) return null
  if (!AUXILIARY.has(auxiliary.word) || !PARTICIPLE.test(participle.word)) return null
  const at = rest.findLastIndex(({ word }) => BEFORE_VALUE.test(word))
  const end = endOfWords(rest)
  if (at < 1 || end <= at) return null
  const said = { ...participle, raw: participle.word, proper: false }
  return [...rest.slice(0, at), auxiliary, ...rest.slice(at, end), said, ...rest.slice(end)]
}

const DONE = words('fertig abgeschlossen erledigt eingereicht abgegeben bezahlt beendet fertiggestellt')

/** "X muss bis zum 3. Mai fertig sein": "X ist am 3. Mai fällig". */
export const asDueInGerman = (sentence: readonly Token[]): readonly Token[] | null => {
  const must = sentence.findIndex(({ word }) => word === 'muss')
  const end = endOfWords(sentence)
  const done = sentence[end - 2]
  const verb = sentence[must]
  if (must < 1 || done === undefined || verb === undefined || !DONE.has(done.word)) return null
  if (!/^(?:sein|werden)$/.test(sentence[end - 1]?.word ?? '')) return null
  const until = sentence.findIndex(({ word }, i) => i > must && word === 'bis')
  if (until < 0) return null
  const from = sentence[until + 1]?.word === 'zum' ? until + 2 : until + 1
  return [
    ...sentence.slice(0, must),
    { ...verb, word: 'ist', raw: 'ist' },
    ...sentence.slice(must + 1, until),
    { ...verb, word: 'am', raw: 'am' },
    ...sentence.slice(from, end - 2),
    { ...done, word: 'fällig', raw: 'fällig' },
    ...sentence.slice(end),
  ]
}

const ONCE = words('ausgestrahlt gesendet geschrieben verfasst gedreht aus')

/** "Wurde ursprünglich auf X ausgestrahlt", "stammt ursprünglich aus X": of what happens once this says no less than without the word. */
const withoutOriginally = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => word === 'ursprünglich')
  const end = endOfWords(sentence)
  const done = sentence[at + 1]?.word === 'aus' ? sentence[at + 1] : sentence[end - 1]
  if (at < 1 || done === undefined || !ONCE.has(done.word)) return null
  const first = { ...done, word: done.word.replace(/^(?:ausgestrahlt|gesendet)$/, 'erstausgestrahlt') }
  return sentence.flatMap((token, i) => (i === at ? [] : token === done ? [first] : [token]))
}

/** "X kann in Y gefunden werden": "X befindet sich in Y". */
const asPlace = (sentence: readonly Token[]): readonly Token[] | null => {
  const can = sentence.findIndex(({ word }) => word === 'kann')
  const end = endOfWords(sentence)
  const verb = sentence[can]
  const found = sentence.slice(end - 2, end).map(({ word }) => word)
  if (can < 1 || verb === undefined || found.join(' ') !== 'gefunden werden') return null
  const is = { ...verb, word: 'befindet', raw: 'befindet' }
  return [
    ...sentence.slice(0, can),
    is,
    { ...is, word: 'sich', raw: 'sich' },
    ...sentence.slice(can + 1, end - 2),
    ...sentence.slice(end),
  ]
}

const OF_WORKS = /^(?:original|ursprungs)?sprache$|sprachige[rs]$|^werk$/

/** "Die Sprache von X war Y": that of a work is what it was. */
const asLasting = (sentence: readonly Token[]): readonly Token[] | null => {
  const was = sentence.findIndex(({ word, proper }) => word === 'war' && !proper)
  const verb = sentence[was]
  if (was < 1 || verb === undefined || !sentence.some(({ word }) => OF_WORKS.test(word))) return null
  if (sentence.some(({ word }) => word === 'bis')) return null
  return [...sentence.slice(0, was), { ...verb, word: 'ist', raw: 'ist' }, ...sentence.slice(was + 1)]
}

/** What holds for good, in the words in which it is told of today. */
export const ofTheLasting = (sentence: readonly Token[]): readonly Token[] | null =>
  withoutOriginally(sentence) ?? asPlace(sentence) ?? asLasting(sentence)
