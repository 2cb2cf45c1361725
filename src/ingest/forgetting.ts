import { isReadAlike } from '../domain/conflict/decisions.js'
import { onceEach } from '../domain/memory/cascade.js'
import { type SameWords, together } from '../domain/memory/same-words.js'
import type { Forgetting } from '../domain/memory/settling.js'
import { isBefore, type Moment } from '../domain/moment.js'
import { ownText } from '../domain/own-text.js'
import type { Target } from '../domain/verdict.js'
import type { Database } from '../postgres/database.js'
import type { Forgettable } from '../queries/memory-state.js'
import { forgettable } from '../queries/memory-state.js'
import { memoriesSaying } from '../queries/same-words.js'
import { lastTold } from '../queries/visible-tellings.js'
import { isAssistantRole } from '../text/assistant.js'
import { foldedName } from '../text/fold.js'
import { knownOf, wholeWords } from '../text/languages.js'
import { isRoleWord } from '../text/speaker-name.js'
import { lexemeOf } from '../text/terms.js'
import { type Language, wordsOf } from '../text/words.js'
import { findEntities } from './as-said/describe.js'
import { statesOneThing } from './as-said/stated.js'
import type { KnownAs, PreparedFact, PreparedIngest } from './context.js'
import type { TellingOf } from './duplicates.js'
import {
  type AskedAbout,
  GAP,
  hasNegation,
  isOfSelf,
  isUnsure,
  LETTER,
  requestIn,
  tellingWords,
  WORD,
} from './forget-request.js'

const known = [...knownOf('forget').values()]

/** More statements than these are not meant by few words, however often each was made. */
const MOST = 3
/** Of what is not certain so many are told. */
const MOST_CANDIDATES = 20

/** Possessives of a speaker before what is theirs, as alternatives of a pattern. */
const MINE = known.map(({ mine }) => mine).join('|')
const IS = known.map(({ is }) => is).join('|')
/** One of these as a word, in a pattern. */
const IS_WORD = `(?<!${LETTER})(?:${IS})(?!${LETTER})`

/** Whether a person says it: by the role, also one that is not known, which is a name: "Bob"; in a text, by the label. */
const isPersons = ({ role, speaker }: Pick<PreparedFact, 'role' | 'speaker'>): boolean => {
  const said = role ?? speaker
  return said !== null && !isAssistantRole(said)
}

/** Requests of the user, each a fact that becomes no memory. */
export const withRequests = (facts: readonly PreparedFact[]): readonly PreparedFact[] =>
  facts.map((fact) => {
    const forgets = isPersons(fact) && fact.replacement === undefined ? requestIn(ownText(fact)) : undefined
    return forgets === undefined ? fact : { ...fact, forgets }
  })

/** What is known that the requests of an ingest may mean. */
export const readForgettable = async (
  db: Database,
  { facts, readers, request, standing }: Pick<PreparedIngest, 'facts' | 'readers' | 'request' | 'standing'>,
): Promise<readonly Forgettable[]> => {
  const found = await Promise.all(
    facts.map((fact) => {
      const { forgets } = fact
      if (forgets === undefined) return []
      const ids = forgets.of === 'last' ? standing.map(({ memoryId }) => memoryId) : []
      const words = forgets.of === 'last' ? [] : beginningsOf(forgets)
      return ids.length + words.length === 0
        ? []
        : forgettable(db, request.scope, { ids, words, readers, speaker: namedIn(fact) })
    }),
  )
  return onceEach(found.flat())
}

/** Of the words of a request what their other forms have in common. */
const beginningsOf = ({ what, language }: AskedAbout): readonly string[] =>
  wordsOf(what).flatMap((word) => {
    const lexeme = lexemeOf(word, language)
    if (lexeme === null) return []
    return word.slice(0, lexeme.length > LONG ? lexeme.length - 1 : lexeme.length)
  })
/** Shorter words lose no letter: too much begins like them. */
const LONG = 4

