import { alike } from './alike.js'
import { attributeOf, isLasting, type Kind } from './attributes.js'
import { isHeld } from './by-german.js'
import { unlisted } from './by-value.js'
import { canonical } from './canonical.js'
import type { Clause } from './clause.js'
import { type Draft, draftOf, type Fitting } from './draft.js'
import { withExchange } from './exchanged.js'
import { inNominative, withoutKind } from './german/genitive.js'
import { withOwnEvent } from './own-events.js'
import { particular } from './particular.js'
import type { Found } from './pattern.js'
import { guarded, isBygone, isHour } from './recurring.js'
import type { Claim, Manner } from './statement.js'
import { type Subject, subjectOf } from './subject.js'
import { type Tail, tailOf } from './tail.js'
import type { Token } from './tokens.js'
import { isOfTools, toolName } from './tools.js'
import { UNLISTED } from './unlisted.js'
import { valueIn } from './values.js'
import { words } from './vocabulary.js'

/** The claims of a clause, and whether it says more than them. */
export type Reading = { readonly claims: readonly Claim[]; readonly more: boolean }

/** The claims that a fitting makes; null if a part of it is not what its place asks for. */
export const readingOf = (fitting: Fitting): Reading | null => {
  const tail = tailOf(fitting.clause.tokens, fitting.end)
  const subject = tail === null ? null : subjectIn(fitting)
  const drafts = subject === null ? null : (draftsOf(fitting, subject)?.map((draft) => guarded(draft, fitting)) ?? null)
  if (tail === null || drafts === null || isDone(fitting)) return null
  if (fitting.relation.lasting && isLimited(fitting.clause, tail)) return null
  if (
    drafts.some(({ attribute }) => isHour(attribute) || OF_A_DAY.test(attribute)) &&
    fitting.clause.tokens.some(({ word, proper }, i) => TODAY.has(word) && (i === 0 || !proper))
  )
    return null
  // "I live in X in winter": not always.
  if (tail.occasion && fitting.relation.how === 'state') return null
  const how = mannerOf(fitting, tail)
  if (how === 'change' && !fitting.clause.now && isBygone(fitting.clause.tokens)) return null
  const all = withExchange(drafts, fitting, { how, more: tail.more }).flatMap((draft) =>
    withOwnEvent(draft, fitting, how),
  )
  return { claims: all.map((draft) => claimOf(draft, { fitting, tail, how })), more: tail.more }
}

/** "Ich habe den Job gekündigt": what was done with a job is none. */
const isDone = ({ clause: { tokens }, found: { V }, noun }: Fitting): boolean =>
  noun?.code === 'job' &&
  V !== undefined &&
  // "My job is data analyst" is English.
  tokens.some(({ word }) => /^(?:habe?|hat|haben|ist|wurde|wird)$/.test(word)) &&
  /^(?:ge|be|ver|auf|an)\p{Ll}{3,}(?:t|en)$/u.test(tokens[V[1] - 1]?.raw ?? '')

const TODAY = words('today tonight heute')
const OF_A_DAY = /^(?:room$|trait:room of |location$|number:|reference:parking)/

/** "Until 2010 the N of X was Y": what is said of a time did change. */
const isLimited = (clause: Clause, tail: Tail): boolean =>
  clause.timed || clause.more || tail.more || tail.occasion || tail.from !== null || tail.to !== null

/** Who is named in the place of S; the speaker, where the words "my" or "our" stand for one. */
const subjectIn = ({ clause, found, speaker, relation }: Fitting): Subject | null => {
  if (found.S !== undefined) {
    const subject = subjectOf(clause.tokens, found.S, speaker)
    const before = clause.tokens[found.S[0] - 1]?.word ?? ''
    if (subject === null) return null
    // "Mein neues Auto", "Annas neues Auto": that of nobody new.
    const [from, to] = found.S
    if (relation.genitive && to - from > 1 && /^\p{Ll}{3,}$/u.test(clause.tokens[to - 1]?.raw ?? '')) return null
    const bare = relation.code === 'compound' ? subject : withoutGenitive(subject)
    const told = relation.genitive ? inNominative(subject, before) : bare
    return told === null ? null : withoutKind(told)
  }
  if (relation.code === 'number' && !clause.tokens.some(({ word }) => /^(?:my|our|mein\w*|unser\w*)$/.test(word)))
    return { key: '', is: 'named', needs: 'change' }
  return { key: speaker, is: 'speaker', needs: 'nothing' }
}

/** What is coloured, by one name: "the paintwork of the van" is the van. */
const colouredKey = (key: string): string =>
  key
    .replace(/^walls (?:in|of) (?:the )?/u, 'walls of ')
    .replace(/^(?:paintwork|paint|bodywork|livery|exterior) of (?=.)/u, '')
    .replace(/\b(home|away|third) (?:jersey|kit|strip)\b/u, '$1 shirt')

/** "At Luigi's" is at Luigi. */
const withoutGenitive = (subject: Subject): Subject =>
  subject.key.endsWith("'s") ? { ...subject, key: subject.key.slice(0, -2) } : subject

