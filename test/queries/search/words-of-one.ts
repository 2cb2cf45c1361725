import { createBank } from '../../../src/queries/bank-index/bank.js'
import { addMemory } from '../../../src/queries/bank-index/change-bank.js'
import { TermFrequencies } from '../../../src/queries/bank-index/term-frequencies.js'
import { VectorArena } from '../../../src/queries/bank-index/vector-arena.js'
import { visibleBank } from '../../../src/queries/bank-index/visible-bank.js'
import { bm25Of, ReusedColumns, scoreWords } from '../../../src/queries/search/score-bank.js'
import type { TermStatistics } from '../../../src/queries/search/term-statistics.js'
import { quoted } from '../../../src/text/search-vector.js'
import { aMemory } from '../bank-index/a-memory.js'

const arena = new VectorArena()

/** The word scores of a memory that holds these lexemes so often, and is so long (in tenths of a position). */
export const wordsOfOne = (
  termStatistics: TermStatistics,
  held: Readonly<Record<string, number>>,
  length: number,
): { readonly lexical: number; readonly relatedTerms: number } => {
  const bank = createBank(arena, 1)
  const own_words = Object.entries(held)
    .map(([lexeme, times]) => `${quoted(lexeme)}:${Array.from({ length: times }, (_, at) => at + 1).join()}`)
    .join(' ')
  addMemory(bank, { ...aMemory({ reader_group: 'one' }), own_words })
  bank.columns.length[1] = length
  const columns = new ReusedColumns().of({ slots: 2, places: 2 })
  scoreWords(
    new TermFrequencies(visibleBank(bank, new Map([['one', null]]), undefined)),
    bm25Of(termStatistics),
    columns,
  )
  const { lexical, relatedTerms } = columns
  return { lexical: lexical[1] ?? 0, relatedTerms: relatedTerms[1] ?? 0 }
}