/** What has the words of something that the requests of an ingest may mean. */
export const readSaying = async (
  db: Database,
  { facts, request }: Pick<PreparedIngest, 'facts' | 'request'>,
  meant: readonly Forgettable[],
): Promise<readonly SameWords[]> => {
  if (!facts.some(({ forgets }) => forgets)) return []
  return memoriesSaying(db, request.scope, {
    hashes: [...new Set([...meant, ...facts].map(({ textHash }) => textHash))],
  })
}

/** When memories were told that requests may mean, where one of these tells when it was made. */
export const readLastTold = async (
  db: Database,
  { facts, request }: Pick<PreparedIngest, 'facts' | 'request'>,
  memories: readonly { readonly memoryId: string }[],
): Promise<ReadonlyMap<string, Moment>> => {
  if (memories.length === 0 || !facts.some(({ forgets, given }) => forgets && given)) return new Map()
  return lastTold(db, request.scope, [...new Set(memories.map(({ memoryId }) => memoryId))])
}

/** By the fact, the memory that says already what it says; null where the version in force is not certain. */
export const knownAs = ({ facts }: Pick<PreparedIngest, 'facts'>, tellings: ReadonlyMap<string, TellingOf>): KnownAs =>
  new Map(
    facts.flatMap(({ memoryId, replacement }): readonly (readonly [string, Target | null])[] => {
      if (replacement !== undefined) return [[memoryId, null]]
      const memory = tellings.get(memoryId)
      if (memory === undefined) return []
      const version = memory.version ?? memory.memory?.version
      return [[memoryId, version === undefined ? null : { memoryId: memory.id, version }]]
    }),
  )

/** What is in force of what a fact says; undefined where that is not certain. */
const targetOf = ({ memoryId }: Pick<PreparedFact, 'memoryId'>, known: KnownAs): Target | undefined =>
  known.has(memoryId) ? (known.get(memoryId) ?? undefined) : { memoryId, version: 1 }

/** The conversation in which a request stands. */
type Conversed = Pick<PreparedIngest, 'facts' | 'readers' | 'standing' | 'extraction'>

type KnownConversation = { readonly ingest: Conversed; readonly known: KnownAs }

/** What a request means; where that is not certain, what it may mean. */
type RequestMeaning = { readonly isClear: boolean; readonly memories: readonly Forgettable[] }

type Forgettables = {
  readonly stored: readonly Forgettable[]
  /** What has the words of these. */
  readonly saying: readonly SameWords[]
  readonly known: KnownAs
  /** Something else is made of these already. */
  readonly others: ReadonlySet<string>
  readonly lastTold: ReadonlyMap<string, Moment>
}

/**
 * What a request takes: what it means goes together with what has the same words, whatever the day. A request that tells when it was
 * made takes only what was told before that.
 */
export const forgetting = (
  fact: PreparedFact,
  ingest: Conversed,
  { saying, lastTold, ...parts }: Forgettables,
): Omit<Forgetting, 'askedAt'> => {
  const given = new Map(ingest.facts.map((each) => [each.memoryId, each.given]))
  const isEarlier = ({ memoryId }: Pick<Target, 'memoryId'>): boolean => {
    const told = lastTold.get(memoryId) ?? given.get(memoryId)
    return fact.given === undefined || told === undefined || !isBefore(fact.given, told)
  }
  const earlier = saying.filter((each) => each.status !== 'deleted' && isEarlier(each))
  // Where one of several with the same words was told later, an earlier one stands for them.
  const stored = parts.stored.flatMap((memory) => {
    const standing = isEarlier(memory) ? memory : together(earlier, memory).find(({ status }) => status === 'active')
    return standing === undefined ? [] : { ...memory, memoryId: standing.memoryId, version: standing.version }
  })
  const { isClear, memories } = meantBy(fact, ingest, { ...parts, stored, isEarlier })
  const others = isClear ? memories.flatMap((memory) => together(earlier, memory)) : []
  return { isClear, memories: onceEach<Target>([...memories, ...others]) }
}

