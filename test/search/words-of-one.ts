import { addMemory } from '../../src/memory-index/change-memory-index.js'
import { createMemoryIndex, type IndexedMemory } from '../../src/memory-index/memory-index.js'
import { TermFrequencies } from '../../src/memory-index/term-frequencies.js'
import { VectorArena } from '../../src/memory-index/vector-arena.js'
import { visibleIndex } from '../../src/memory-index/visible-index.js'

import { type Match, matchesIn, type Query } from '../../src/search/score.js'
import { bm25Of, ReusedColumns, scoreWords } from '../../src/search/score-bank.js'

import type { TermStatistics } from '../../src/search/term-statistics.js'
import { quoted } from '../../src/text/search-vector.js'
import { aMemory } from '../memory-index/a-memory.js'

const arena = new VectorArena()

/** The word scores of a memory that holds these lexemes so often, and is so long (in tenths of a position). */
export const wordsOfOne = (
  termStatistics: TermStatistics,
  held: Readonly<Record<string, number>>,
  length: number,
): { readonly lexical: number; readonly relatedTerms: number } => {
  const memoryIndex = createMemoryIndex(arena, 1)
  const own_words = Object.entries(held)
    .map(([lexeme, times]) => `${quoted(lexeme)}:${Array.from({ length: times }, (_, at) => at + 1).join()}`)
    .join(' ')
  addMemory(memoryIndex, { ...aMemory({ reader_group: 'one' }), own_words })
  memoryIndex.columns.length[1] = length
  const columns = new ReusedColumns().of({ slots: 2, places: 2 })
  scoreWords(
    new TermFrequencies(visibleIndex(memoryIndex, new Map([['one', null]]), undefined)),
    bm25Of(termStatistics),
    columns,
  )
  const { lexical, relatedTerms } = columns
  return { lexical: lexical[1] ?? 0, relatedTerms: relatedTerms[1] ?? 0 }
}

/** A memory with its own words, and what words and vector say for it. */
export type OneMemory = Partial<IndexedMemory> & {
  readonly own_len?: number
  readonly lexical?: number
  readonly relatedTerms?: number
  readonly cosine?: number
  readonly trust?: number
}

type Asked = Pick<Query, 'termStatistics' | 'analysis'>

const oneIn = (
  query: Asked,
  { own_len = 7, lexical = 0, relatedTerms = 0, cosine = 0, trust = 0.5, ...memory }: OneMemory,
) => {
  const memoryIndex = createMemoryIndex(arena, 1)
  addMemory(memoryIndex, { ...aMemory({ ...memory, reader_group: 'one' }), text_len: own_len })
  const columns = new ReusedColumns().of({ slots: 2, places: 2 })
  columns.lexical[1] = lexical
  columns.relatedTerms[1] = relatedTerms
  columns.cosines[1] = cosine
  memoryIndex.columns.norm[1] = 1
  const asked = { ...query, vector: null, threshold: 0.3, today: '2026-11-21', places: 10 }
  return {
    memoryIndex,
    matches: matchesIn(asked, visibleIndex(memoryIndex, new Map([['one', trust]]), undefined), columns),
  }
}

/** What the score of this one memory is made of. */
export const matchOfOne = (query: Asked, memory: OneMemory): Match => {
  const { memoryIndex, matches } = oneIn(query, memory)
  const [entry] = memoryIndex.byId.values()
  if (entry === undefined) throw new Error('the bank is empty')
  return matches.measured(entry)
}

export const isMatchOfOne = (query: Asked, memory: OneMemory): boolean => oneIn(query, memory).matches.has(1)
