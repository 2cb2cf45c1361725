import { alike, isOfNewFirm } from './alike.js'
import type { Clause } from './clause.js'
import { needsOf, PREPOSITIONS } from './frame-needs.js'
import { LONGEST_SUBJECT } from './frame-verbs.js'
import type { Reading } from './meaning.js'
import { ARTICLES, isUnnamed, UNNAMED } from './names.js'
import { isNumberedPaper } from './papers.js'
import { AT_PLACE, isGermanAn, type Predicate, predicateAt } from './predicates.js'
import { isKept, spotOf } from './spots.js'
import type { Claim, Needs } from './statement.js'
import { isColour } from './states.js'
import { type Subject, subjectOf } from './subject.js'
import type { Token } from './tokens.js'
import { valueIn } from './values.js'
import { words } from './vocabulary.js'
import { NUMBERED_NOUNS, numberOfPlace } from './whereabouts.js'

/** How the attributes of statements begin that are known by their own words alone, all of them but the value. */
const familyOf = ({ kind }: Predicate): string =>
  kind === 'day' ? 'day:' : NAMED.has(kind) ? 'framed_name:' : 'frame:'
const NAMED: ReadonlySet<Predicate['kind']> = new Set(['name', 'noun', 'place'])
const OFTEN = words('always usually normally')
const TODAY = words('today tonight tomorrow heute morgen')
/** In characters: keys of claims are short. */
const LONGEST_KEY = 120

const UNFIT = words(
  `a an another some any no one each every most many few several either ein eine einen einem einer jede jeder jedes kein keine einige manche
  viele mehrere , ; : ( ) and or but und oder aber that which who dass`,
)
/**
 * A clause in the present about something named or definite, whose verb tells a state, with one value of a kind of which there is
 * one at a time, such as a number: what it is about is known by all of its words but that value. So "The gate of Elm Park closes
 * at 6 pm" is told anew by "… at 8 pm", whatever that attribute is called. Null for all else.
 */
export const framed = (clause: Clause, speaker: string): Reading | null => {
  const { tokens } = clause
  if (clause.denied || clause.ended || clause.more) return null
  if ((isUnnamed(tokens[0]) || tokens[0]?.word === 'i') && !isKept(tokens)) return null
  return located(clause, speaker) ?? inFrame(clause, speaker) ?? inFrame(turned(clause), speaker)
}

const inFrame = (clause: Clause | null, speaker: string): Reading | null => {
  const tokens = clause?.tokens ?? []
  for (let at = 1; clause !== null && at <= LONGEST_SUBJECT && at < tokens.length - 1; at++) {
    const predicate = predicateAt(tokens, at)
    const subject =
      predicate === null ? null : definite(tokens, OFTEN.has(tokens[at - 1]?.word ?? '') ? at - 1 : at, speaker)
    if (predicate === null || subject === null) continue
    // "Starts at 9 today": on one occasion.
    if (tokens.some(({ word, proper }, i) => TODAY.has(word) && (i === 0 || !proper))) return null
    if (predicate.key.length > LONGEST_KEY) return null
    const needs = needsOf(tokens.slice(0, at), subject, predicate)
    if (needs === null) return null
    const claim = claimOf(clause, predicate, { subject, needs })
    const coloured = colourOf(tokens.slice(0, at), predicate)
    return { claims: [coloured ? { ...claim, attribute: 'colour', needs: subject.needs } : claim], more: false }
  }
  return null
}

/** "The location of the ladder is the attic": it is there. */
const located = (clause: Clause, speaker: string): Reading | null => {
  const spot = spotOf(clause.tokens)
  if (spot === null) return null
  const said = clause.tokens.slice(...spot.of)
  const subject = definite(said, said.length, speaker)
  const predicate: Predicate = { ...spot, ...AT_PLACE }
  const needs = subject === null ? null : needsOf(said, subject, predicate)
  return subject === null || needs === null
    ? null
    : { claims: [claimOf(clause, predicate, { subject, needs })], more: false }
}

/** In tokens. */
const LONGEST_NAME = 4

