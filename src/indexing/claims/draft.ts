import { attributeOf, type Kind } from './attributes.js'
import type { Clause } from './clause.js'
import { textOf, UNNAMED } from './names.js'
import { normalised } from './normalise.js'
import type { Noun } from './noun.js'
import type { Found } from './pattern.js'
import { isPlace } from './places.js'
import { isCondition } from './progress.js'
import type { Relation } from './relation.js'
import type { Needs } from './statement.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { valueIn } from './values.js'
import { tellWhatSomebodyIs, tellWhatSomethingIs } from './what-people-are.js'

/** A way to say something that fits a clause. */
export type Fitting = {
  readonly clause: Clause
  readonly relation: Relation
  readonly found: Found
  readonly end: number
  /** The noun in the place of N. */
  readonly noun: Noun | null
  /** '' for a speaker without a name. */
  readonly speaker: string
  /** The attribute of a noun; undefined where it stands in no list. */
  readonly codeOf: (noun: string) => string | undefined
}

/** What a fitting says, before it becomes a claim. */
export type Draft = {
  readonly subject: Subject
  readonly attribute: string
  readonly value: string
  readonly needs: Needs
}

const RANK: readonly Needs[] = ['nothing', 'change', 'former']

export const needsOf = ({ relation }: Fitting, subject: Subject): Needs =>
  RANK[Math.max(RANK.indexOf(relation.needs), RANK.indexOf(subject.needs))] ?? 'former'

const MOVED = /^(?:moved|relocated|shifted|transferred|postponed|pushed|went|rose|fell|dropped|extended)$/

/** "My boss is in Berlin" names no boss, nor does "my boss moved to Berlin". */
const isMisplaced = (tokens: readonly Token[], at: number, kind: Kind): boolean =>
  (tokens[at - 1]?.word === 'with' && kind !== 'organisation') ||
  ((kind === 'person' || kind === 'organisation' || kind === 'name') &&
    (/^(?:in|at|on|for|from|an|am|im|bei|aus|auf|zu|unter|beim)$/.test(tokens[at - 1]?.word ?? '') ||
      (tokens[at - 1]?.word === 'to' && tokens.slice(0, at).some(({ word }) => MOVED.test(word)))))

/** "In Ulm regiert Anna" begins with no name. */
const FRONTED = /^(?:im|bei|beim|für|als|auf|in)$/

const isTitled = ({ raw, proper, start }: Token): boolean => proper && start > 1 && /^\p{Lu}/u.test(raw)

/** "My job is at X" names no job. */
const isAdverbial = (token: Token | undefined): boolean =>
  token !== undefined &&
  !/^\p{Lu}{2}/u.test(token.raw) &&
  !isTitled(token) &&
  /^(?:at|in|on|with|from|under|to|for|by|bei|mit|von|auf|zu|aus|im|am|beim)$/.test(token.word)

/** "The plan has been cancelled" names no plan. */
const isDone = (tokens: readonly Token[], [from, to]: readonly [number, number]): boolean =>
  tokens[from - 1]?.word === 'been' &&
  [tokens[from], tokens[to - 1]].some((token) => /(?:ed|en|set|cut|put)$/.test(token?.word ?? '')) &&
  !isCondition(textOf(tokens, from, to))

/** "The division is part of X", "the director is a kind of Y": what it belongs to, and no value. */
const isMembership = (tokens: readonly Token[], [from, to]: readonly [number, number]): boolean => {
  const at = /^(?:an?|eine?)$/.test(tokens[from]?.word ?? '') ? from + 1 : from
  return (
    at + 1 < to &&
    /^(?:parts?|subclass|subtype|type|kind|teil|typ|art|unterklasse)$/.test(tokens[at]?.word ?? '') &&
    /^(?:of|von|vom|des|der)$/.test(tokens[at + 1]?.word ?? '')
  )
}

/** "to B", "held by A" are no values. */
const isPhrase = (tokens: readonly Token[], [at, to]: readonly [number, number]): boolean =>
  (/^(?:to|from|next|of)$/.test(tokens[at]?.word ?? '') && tokens[at]?.proper !== true) ||
  (at + 1 < to && tokens[at + 1]?.word === 'by' && tokens[at]?.proper !== true)

/** "Mein Auto ist ein Wrack": what it is like. */
const NO_CAR =
  /^(?:wrack|schrott|schrotthaufen|traum|albtraum|alptraum|desaster|witz|problem|geschenk|oldtimer|wreck|mess|nightmare|dream|joke|gift|disaster|classic|write-off)$/

