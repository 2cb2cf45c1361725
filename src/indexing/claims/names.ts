import { hasSmallName, isSmallName, KINDS, kindEnd } from './kinds.js'
import { normalised } from './normalise.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Small words that names hold. */
const JOINING = words(
  `of the de la le les del della di da do dos das du van von der den dem des zu zur zum al el bin ibn y e i et for in at on upon am an
  auf and und & - – à a to with und`,
)
export const ARTICLES = words('the a an der die das den dem des ein eine einen einem einer')
const INDEFINITE = words(
  'a an ein eine einen einem einer another some any no kein keine keinen keinem keiner every each',
)

/** Pronouns and the like: no name begins with them, and what they mean is not known. */
export const UNNAMED = words(
  `he she it they you him her them us me his their your its this that these those there here who whom whose which what where when why how
  someone somebody everyone everybody anyone anybody nobody noone something everything anything nothing people one others another most some
  many few all both each every any none such same if because while although though as than then not no yes maybe or nor but
  er sie es ihr ihm ihn ihnen ihre ihr sein seine seiner du dich dir euch uns dieser diese dieses dieser jener wer wen wem was wo wann warum
  wie jemand niemand jeder jede jedes alle viele einige manche nichts etwas alles man andere beide solche wenn weil ob obwohl dass oder aber`,
)
/** Verbs in a name mean that it is none. */
export const VERBS = words(
  `is are am was were be been being has have had having does do did will would can could should may might must shall ist sind bin war waren
  wird werden wurde hat haben hatte kann konnte soll muss heisst heißt liegt beträgt works lives said says told went want wants called named
  about because until unless during since after before when while married located employed`,
)

/** Behind a name they belong to it: "the Hobbs family". */
const GROUPS = words(
  'family group team company foundation brothers sisters university school hospital club trust bank institute band',
)

/** Whether every token of a range may be part of one name, and the first and last of them carry it. */
export const isName = (tokens: readonly Token[], from: number, to: number): boolean => {
  const last = tokens[to - 1]
  const first = tokens[from]
  if (first === undefined || last === undefined || to - from > 14) return false
  if (
    !carries(first) ||
    (!carries(last) && !(to - from > 1 && GROUPS.has(last.word))) ||
    (isUnnamed(first) && tokens[from + 1]?.word !== "'s")
  )
    return false
  for (let i = from + 1; i < to - 1; i++) {
    const token = tokens[i]
    if (token === undefined) return false
    // Only "Washington, D.C." and "Tony Hall, Baron Hall": a comma in front of what carries a name.
    if (token.word === ',' ? !carries(tokens[i + 1]) || isUnnamed(tokens[i + 1]) : !belongs(token)) return false
  }
  return true
}

/** "us" is a pronoun, "US" a name. */
export const isUnnamed = (token: Token | undefined): boolean =>
  token !== undefined && UNNAMED.has(token.word) && !/^\p{Lu}{2,}$/u.test(token.raw)

const carries = (token: Token | undefined): boolean => token?.proper === true
const belongs = ({ proper, word }: Token): boolean => proper || JOINING.has(word) || word === "'s" || word === 'by'

/** Words at the end of a name that holds "and", and still is one. */
const ONE = words(
  `university college school company co sons daughters partners brothers associates society academy sciences tobago herzegovina barbuda
  nevis grenadines principe labrador wales johnson institute museum trust foundation bank group church hospital administration union party
  gamble young whitney hounslow hove club services affairs`,
)

/** Of two things, and one. */
const DISHES =
  /^(?:fish and chips|mac and cheese|macaroni and cheese|bangers and mash|rice and beans|bacon and eggs|ham and eggs|gin and tonic|drum and bass|rock and roll|chicken and waffles)$/

/** Whether a name stands for several: "Anna and Tom", but not "Bureau of Engraving and Printing". */
export const isSeveral = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let i = from; i < to; i++) {
    const word = tokens[i]?.word ?? ''
    if (word === 'or' || word === 'oder' || word === '/') return true
    if ((word !== 'and' && word !== 'und') || DISHES.test(textOf(tokens, i - 1, i + 2))) continue
    const within = tokens
      .slice(from, i)
      .some((each) => each.word === 'of' || each.word === 'for' || each.word === 'für')
    if (!within && !ONE.has(tokens[to - 1]?.word ?? '')) return true
  }
  return false
}

export const textOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')
    .replaceAll(" 's", "'s")
    .replaceAll(' ,', ',')

const TITLES = words('mr mr. mrs mrs. ms ms. dr dr. prof prof. professor sir dame herr herrn frau miss')
/** "the city of X", "the company X": what kind of thing X is says nothing about which. */
const CLASSES = words(
  `city town village country nation continent company firm organisation organization bank team club person group agency brand football
  stadt gemeinde land firma verein organisation`,
)

