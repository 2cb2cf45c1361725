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