/** "Anna Kern is Holm's ambassador to Spain": "Holm's ambassador to Spain is Anna Kern". Null where no name is said to be the only one. */
const turned = (clause: Clause): Clause | null => {
  const { tokens } = clause
  const is = tokens.findIndex(({ proper }) => !proper)
  const [verb, first, ...more] = tokens.slice(is)
  if (is < 1 || is > LONGEST_NAME || verb === undefined || !/^(?:is|ist)$/.test(verb.word) || first === undefined)
    return null
  const owned = first.proper && more.slice(0, LONGEST_NAME).some(({ word }) => word === "'s")
  if (!owned && !/^(?:the|der|die|das)$/.test(first.word)) return null
  return { ...clause, tokens: [first, ...more, verb, ...tokens.slice(0, is)] }
}

/** What stands in front of the verb, where it is one thing or person. */
const definite = (tokens: readonly Token[], verb: number, speaker: string): Subject | null => {
  const said = tokens.slice(0, verb)
  if (PREPOSITIONS.has(said[0]?.word ?? '') && !ARTICLES.has(said[0]?.word ?? '')) return null
  if (said.some(({ word }, i) => (UNFIT.has(word) && !isGermanAn(said, i) && !isBetween(said, i)) || UNNAMED.has(word)))
    return null
  const subject = subjectOf(tokens, [0, verb], speaker)
  return subject === null || subject.is === 'speaker' || subject.is === 'relative' ? null : subject
}

/** "The road between Holm and Kestel" is one. */
const isBetween = (said: readonly Token[], at: number): boolean =>
  (said[at]?.word === 'and' || said[at]?.word === 'und') &&
  said.slice(0, at).some(({ word }) => word === 'between' || word === 'zwischen')

/** In characters, of two German nouns in one. */
const LONG = 9
const SHOWING = /(?:ampel|lampe|leuchte|licht|anzeige|himmel|status|signal|diode|bildschirm|laub|blätter)$/u

type About = { readonly subject: Subject; readonly needs: Needs }

/** "Das Auto von Anna ist rot": of that thing there is one, and one colour. */
const colourOf = (said: readonly Token[], { verb, key }: Predicate): boolean =>
  verb.german &&
  isColour(key.replace(/^is /, '')) &&
  (said.some(({ word }, i) => i > 1 && /^(?:von|vom|des|der)$/.test(word) && said[i + 1]?.proper === true) ||
    (said.length === 2 && (said[1]?.word.length ?? 0) >= LONG && !SHOWING.test(said[1]?.word ?? '')))

/** "Lies in bed 4", "has berth 31": the number of a place is told by a noun, too. */
const NUMBERED = new RegExp(`^(?:has|is in|is at|is on|lies in|lies at|is) (${NUMBERED_NOUNS}) #$`, 'u')
/** "Uses Wi-Fi channel 11". */
const USED = /^uses ([a-z-]+ [a-z]+) #$/u

const toldOf = (predicate: Predicate): Pick<Claim, 'attribute' | 'value'> => {
  const { key, kind, value } = predicate
  const numbered = kind === 'place' ? numberOfPlace(value) : null
  if (numbered !== null) return numbered
  const [, noun] = NUMBERED.exec(key) ?? []
  const [, used] = USED.exec(key) ?? []
  if (used !== undefined) return { attribute: `unlisted:${used}`, value }
  return { attribute: noun === undefined ? familyOf(predicate) + key : `number:${noun}`, value }
}

const claimOf = (clause: Clause, predicate: Predicate, { subject, needs }: About): Claim => {
  const [first, last] = [clause.tokens[predicate.place[0]], clause.tokens[predicate.place[1] - 1]]
  const told = alike({ key: subject.key, ...toldOf(predicate) })
  const joined = clause.now && isOfNewFirm(told)
  const { key, attribute, value } = joined ? { ...told, attribute: 'employer' } : told
  return {
    subject: key,
    attribute,
    value,
    shown: first === undefined || last === undefined ? null : [first.start, last.end],
    how: clause.correct ? 'correct' : clause.now || predicate.anew ? 'change' : 'state',
    needs: joined || isNumberedPaper(key) || attribute === 'status' ? subject.needs : needs,
    former: formerIn(clause, predicate),
    from: clause.from,
    to: clause.to,
  }
}

/** "is no longer A but B", "instead of A". */
const formerIn = ({ former, tokens }: Clause, { kind, former: place }: Predicate): string | null => {
  const [said, range] = place === null ? [former, [0, former?.length ?? 0] as const] : [tokens, place]
  if (said === null) return null
  return valueIn(said, range, kind === 'name' ? 'name' : kind === 'time' ? 'time' : 'thing')?.value ?? null
}
