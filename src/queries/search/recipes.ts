import type { Stage } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { BOOST_REACH, boostFound } from './boost.js'
import { findCandidates } from './candidates.js'
import { type Search, stage } from './context.js'
import { embedQuery } from './embed-query.js'
import { newerFirst } from './newer-first.js'
import { packageFlat } from './package.js'
import { rank } from './rank.js'
import { readFound } from './read-found.js'
import { readLexicon } from './read-term-statistics.js'
import type { KindredWords } from './related-terms.js'
import { onceATurn } from './turns.js'

export type Mode = 'full' | 'fast'

type Parts = {
  readonly db: Database
  readonly embedding: EmbeddingProvider
  readonly kindred: KindredWords
  readonly now: () => string
}

/** A mode is a list of stages, never a flag inside one. */
export const recipes = ({ db, embedding, kindred, now }: Parts): Readonly<Record<Mode, readonly Stage<Search>[]>> => {
  const words = counted(readLexicon(db, kindred), ({ lexicon }) => lexicon.terms.length)
  const embed = counted(embedQuery(embedding), ({ vector }) => (vector === null ? 0 : 1))
  const candidates = counted(findCandidates(db), (search) => search.candidates.length)
  const score = counted(rank, ({ matches }) => matches.length)
  const turns = counted(onceATurn, ({ matches }) => matches.length)
  const newer = counted(newerFirst(db), ({ matches }) => matches.length)
  const read = counted(readFound(db), ({ memories }) => memories.length)
  const readOn = counted(readFound(db, BOOST_REACH), ({ memories }) => memories.length)
  const boost = counted(boostFound(now), ({ memories }) => memories.length)
  const pack = counted(packageFlat, ({ packed }) => packed.citations.length)
  return {
    full: [words, embed, candidates, score, turns, newer, read, pack],
    fast: [words, embed, candidates, score, turns, readOn, boost, newer, pack],
  }
}

/** The same stage, which also notes how many things it left. */
const counted = ({ name, run }: Stage<Search>, count: (search: Search) => number): Stage<Search> =>
  stage(name, async (before) => {
    const after = await run(before)
    return { ...after, counts: [...after.counts, count(after)] }
  })
