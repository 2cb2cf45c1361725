import { endOfWords, QUOTES, type Token } from '../tokens.js'
import { words } from '../vocabulary.js'

/** They stand in front of the verb, and say nothing of what is told. */
const ADVERBS = words(
  'jetzt nun nunmehr inzwischen mittlerweile neuerdings derzeit aktuell momentan zurzeit gegenwärtig tatsächlich eigentlich offiziell übrigens beruflich privat richtigerweise',
)
const ARTICLES = /^(?:der|die|das)$/
const JOINS = /^(?:von|vom|des|der|für|in|im)$/
const DETERMINERS = /^(?:der|dem|den|die|das|des)$/
/** Behind a number these make an amount. */
const UNITS =
  /^(?:euro|eur|€|grad|°|%|prozent|jahre|uhr|kilo|kg|meter|m|km|stunden|minuten|tage|plätze|punkte|dollar|franken|gb|tb|mb|mitarbeiter|einwohner|replikate|instanzen)$/
/** A name begins with these: "leitet Anna Kern Projekt Tundra". */
const KINDS = words('projekt ticket raum konto firma team fall saal flug bus zug linie')

const isNumber = (token: Token | undefined): boolean => /^[\d.,:]+$/.test(token?.word ?? '')

/** Where a name that begins at a token ends. */
const endOfName = (tokens: readonly Token[], from: number): number => {
  let at = from
  let quoted = false
  for (;;) {
    const mark = QUOTES.has(tokens[at]?.word ?? '')
    if (mark) quoted = !quoted
    else if (tokens[at]?.proper !== true && !(quoted && at < tokens.length)) break
    const amount = isNumber(tokens[at]) && (UNITS.test(tokens[at + 1]?.word ?? '') || tokens[at + 1]?.word === '%')
    if (at > from && !quoted && (amount || KINDS.has(tokens[at]?.word ?? ''))) break
    at++
  }
  return at
}

/** Where the subject that begins at a token ends: "der Geburtstag von Tante Inge". */
const endOfSubject = (tokens: readonly Token[], from: number): number => {
  const article = ARTICLES.test(tokens[from]?.word ?? '')
  const end = endOfName(tokens, article ? from + 1 : from)
  if (!article || end === from + 1 || !JOINS.test(tokens[end]?.word ?? '')) return end
  const next = DETERMINERS.test(tokens[end + 1]?.word ?? '') ? end + 2 : end + 1
  const whole = endOfName(tokens, next)
  // "Ist der Server in Betrieb": that is no part of the name.
  return whole === next || whole >= endOfWords(tokens) ? end : whole
}

/** "Inzwischen wohnt X in Y": "X wohnt inzwischen in Y". Null where the sentence does not begin so. */
export const inVerbSecond = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => ADVERBS.has(word))
  if (at < 0 || at > 3 || (at > 0 && !/^[:,]$/.test(sentence[at - 1]?.word ?? ''))) return null
  const [adverb, verb] = sentence.slice(at)
  if (adverb === undefined || verb?.proper !== false || !/^\p{Ll}+(?:t|n|st|wird)$|^wird$/u.test(verb.word)) return null
  const from = at + 2
  const end = endOfSubject(sentence, from)
  if (end === from || end >= endOfWords(sentence)) return null
  const small = { ...adverb, raw: adverb.word, proper: false }
  return [...sentence.slice(0, at), ...sentence.slice(from, end), verb, small, ...sentence.slice(end)]
}
