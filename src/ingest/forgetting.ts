import { type Readers, readByAllOf, type Scope } from '../domain/scope.js'
import { isContent, tokensOf } from '../indexing/content-words.js'
import { allWordsOf, knownOf } from '../text/languages.js'
import { findEntities } from './as-said/entities.js'
import type { ForgetRequest, Forgettable, Ingest, PreparedFact } from './context.js'
import { statementsIn } from './statements-in.js'

export type ForgetDependencies = {
  /** What is in force and was said by the writer: by ids, and whatever holds all of these words; 20 of it at most. */
  readonly forgettable: (
    scope: Scope,
    asked: { readonly ids: readonly string[]; readonly words: readonly string[]; readonly readers: Readers },
  ) => Promise<readonly Forgettable[]>
}

/** In UTF-16 units: a longer turn says something else, too. */
const LONGEST = 120
/** More memories than these are not meant by few words. */
const MOST = 3

const signs = [...knownOf('forget').values()].map(({ polite, after = '', last, own }) => {
  const whole = (pattern: string) =>
    new RegExp(String.raw`^(?:(?:${polite})[,，、\s]*)*(?:${pattern})(?:[,，、\s]*(?:${after}))*$`, 'iu')
  return { last: whole(last), own: whole(own) }
})
const MINE = [...knownOf('forget').values()].map(({ mine }) => mine).join('|')

/** "Vergiss meine Adresse nicht": a negation may stand anywhere. */
const NEGATIONS = allWordsOf([...knownOf('contradictions').values()].map(({ negations }) => negations))

/** Undefined for a turn that is anything but such a request: one that is negated, quoted, or that says more. */
export const requestIn = (text: string): ForgetRequest | undefined => {
  if (text.length > LONGEST) return undefined
  const said = text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s.!?…。！？¡¿]+$/u, '')
  if (tokensOf(said).some((word) => NEGATIONS.has(word))) return undefined
  for (const { last, own } of signs) {
    if (last.test(said)) return { what: null }
    const what = own.exec(said)?.groups?.what
    if (what !== undefined && wordsOf(what).length > 0) return { what }
  }
  return undefined
}

const wordsOf = (what: string): readonly string[] => tokensOf(what).filter(isContent)

/** Requests of the user, each a fact that becomes no memory. */
export const withRequests = (facts: readonly PreparedFact[]): readonly PreparedFact[] =>
  facts.map((fact) => {
    const forgets = fact.role === 'user' && fact.replacement === undefined ? requestIn(ownTextOf(fact)) : undefined
    return forgets === undefined ? fact : { ...fact, forgets }
  })

const ownTextOf = ({ content, speaker }: Pick<PreparedFact, 'content' | 'speaker'>): string =>
  speaker === null ? content : content.slice(speaker.length + 2)

/** What is known that the requests of an ingest may mean. */
export const readForgettable = async (
  { forgettable }: ForgetDependencies,
  { facts, readers, request, standing }: Ingest,
): Promise<readonly Forgettable[]> => {
  const requests = facts.flatMap(({ forgets }) => forgets ?? [])
  const found = await Promise.all(
    requests.map(({ what }) => {
      const ids = what === null ? standing.map(({ memoryId }) => memoryId) : []
      const words = what === null ? [] : wordsOf(what)
      return ids.length + words.length === 0 ? [] : forgettable(request.scope, { ids, words, readers })
    }),
  )
  return [...new Map(found.flat().map((each) => [each.memoryId, each])).values()]
}

/** What a request means; where that is not certain, what it may mean. */
export type Forgetting = { readonly isClear: boolean; readonly memories: readonly Forgettable[] }

export const meantBy = (fact: PreparedFact, ingest: Ingest, known: readonly Forgettable[]): Forgetting => {
  const { forgets } = fact
  const own = [...known, ...ingest.facts.flatMap((each) => saidBefore(each, fact, ingest))].filter(
    ({ speaker, readers }) =>
      speaker === fact.speaker && readByAllOf(readers, ingest.readers) && readByAllOf(ingest.readers, readers),
  )
  if (!forgets) return { isClear: false, memories: [] }
  const { what } = forgets
  const memories = what === null ? lastOf(own, fact, ingest) : own.filter(({ text }) => holdsAll(text, what))
  const meant = memories.filter(({ text }) => isAlone(text) && (what === null || isOwn(text, what)))
  const isClear = what === null ? meant.length === 1 && memories.length === 1 : meant.length > 0 && meant.length <= MOST
  return isClear ? { isClear, memories: meant } : { isClear, memories }
}

/** What the same conversation has said before a request. */
const saidBefore = (
  each: PreparedFact,
  { turns: [first] }: PreparedFact,
  { readers }: Ingest,
): readonly Forgettable[] =>
  each.turns[1] < first && each.forgets === undefined && each.role === 'user'
    ? [{ memoryId: each.memoryId, version: 1, text: ownTextOf(each), speaker: each.speaker, readers }]
    : []

/** All that was made of the last turn of the speaker. */
const lastOf = (own: readonly Forgettable[], fact: PreparedFact, ingest: Ingest): readonly Forgettable[] => {
  const here = ingest.facts.filter(({ memoryId, turns }) => turns[1] < fact.turns[0] && own.some(isSame(memoryId)))
  const last = Math.max(-1, ...here.map(({ turns }) => turns[1]))
  const between = ingest.extraction.said.slice(last + 1, fact.turns[0])
  if (between.some(({ role }) => role === 'user')) return []
  if (here.length > 0)
    return own.filter((each) => here.some((one) => one.turns[1] === last && isSame(one.memoryId)(each)))
  const [newest] = ingest.standing.filter(({ memoryId }) => own.some(isSame(memoryId)))
  if (newest === undefined) return []
  const ofTurn = ingest.standing.filter(({ turn, episodeId }) => turn === newest.turn && episodeId === newest.episodeId)
  return own.filter((each) => ofTurn.some(({ memoryId }) => isSame(memoryId)(each)))
}

const isSame =
  (memoryId: string) =>
  (each: Forgettable): boolean =>
    each.memoryId === memoryId

const holdsAll = (text: string, what: string): boolean => {
  const held = text.toLowerCase()
  return wordsOf(what).every((word) => held.includes(word))
}

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]`

/** Whether it says something of what is the speaker's own: "my address", and not "my sister's address". */
const isOwn = (text: string, what: string): boolean => {
  const words = what.split(' ').map((word) => word.replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&'))
  return new RegExp(String.raw`(?<!${LETTER})(?:${MINE})\s*${words.join(String.raw`\s+`)}(?!${LETTER})`, 'iu').test(
    text,
  )
}

/** Whether it states one thing, and names nobody. */
const isAlone = (text: string): boolean =>
  statementsIn(text).length === 1 && findEntities(text, null, new Set()).every(({ type }) => type !== 'person')