const meantBy = (
  fact: PreparedFact,
  ingest: Conversed,
  {
    stored,
    others,
    known,
    isEarlier,
  }: Pick<Forgettables, 'stored' | 'others' | 'known'> & { readonly isEarlier: (memory: Target) => boolean },
): RequestMeaning => {
  const { forgets } = fact
  if (!forgets) return { isClear: false, memories: [] }
  const all = [...stored, ...ingest.facts.flatMap((each) => saidBefore(each, fact, { ingest, known }))]
  const own = onceEach(all).filter(
    (each) =>
      !others.has(each.memoryId) &&
      isEarlier(each) &&
      isTakenBackBy(fact, each) &&
      isReadAlike(each.readers, ingest.readers),
  )
  if (forgets.of === 'last') {
    const memories = lastOf(own, fact, { ingest, known })
    return { isClear: memories.length === 1 && memories.every(({ text }) => statesOneThing(text)), memories }
  }
  return askedAbout(own, forgets)
}

/** A memory that holds no word of a request is not meant. */
const askedAbout = (own: readonly Forgettable[], forgets: AskedAbout): RequestMeaning => {
  const asked = tellingWords(forgets.what, forgets.language)
  const held = own.map((memory) => ({ memory, words: new Set(tellingWords(memory.text, forgets.language)) }))
  const some = held.filter(({ words }) => asked.some((word) => words.has(word)))
  const all = some
    .filter(
      ({ words, memory: { text } }) =>
        asked.every((word) => words.has(word)) &&
        (!forgets.isOfSelf || isOfSelf(text, forgets)) &&
        (!forgets.isWhole || [...words].every((word) => asked.includes(word))),
    )
    .map(({ memory }) => memory)
  const isMeant = (text: string) =>
    forgets.of === 'own' ? isOwn(text, forgets) : !forgets.isUnsure && hasNegation(text) === hasNegation(forgets.what)
  const meant = all.filter(({ text }) => statesOneThing(text) && !saysMore(text, forgets) && isMeant(text))
  const certain = meant.filter(({ text }) => namesNobodyElse(text, forgets) || isNameOf(text, forgets))
  const leavesNone = forgets.of === 'own' || certain.length === all.length
  if (certain.length > 0 && statementsOf(certain) <= MOST && leavesNone) return { isClear: true, memories: certain }
  const candidates = all.length > 0 ? all : some.map(({ memory }) => memory)
  return { isClear: false, memories: candidates.slice(0, MOST_CANDIDATES) }
}

const statementsOf = (memories: readonly Forgettable[]): number =>
  new Set(memories.map(({ textHash }) => textHash)).size

/** What the same conversation has said before a request. */
const saidBefore = (
  each: PreparedFact,
  { turns: [first] }: PreparedFact,
  { ingest: { readers }, known }: KnownConversation,
): readonly Forgettable[] => {
  const isSaid = isPersons(each) && (each.forgets === undefined || isUnsure(each.forgets))
  const target = each.turns[1] < first && isSaid ? targetOf(each, known) : undefined
  if (target === undefined) return []
  const { textHash, speaker, role, subject } = each
  return [{ ...target, textHash, text: ownText(each), speaker, role, subject, readers }]
}

/** Who is named as having said it; null where nobody is. */
const namedIn = ({ speaker, role, subject }: Pick<Forgettable, 'speaker' | 'role' | 'subject'>): string | null => {
  // Of prose, which has no role, the subject is whom it is about.
  const name = (speaker ?? (role === null ? null : subject))?.toLowerCase() ?? null
  return name === null || isRoleWord(name) ? null : name
}

/**
 * Whether a memory is of those that who asks may take back. A named speaker: what that speaker said, or nobody named; never what
 * another one said. The user whom no name tells from others: also what any speaker of the user's side said. Who is named by a role
 * that is not known: what they said themselves, as programs give such roles to what is no person, too. A text has no roles.
 */
const isTakenBackBy = (
  asking: Pick<PreparedFact, 'speaker' | 'role' | 'subject'>,
  memory: Pick<Forgettable, 'speaker' | 'role' | 'subject'>,
): boolean => {
  if (isAssistantRole(memory.role ?? memory.speaker)) return false
  const [by, said] = [namedIn(asking), namedIn(memory)]
  if (asking.role !== null && asking.role !== 'user') return said !== null && said === by
  return said === null || said === by || (by === null && memory.role === 'user')
}

