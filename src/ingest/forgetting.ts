import { isReadAlike } from '../domain/conflict/decisions.js'
import { onceEach } from '../domain/memory/cascade.js'
import { ownText } from '../domain/memory/events.js'
import { type SameWords, together } from '../domain/memory/same-words.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import { isContent, tokensOf } from '../text/content-words.js'
import { allWordsOf, escaped, knownOf } from '../text/languages.js'
import { findEntities } from './as-said/describe.js'
import { statesOneThing } from './as-said/stated.js'
import type { ForgetRequest, Forgettable, Ingest, KnownAs, PreparedFact } from './context.js'
import type { Saying } from './neighbours.js'

export type ForgetDependencies = {
  /** What is in force and was said by the writer: by ids, and whatever holds all of these words; 20 of it at most. */
  readonly forgettable: (
    scope: Scope,
    asked: { readonly ids: readonly string[]; readonly words: readonly string[]; readonly readers: Readers },
  ) => Promise<readonly Forgettable[]>
  /** The visible memories with these words, by their hashes. */
  readonly memoriesSaying: (
    scope: Scope,
    asked: { readonly hashes: readonly string[] },
  ) => Promise<readonly SameWords[]>
}

/** In UTF-16 units: a longer turn says something else, too. */
const LONGEST = 120
/** More statements than these are not meant by few words, however often each was made. */
const MOST = 3

const known = [...knownOf('forget').values()]
const signs = known.map(({ polite, after = '', last, own }) => {
  const whole = (pattern: string) =>
    new RegExp(String.raw`^(?:(?:${polite})[,，、\s]*)*(?:${pattern})(?:[,，、\s]*(?:${after}))*$`, 'iu')
  return { last: whole(last), own: whole(own) }
})
/** Possessives of a speaker before what is theirs, as alternatives of a pattern. */
const MINE = known.map(({ mine }) => mine).join('|')
const IS = known.map(({ is }) => is).join('|')

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
    const forgets = fact.role === 'user' && fact.replacement === undefined ? requestIn(ownText(fact)) : undefined
    return forgets === undefined ? fact : { ...fact, forgets }
  })

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

/** What has the words of something that the requests of an ingest may mean. */
export const readSaying = async (
  { memoriesSaying }: ForgetDependencies,
  { facts, request }: Pick<Ingest, 'facts' | 'request'>,
  forgettable: readonly Forgettable[],
): Promise<readonly SameWords[]> => {
  if (!facts.some(({ forgets }) => forgets)) return []
  return memoriesSaying(request.scope, {
    hashes: [...new Set([...forgettable, ...facts].map(({ textHash }) => textHash))],
  })
}

/** By the fact, the memory that says already what it says; null where the version in force is not certain. */
export const knownAs = ({ facts }: Pick<Ingest, 'facts'>, tellings: ReadonlyMap<string, Saying>): KnownAs =>
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

/** What was stored before of what a fact may be about. */
type Stored = { readonly stored: readonly Forgettable[]; readonly known: KnownAs }
type Here = { readonly ingest: Ingest; readonly known: KnownAs }

/** What a request means; where that is not certain, what it may mean. Of `others` something else is made already. */
type Forgetting = { readonly isClear: boolean; readonly memories: readonly Forgettable[] }

const meantBy = (
  fact: PreparedFact,
  ingest: Ingest,
  { stored, others, known }: Stored & { readonly others: ReadonlySet<string> },
): Forgetting => {
  const { forgets } = fact
  if (!forgets) return { isClear: false, memories: [] }
  const all = [...stored, ...ingest.facts.flatMap((each) => saidBefore(each, fact, { ingest, known }))]
  const own = [...new Map(all.map((each) => [each.memoryId, each])).values()].filter(
    ({ memoryId, speaker, readers }) =>
      !others.has(memoryId) && speaker === fact.speaker && isReadAlike(readers, ingest.readers),
  )
  const { what } = forgets
  const memories = what === null ? lastOf(own, fact, { ingest, known }) : own.filter(({ text }) => holdsAll(text, what))
  const meant = memories.filter(
    ({ text }) => statesOneThing(text) && (what === null || (isOwn(text, what) && namesNobody(text))),
  )
  const isClear =
    what === null ? meant.length === 1 && memories.length === 1 : meant.length > 0 && statementsOf(meant) <= MOST
  return isClear ? { isClear, memories: meant } : { isClear, memories }
}

const statementsOf = (memories: readonly Forgettable[]): number =>
  new Set(memories.map(({ textHash }) => textHash)).size

/** What a request takes: what it means goes together with what has the same words, whatever the day. */
export const forgetting = (
  fact: PreparedFact,
  ingest: Ingest,
  { saying, ...known }: Parameters<typeof meantBy>[2] & { readonly saying: readonly SameWords[] },
): { readonly isClear: boolean; readonly memories: readonly Target[] } => {
  const { isClear, memories } = meantBy(fact, ingest, known)
  if (!isClear) return { isClear, memories }
  const others = memories.flatMap((memory) => together(saying, memory)).filter(({ status }) => status !== 'deleted')
  return { isClear, memories: onceEach([...memories, ...others]) }
}

/** What the same conversation has said before a request. */
const saidBefore = (
  each: PreparedFact,
  { turns: [first] }: PreparedFact,
  { ingest: { readers }, known }: Here,
): readonly Forgettable[] => {
  const target = each.turns[1] < first && each.role === 'user' && !each.forgets ? targetOf(each, known) : undefined
  const { textHash, speaker } = each
  return target === undefined ? [] : [{ ...target, textHash, text: ownText(each), speaker, readers }]
}

/** All that was made of the last turn of the speaker; nothing where that is not all of it. */
const lastOf = (own: readonly Forgettable[], fact: PreparedFact, { ingest, known }: Here): readonly Forgettable[] => {
  const before = ingest.facts.filter(({ turns, role }) => turns[1] < fact.turns[0] && role === 'user')
  const last = Math.max(-1, ...before.map(({ turns }) => turns[1]))
  if (ingest.extraction.said.slice(last + 1, fact.turns[0]).some(({ role }) => role === 'user')) return []
  const ids =
    last >= 0
      ? before.flatMap((each) => (each.turns[1] === last ? (targetOf(each, known)?.memoryId ?? each.memoryId) : []))
      : ingest.standing.flatMap(({ isLast, memoryId }) => (isLast ? memoryId : []))
  const made = own.filter(({ memoryId }) => ids.includes(memoryId))
  return made.length === ids.length ? made : []
}

const holdsAll = (text: string, what: string): boolean => {
  const held = text.toLowerCase()
  return wordsOf(what).every((word) => held.includes(word))
}

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]`

/** Whether it says what something of the speaker's own is: "my address is …", and not "my sister's address", "my address book". */
const isOwn = (text: string, what: string): boolean => {
  const words = what.split(' ').map(escaped)
  const own = String.raw`^\P{L}*(?:\p{L}{1,3}\s+)?(?:${MINE})\s*${words.join(String.raw`\s+`)}`
  return new RegExp(String.raw`${own}(?:\s*[:=—–,.!]|\s*(?:${IS})(?!${LETTER})|\s*$)`, 'iu').test(text.trim())
}

const namesNobody = (text: string): boolean =>
  findEntities(text, null, new Set()).every(({ type }) => type !== 'person')
