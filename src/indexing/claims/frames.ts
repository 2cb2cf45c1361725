import type { Clause } from './clause.js'
import { LONGEST_SUBJECT } from './frame-verbs.js'
import { isManyGerman } from './german/not-one.js'
import type { Reading } from './meaning.js'
import { ARTICLES, isUnnamed, UNNAMED } from './names.js'
import { NOT_ONE, NOT_ONE_OWNED } from './not-one.js'
import { isGermanAn, type Predicate, predicateAt } from './predicates.js'
import type { Claim, Needs } from './statement.js'
import { isColour } from './states.js'
import { type Subject, subjectOf } from './subject.js'
import type { Token } from './tokens.js'
import { valueIn } from './values.js'
import { EVENT, EVENTS, RECURRING, VAGUE, words } from './vocabulary.js'

/** How the attributes of statements begin that are known by their own words alone, all of them but the value. */
const familyOf = ({ kind }: Predicate): string => (kind === 'name' || kind === 'noun' ? 'framed_name:' : 'frame:')
/** In characters: keys of claims are short. */
const LONGEST_KEY = 120

const UNFIT = words(
  `a an another some any no one each every most many few several either ein eine einen einem einer jede jeder jedes kein keine einige manche
  viele mehrere , ; : ( ) and or but und oder aber that which who dass`,
)
const PREPOSITIONS = words(
  `of for in on at to with under above near behind inside from by about into over between through during von vom des der für in im auf am an
  zum zur bei mit unter über aus nach vor seit`,
)

/**
 * A clause in the present about something named or definite, whose verb tells a state, with one value of a kind of which there is
 * one at a time, such as a number: what it is about is known by all of its words but that value. So "The gate of Elm Park closes
 * at 6 pm" is told anew by "… at 8 pm", whatever that attribute is called. Null for all else.
 */
export const framed = (clause: Clause, speaker: string): Reading | null => {
  const { tokens } = clause
  if (clause.denied || clause.ended || clause.more || isUnnamed(tokens[0]) || tokens[0]?.word === 'i') return null
  for (let at = 1; at <= LONGEST_SUBJECT && at < tokens.length - 1; at++) {
    const predicate = predicateAt(tokens, at)
    const subject = predicate === null ? null : definite(tokens, at, speaker)
    if (predicate === null || subject === null) continue
    if (predicate.key.length > LONGEST_KEY) return null
    const needs = needsOf(tokens.slice(0, at), subject, predicate)
    if (needs === null) return null
    const claim = claimOf(clause, predicate, { subject, needs })
    const coloured = colourOf(tokens.slice(0, at), predicate)
    return { claims: [coloured ? { ...claim, attribute: 'colour', needs: subject.needs } : claim], more: false }
  }
  return null
}

/** What stands in front of the verb, where it is one thing or person. */
const definite = (tokens: readonly Token[], verb: number, speaker: string): Subject | null => {
  const said = tokens.slice(0, verb)
  if (PREPOSITIONS.has(said[0]?.word ?? '') && !ARTICLES.has(said[0]?.word ?? '')) return null
  if (said.some(({ word }, i) => (UNFIT.has(word) && !isGermanAn(said, i)) || UNNAMED.has(word))) return null
  const subject = subjectOf(tokens, [0, verb], speaker)
  return subject === null || subject.is === 'speaker' || subject.is === 'relative' ? null : subject
}

const DETERMINERS = words('the my our der die das mein meine unser unsere')

/** What is so of one place, person or firm at a time. */
const STATIVE =
  /^is (?:by|(?:registered|enrolled|domiciled|incorporated|tuned|pinned|assigned|allocated|billed|insured|mortgaged|addressed|affiliated|signed|contracted|apprenticed|seconded|posted|tethered|bound|mapped|routed|redirected|forwarded|synced|paired|linked|chained|wired) (?:in|at|on|with|to|under)) @$/u

const BYGONE = /^(?:ehemalig|früher|stellvertretend|vorig|vergangen|nächst)\p{L}*$/u

/** Of several such things, and of what is so on one occasion, another value says nothing unless it tells a change. */
const needsOf = (said: readonly Token[], subject: Subject, { verb, kind, key }: Predicate): Needs | null => {
  const end = said.findIndex(({ word }, i) => i > 0 && PREPOSITIONS.has(word))
  const thing = said.slice(0, end < 0 ? said.length : end)
  const head = thing.at(-1)?.word ?? ''
  const several = NOT_ONE.has(head) || NOT_ONE_OWNED.has(head) || isManyGerman(head)
  const recurs = thing.some(({ word }) => EVENTS.has(word) || RECURRING.has(word) || EVENT.test(word))
  const determined = DETERMINERS.has(said[0]?.word ?? '')
  // "Tom runs at 6": who, and not what.
  const bare = !determined && said.every(({ proper }) => proper)
  // "Tickets cost 12 euros": for what.
  const plural = verb.plural && end < 0 && !determined
  if (thing.some(({ word }) => VAGUE.has(word) || BYGONE.test(word)) || (kind === 'name' && several)) return null
  if (kind === 'name' && STATIVE.test(key) && subject.needs === 'nothing') return 'nothing'
  if (kind === 'noun' || (kind === 'name' && bare)) return 'former'
  // "Has port 80 open", "has 3 seats free": some of several.
  if (OF_SEVERAL.test(key)) return null
  if (kind === 'state' && !verb.german && isLasting(said, key) && !several && !recurs && !plural) return subject.needs
  if (kind === 'name' || kind === 'state') return 'change'
  const loose =
    verb.loosely || several || recurs || plural || (bare && (kind === 'time' || verb.busy || key.startsWith('is #')))
  return loose ? 'change' : subject.needs
}

const OF_SEVERAL = /# (?:.+ )?(?:open|free|closed|blocked|available|left|taken)$/u
const SHOWS = words('light lights lamp led signal indicator')

/** "The robot mower is switched on", but not "the mower": of that there is one, which is one or the other. */
const isLasting = (said: readonly Token[], key: string): boolean =>
  !isColour(key.replace(/^is /, '')) && said.length > 2 && !said.some(({ word }) => SHOWS.has(word))

type About = { readonly subject: Subject; readonly needs: Needs }

/** "Das Auto von Anna ist rot": of that thing there is one, and one colour. */
const colourOf = (said: readonly Token[], { verb, key }: Predicate): boolean =>
  verb.german &&
  isColour(key.replace(/^is /, '')) &&
  said.some(({ word }, i) => i > 1 && /^(?:von|vom|des|der)$/.test(word) && said[i + 1]?.proper === true)

const claimOf = (clause: Clause, predicate: Predicate, { subject, needs }: About): Claim => {
  const [first, last] = [clause.tokens[predicate.place[0]], clause.tokens[predicate.place[1] - 1]]
  return {
    subject: subject.key,
    attribute: familyOf(predicate) + predicate.key,
    value: predicate.value,
    shown: first === undefined || last === undefined ? null : [first.start, last.end],
    how: clause.correct ? 'correct' : clause.now || predicate.anew ? 'change' : 'state',
    needs,
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