/** What a thing is called of which the same is told: "the stock of X", "the service in production". */
const withoutPart = (attribute: string, key: string): string => {
  if (attribute === 'version') return key.replace(/ (?:of|in) production$/u, '')
  if (attribute === 'status') return key.replace(/^(?:project |current )?status of (?=.)/u, '')
  if (attribute === 'measure:share price') return key.replace(/^(?:stock|shares?) of /u, '')
  if (attribute === 'measure:key interest rate') return key.replace(/^central bank of /u, '')
  if (attribute === 'mayor') return key.replace(/^town hall (?:of|in) (?=.)/u, '')
  return attribute === 'colour' ? colouredKey(key) : key
}

/** Where a thing has its place is where it is. */
const PLACE = /^unlisted:(?:\w+ )?(?:place|spot)$/u

const known = (draft: Draft): Draft => {
  const plain = inOwnForm(draft)
  const { key, attribute, value } = alike({ ...plain, key: plain.subject.key })
  const subject = key === plain.subject.key ? plain.subject : { ...plain.subject, key }
  return { ...plain, subject, attribute, value }
}

const inOwnForm = (draft: Draft): Draft => {
  const { subject, attribute } = draft
  const key = withoutPart(attribute, subject.key)
  return canonical({
    ...draft,
    subject: key === subject.key ? subject : { ...subject, key },
    attribute:
      attribute === 'trait:power state'
        ? 'status'
        : attribute
            .replace(PLACE, 'framed_name:place')
            .replace(/^number:(?:home|own) /u, 'number:')
            .replace(/^measure:average rating:(?=.)/u, 'measure:rating:')
            .replace(/^measure:([a-z ]+):([a-z ]+)$/u, 'measure:$2 $1'),
  })
}

const draftsOf = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const code = fitting.noun?.code ?? fitting.relation.code
  const kind = attributeOf(code)?.kind
  if (fitting.relation.lasting && !isLasting(code)) return null
  if (code === 'spouse' && isTitle(fitting)) return null
  if (fitting.relation.office && kind !== 'person' && kind !== 'name') return null
  if (fitting.relation.code === 'held' && !isHeld(fitting)) return null
  if (fitting.noun?.code.startsWith(UNLISTED) === true && fitting.relation.code === 'officeOf') return null
  if (fitting.noun?.code.startsWith(UNLISTED) === true && fitting.relation.code !== 'leveled')
    return unlisted(fitting, subject)?.map(known) ?? null
  const special = particular(fitting, subject)
  if (special !== undefined) return special?.map(known) ?? null
  const draft = draftOf(fitting, subject, code)
  return draft === null ? null : [known(draft)]
}

/** "Frau Albers ist …": no wife of hers. */
const isTitle = ({ clause: { tokens }, found: { N } }: Fitting): boolean =>
  N !== undefined && N[0] === 0 && /^(?:frau|herr)$/.test(tokens[0]?.word ?? '') && tokens[1]?.proper === true

const mannerOf = ({ clause, relation, noun }: Fitting, tail: Tail): Manner => {
  if (relation.how === 'end' || clause.ended || clause.denied) return 'end'
  if (clause.correct || tail.how === 'correct') return 'correct'
  return clause.now || clause.former !== null || tail.how === 'change' || noun?.fresh === true ? 'change' : relation.how
}

type Told = { readonly fitting: Fitting; readonly tail: Tail; readonly how: Manner }

const claimOf = ({ subject, attribute, value, needs }: Draft, { fitting, tail, how }: Told): Claim => {
  const { clause, found, relation } = fitting
  const place = found.V ?? found.F
  const kind = attributeOf(attribute)?.kind ?? 'thing'
  return {
    subject: subject.key,
    attribute,
    value,
    shown: place === undefined ? null : shownOf(clause.tokens, place),
    // Who is single again has no spouse any more.
    how: attribute === 'spouse' && value === '' ? 'end' : how,
    needs,
    former: inOneName(attribute, formerOf(kind, { clause, tail, found: relation.how === 'end' ? {} : found })),
    from: tail.from ?? clause.from,
    to: tail.to ?? clause.to,
  }
}

const inOneName = (attribute: string, former: string | null): string | null =>
  former !== null && isOfTools(attribute) ? toolName(former) : former

const shownOf = (tokens: readonly Token[], [from, to]: readonly [number, number]): readonly [number, number] | null => {
  const first = tokens[from]
  const last = tokens[to - 1]
  return first === undefined || last === undefined ? null : [first.start, last.end]
}

const formerOf = (kind: Kind, { clause, tail, found }: { clause: Clause; tail: Tail; found: Found }): string | null => {
  const place = found.F ?? tail.former
  if (place !== null && place !== undefined) return valueIn(clause.tokens, place, kind)?.value ?? null
  return clause.former === null ? null : (valueIn(clause.former, [0, clause.former.length], kind)?.value ?? null)
}
