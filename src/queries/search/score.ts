import type { IndexedMemory } from '../bank-index/bank.js'
import type { TermStatistics } from './term-statistics.js'

/** A memory that may match, with what its score is made of. */
export type Match = {
  readonly id: string
  readonly about: IndexedMemory
  /** Share of the query's words, weighted by rarity, 0 to 1. */
  readonly lexical: number
  /** What words near in meaning to the query's add. */
  readonly relatedTerms: number
  readonly cosine: number
  readonly name: number
  readonly question: number
  /** For what the machine side said, unless the query asks for that. */
  readonly assistant: number
  readonly length: number
  /** For memories of the time that the query names. */
  readonly date: number
  /** For texts that may hold the kind of answer that the query asks for. */
  readonly answer: number
  /** For how the user wants things like those asked for to be done, from now on. */
  readonly instruction: number
  /** For how far others trust the agent that shares it. */
  readonly trust: number
  /** Fast search: for what is recent, and for what is often wanted. */
  readonly recency: number
  readonly access: number
  /** Full search: by how much a reranker has changed the score. */
  readonly rerank: number
  readonly score: number
}

export const WEIGHTS = {
  cosine: 0.6,
  name: 0.25,
  assistant: -0.1,
  date: 0.3,
} as const

/** The subject that a memory is preferred for: the one that the query names, and none where it names several. */
export const subjectOf = ({ subjects: [named, ...others] }: TermStatistics): string | undefined =>
  others.length === 0 ? named : undefined

/** The score as callers see it, 0 to 1. */
export const publicScore = (score: number): number => Math.min(1, Math.max(0, score / 2))

/** How much of the relevance of a memory the trust in its agent adds or takes away at most. */
const REACH = 0.25

/**
 * 0.25 · (2 · trust − 1) · relevance, where that is above 0: what an agent shares counts for a quarter less at trust 0 and
 * for a quarter more at trust 1. At 0.5, which is also that of an agent of which nothing is set, it changes nothing; and
 * what does not match is neither raised nor lowered.
 */
export const trustPart = (trust: number, relevance: number): number =>
  relevance > 0 ? REACH * (2 * trust - 1) * relevance : 0

/** The later said first; of one time the later written. */
export const newestFirst = ({ about: a }: Match, { about: b }: Match): number =>
  compare(b.observed_at, a.observed_at) || Number(b.ordinal - a.ordinal) || compare(a.id, b.id)

/** Best first; of equals the earlier said. */
export const byScore = (a: Match, b: Match): number =>
  b.score - a.score ||
  compare(a.about.observed_at, b.about.observed_at) ||
  Number(a.about.ordinal - b.about.ordinal) ||
  compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Tells of one memory after the other, best first, whether an answer shows it. Of each turn its best memory is left: a long
 * answer in many pieces is one candidate, and takes one place. Of a fact and what it rests on the better one is left, and of
 * memories with the same words the best.
 */
export const shownOnce = (): ((about: Pick<IndexedMemory, 'id' | 'said_in' | 'rests_on' | 'text_hash'>) => boolean) => {
  const turns = new Set<string>()
  const texts = new Set<string>()
  /** What is left, by itself; and what facts that are left rest on, by these. */
  const told = new Map<string, string>()
  return ({ id, said_in, rests_on, text_hash }) => {
    // A turn is stood for by a fact that rests on it; a fact, by a turn that it rests on and that is shown itself.
    const isStoodFor = rests_on === null ? told.has(id) : rests_on.some((on) => told.get(on) === on)
    if (isStoodFor || turns.has(said_in) || (text_hash !== null && texts.has(text_hash))) return false
    if (text_hash !== null) texts.add(text_hash)
    if (rests_on === null) told.set(id, id)
    turns.add(said_in)
    for (const on of rests_on ?? []) if (!told.has(on)) told.set(on, id)
    return true
  }
}