/** Where a name ends in front of "the dog", "the lake": "Waffles the dog". */
const withoutKindBehind = (tokens: readonly Token[], from: number, to: number): number =>
  to - from > 2 &&
  tokens[to - 2]?.word === 'the' &&
  tokens[to - 1]?.proper === false &&
  KINDS.has(tokens[to - 1]?.word ?? '') &&
  tokens[to - 3]?.proper === true
    ? to - 2
    : to

/** "Der Roman Nordlinien". */
const GERMAN_WORKS = words('roman buch film lied gedicht gedichtband oper serie krimi theaterstück stück')

/** Skips articles, titles and what kind of thing it is. */
export const withoutClass = (tokens: readonly Token[], from: number, to: number): number => {
  let at = from
  while (
    at < to - 1 &&
    ARTICLES.has(tokens[at]?.word ?? '') &&
    !/^\p{Lu}/u.test(at > from ? (tokens[at]?.raw ?? '') : '')
  )
    at++
  const kind = tokens[at]
  if (
    at > from &&
    kind !== undefined &&
    !kind.proper &&
    CLASSES.has(kind.word) &&
    at < to - 1 &&
    isNamedNext(tokens, at + 1)
  ) {
    at++
    while (at < to - 1 && /^(?:of|called|named|known|as|von|namens)$/.test(tokens[at]?.word ?? '')) at++
  } else if (at > from)
    at = GERMAN_WORKS.has(kind?.word ?? '') && tokens[at + 1]?.proper === true ? at + 1 : kindEnd(tokens, at, to)
  else if (isSmallName(tokens[at + 1])) at = kindEnd(tokens, at, to)
  while (at < to - 1 && TITLES.has(tokens[at]?.word ?? '')) at++
  return at
}

/** "The club account" is no account: a name, or another such word, stands behind what kind of thing it is. */
const isNamedNext = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens[at]
  return next?.proper === true || CLASSES.has(next?.word ?? '') || NAMING.test(next?.word ?? '')
}
const NAMING = /^(?:of|called|named|known|as|von|namens)$/

const PREPOSITIONS = words(
  'in of at for on with to by from about as into over under between out off back in von bei mit zu auf aus nach für über',
)

/** "A Winter of Copper": a title, and no "a winter". */
const isTitle = (tokens: readonly Token[], from: number, to: number): boolean =>
  to - from > 2 && /^\p{Lu}/u.test(tokens[from]?.raw ?? '') && carries(tokens[from + 1]) && carries(tokens[to - 1])

/** "Project Kiwi" is the Kiwi project. */
const sameName = (name: string): string => name.replace(/^(\S+(?: \S+)?) project$/u, 'project $1')

/** The key of a named thing or person; null for what has no name. */
export const nameKey = (tokens: readonly Token[], from: number, until: number): string | null => {
  const to = withoutKindBehind(tokens, from, until)
  const first = tokens[from]
  if (first === undefined || to <= from || (INDEFINITE.has(first.word) && !isTitle(tokens, from, to))) return null
  const start = withoutClass(tokens, from, to)
  const end = tokens[to - 1]
  if (end !== undefined && !end.proper && (ARTICLES.has(end.word) || PREPOSITIONS.has(end.word))) return null
  if (
    to - start > 12 ||
    (isUnnamed(tokens[start]) && !isCapital(tokens, from, start)) ||
    PREPOSITIONS.has(tokens[start]?.raw ?? '')
  )
    return null
  for (let i = start; i < to; i++) {
    const token = tokens[i]
    if (token === undefined || !/[\p{L}\p{N}&–-]|^'s$|^,$|^'$/u.test(token.word)) return null
    // "Die Wohnung am Elmweg".
    const beside =
      (token.word === 'am' && tokens[i + 1]?.proper === true) || (token.word === 'bin' && tokens[i - 1]?.word === 'the')
    if (!token.proper && ((VERBS.has(token.word) && !beside) || (UNNAMED.has(token.word) && token.word !== 'all')))
      return null
  }
  return sameName(normalised(textOf(tokens, start, to)))
}

/** "The People's Movement": a capital behind an article. */
const isCapital = (tokens: readonly Token[], from: number, at: number): boolean =>
  at > from && tokens[at]?.proper === true && (tokens[at + 1]?.proper === true || tokens[at + 1]?.word === "'s")

/** Whether a name holds something that tells it from others of its kind: a capital, a digit. */
export const isTelling = (tokens: readonly Token[], from: number, to: number): boolean =>
  hasSmallName(tokens, from, to) ||
  tokens.slice(withoutClass(tokens, from, to), to).some(({ proper }) => proper) ||
  /^[a-z]+[-_][a-z\d_-]+$/.test(to - withoutClass(tokens, from, to) === 1 ? (tokens[to - 1]?.word ?? '') : '')