/** "The boss of Tom is now retired", "the seat of the firm is now a ruin": what somebody or something is, and no name of another one. */
const isNoName = (kind: Kind, attribute: string, value: readonly Token[]): boolean => {
  if (kind === 'person') return tellWhatSomebodyIs(value)
  if (attribute === 'seat') return /^(?:an?|eine?)$/.test(value[0]?.word ?? '')
  if (attribute === 'car') return NO_CAR.test(value.at(-1)?.word ?? '')
  if (attribute === 'owner') return tellWhatSomebodyIs(value) || tellWhatSomethingIs(value)
  return (kind === 'place' || kind === 'organisation') && tellWhatSomethingIs(value)
}

/** The value in the place of V, or of F where something has ended; null if it is none of that attribute. */
export const draftOf = (fitting: Fitting, subject: Subject, attribute: string): Draft | null => {
  const { clause, found, relation, noun } = fitting
  const kind = attributeOf(attribute)?.kind
  const place = found.V ?? (relation.how === 'end' ? found.F : undefined)
  if (kind === undefined || (place !== undefined && isMembership(clause.tokens, place))) return null
  const needs = needsOf(fitting, subject)
  if (place === undefined) return relation.how === 'end' ? { subject, attribute, value: '', needs } : null
  if (kind === 'thing' && attribute !== 'status' && isAdverbial(clause.tokens[place[0]])) return null
  if (noun !== null && isMisplaced(clause.tokens, place[0], kind)) return null
  if (kind === 'thing' && (isDone(clause.tokens, place) || isPhrase(clause.tokens, place))) return null
  if (kind === 'person' && place[0] === 0 && FRONTED.test(clause.tokens[0]?.word ?? '')) return null
  if (isNoName(kind, attribute, clause.tokens.slice(...place))) return null
  const read = valueIn(clause.tokens, place, kind)
  return read === null || read.value === subject.key ? null : { subject, attribute, value: read.value, needs }
}

/** Whether somebody who "moved to" it has moved house: it is known as a place, and not a tool or a department. */
export const isTown = (tokens: readonly Token[], [from, to]: readonly [number, number]): boolean =>
  isPlace(
    textOf(tokens, from, to)
      .split(',')
      .map((part) => normalised(part))
      .join(', '),
  )

/** What stands in the place of X, in the form that is compared. */
export const aboutOf = ({ clause, found }: Fitting, most: number): string | null => {
  if (found.X === undefined || found.X[1] - found.X[0] > most) return null
  const words = clause.tokens.slice(...found.X)
  if (
    words.some(
      ({ word }) => UNNAMED.has(word) || !/^\p{L}[\p{L}\p{N}'-]*$/u.test(word) || /^(?:and|or|und|oder)$/.test(word),
    )
  )
    return null
  return normalised(textOf(clause.tokens, ...found.X)).replace(/^colou?r$/, 'colour')
}

export type Particular = (fitting: Fitting, subject: Subject) => readonly Draft[] | null

/** What the words in a place say, in lower case; undefined where the way has no such place. */
export const textAt = ({ clause }: Fitting, place: readonly [number, number] | undefined): string | undefined =>
  place === undefined ? undefined : textOf(clause.tokens, ...place)

/** The words in the place of V, '' where the way has none. */
export const spokenValue = (fitting: Fitting): string => textAt(fitting, fitting.found.V) ?? ''

/** The same, to be taken for true only where it changes what was said before. */
export const loosely = (drafts: readonly Draft[] | null): readonly Draft[] | null => needing('change', drafts)

/** The tokens in the place of the subject; none where it has no place. */
export const subjectTokens = ({ clause, found }: Fitting): readonly Token[] =>
  found.S === undefined ? [] : clause.tokens.slice(...found.S)

/** The same, to be taken for true as it stands. */
export const certain = (drafts: readonly Draft[] | null): readonly Draft[] | null => needing('nothing', drafts)

export const needing = (needs: Needs, drafts: readonly Draft[] | null): readonly Draft[] | null =>
  drafts?.map((draft) => ({ ...draft, needs })) ?? null

/** The value as it stands, of that attribute. */
export const plain = (fitting: Fitting, subject: Subject, attribute: string): readonly Draft[] | null => {
  const draft = draftOf(fitting, subject, attribute)
  return draft === null ? null : [draft]
}

/** One claim by a value that was made out by itself. */
export const told = (subject: Subject, attribute: string, value: string): readonly Draft[] => [
  { subject, attribute, value, needs: subject.needs },
]

/** On which floor somebody or something has its place; an office stands for who works there. */
export const onFloor = (fitting: Fitting, subject: Subject): readonly Draft[] =>
  told({ ...subject, key: subject.key.replace(/^office of /u, '') }, 'trait:floor', spokenValue(fitting))