/** All that was made of the last turn of the speaker; nothing where that is not all of it. */
const lastOf = (
  own: readonly Forgettable[],
  fact: PreparedFact,
  { ingest, known }: KnownConversation,
): readonly Forgettable[] => {
  const before = ingest.facts.filter(({ turns, role }) => turns[1] < fact.turns[0] && role === fact.role)
  const last = Math.max(-1, ...before.map(({ turns }) => turns[1]))
  if (ingest.extraction.said.slice(last + 1, fact.turns[0]).some(({ role }) => role === 'user')) return []
  const ids =
    last >= 0
      ? before.flatMap((each) => (each.turns[1] === last ? (targetOf(each, known)?.memoryId ?? each.memoryId) : []))
      : ingest.standing.flatMap(({ isLast, memoryId }) => (isLast ? memoryId : []))
  const made = own.filter(({ memoryId }) => ids.includes(memoryId))
  return made.length === ids.length ? made : []
}

/** Whether it says what something of the speaker's own is: "my address is …", and not "my sister's address", "my address book". */
const isOwn = (text: string, { what, language }: AskedAbout): boolean => {
  const thing = `(?<thing>${WORD}(?: ${WORD}){${what.split(' ').length - 1}})(?!${LETTER})`
  const own = String.raw`^\P{L}*(?:\p{L}{1,3}\s+)?(?:${MINE})${GAP}${thing}`
  const said = new RegExp(String.raw`${own}(?:\s*[:=—–,.!]|\s*(?:${IS})(?!${LETTER})|\s*$)`, 'iu').exec(
    text.trim().replace(/\s+/gu, ' '),
  )
  const words = tellingWords(said?.groups?.thing ?? '', language)
  return words.join(' ') === tellingWords(what, language).join(' ')
}

/** What begins a clause of the speaker's own. */
const opensIn = (language: Language): string =>
  [MINE, knownOf('statements').get(language)?.opens].filter((words) => words !== undefined).join('|')

/**
 * Whether a further clause of a text says something else: it begins with the speaker, says what something is, or holds words that a
 * request about the speaker does not name. "My address is …, and my phone number is …", "I live in Oslo and work as a nurse".
 */
const saysMore = (text: string, { what, language, isOfSelf: isOfSpeaker = false }: AskedAbout): boolean => {
  const joins = knownOf('instructions').get(language)?.joins
  const [, ...further] = text.split(
    new RegExp(`[,;，、；–—]${joins === undefined ? '' : `|${wholeWords(joins)}`}`, 'iu'),
  )
  const isClause = new RegExp(String.raw`^\s*(?:${opensIn(language)})(?!${LETTER})|${IS_WORD}`, 'iu')
  const named = tellingWords(what, language)
  const isNamed = (clause: string) => tellingWords(clause, language).every((word) => named.includes(word))
  return further.some((clause) => isClause.test(clause) || (isOfSpeaker && !isNamed(clause)))
}

/** Whether something of the speaker's own is somebody, and nothing else is said: "My therapist is Dr Weber." */
const isNameOf = (text: string, { of }: AskedAbout): boolean => {
  const [, value] = text.trim().split(new RegExp(`[:=]|${IS_WORD}`, 'iu'))
  return (
    of === 'own' &&
    value !== undefined &&
    value
      .trim()
      .split(/\s+/u)
      .every((word) => /^\P{L}*\p{Lu}/u.test(word))
  )
}

/** Whom a request names it may be about. */
const namesNobodyElse = (text: string, { of, what }: AskedAbout): boolean => {
  const named = new Set(of === 'any' ? foldedName(what).split(' ') : [])
  const isNamed = (name: string) =>
    foldedName(name)
      .split(' ')
      .some((word) => named.has(word))
  return findEntities(text, null, new Set()).every(({ type, name }) => type !== 'person' || isNamed(name))
}
