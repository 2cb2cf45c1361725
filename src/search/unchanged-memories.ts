import { inOrder } from '../concurrency/slices.js'
import type { Entry, Posting } from '../memory-index/memory-index.js'
import { Best } from '../memory-index/nearest.js'
import { OWN } from '../memory-index/neighbours.js'
import { cosinesIn, directionOf } from '../memory-index/vector-arena.js'
import type { VisibleIndex } from '../memory-index/visible-index.js'
import type { Span } from '../text/dates/day.js'
import { quoted } from '../text/search-vector.js'
import { type WeightedWords, WITH_NEIGHBOURS } from './candidate-rows.js'
import { daysNamed } from './score.js'
import { B, K1 } from './score-bank.js'

/** In which memories candidates are looked for, and how many. */
type Among = {
  readonly permitted: ReadonlySet<string> | undefined
  readonly days?: readonly Span[] | undefined
  readonly most: number
}

/** The memories that were at an instant what they are now: each by itself, since who stood beside it then is not known. */
export type UnchangedMemories = ReturnType<typeof unchangedMemories>

/**
 * Those of the index that were stored by the instant (ISO 8601) and have not changed since, but for `others`. They hold as long as
 * the index is not edited.
 */
export const unchangedMemories = (
  { memoryIndex, mask }: VisibleIndex,
  { instant, others }: { readonly instant: string; readonly others: ReadonlySet<string> },
) => {
  const { texts, names, arena, layout, blocks, columns } = memoryIndex
  const last = Date.parse(instant)
  const isStored = (entry: Entry): boolean =>
    entry.unchangedSince <= last && mask[columns.group[entry.slot] ?? 0] === 1 && !others.has(entry.memory.id)
  const entries = memoryIndex.entries.filter((entry) => entry !== undefined).filter(isStored)
  const bySlot = new Map(entries.map((entry) => [entry.slot, entry]))

  /** How often each memory holds a lexeme. */
  const occurrences = (lexeme: string): ReadonlyMap<Entry, number> => {
    const held = new Map<Entry, number>()
    const add = ({ slots, frequencies, length }: Posting) => {
      for (let i = 0; i < length; i++) {
        const entry = bySlot.get(slots[i] ?? 0)
        if (entry) held.set(entry, (held.get(entry) ?? 0) + (frequencies[i] ?? 0))
      }
    }
    for (const posting of [texts.get(quoted(lexeme)), names.get(quoted(lexeme))]) if (posting) add(posting)
    return held
  }

  const passes = ({ permitted, days }: Among, entry: Entry): boolean =>
    (permitted === undefined || permitted.has(entry.memory.id)) && (days === undefined || isOf(days, entry))

  return {
    memories: entries.length,
    /** In tenths of a position. */
    length: entries.reduce((sum, { own_len }) => sum + OWN * own_len, 0),
    languages: new Set(entries.map(({ memory }) => memory.language)),
    subjects: new Set(entries.flatMap(({ memory }) => memory.subject ?? [])),
    holding: (lexeme: string): number => occurrences(lexeme).size,
    /** The best by BM25 over their own words. */
    byWords: ({ lexemes, weights, average }: WeightedWords, among: Among) => {
      const scores = new Map<Entry, number>()
      for (const [i, lexeme] of lexemes.entries())
        for (const [entry, frequency] of occurrences(lexeme)) {
          const norm = K1 * (1 - B + (B * WITH_NEIGHBOURS * entry.own_len) / average)
          const reached = ((weights[i] ?? 0) * frequency) / (frequency + norm)
          scores.set(entry, (scores.get(entry) ?? 0) + reached)
        }
      return bestOf(
        [...scores].filter(([entry]) => passes(among, entry)),
        among.most,
      )
    },
    /** The nearest by their own vectors. */
    byVector: (vector: Float32Array, among: Among) => {
      if (vector.length !== layout.dimensions) return []
      const out = new Float32Array(blocks.length * layout.rows)
      cosinesIn(arena, directionOf(vector), { blocks, layout, out })
      const passing = entries.filter((entry) => passes(among, entry))
      return bestOf(
        passing.map((entry) => [entry, out[entry.slot] ?? 0] as const),
        among.most,
      )
    },
    /** The last of some days. */
    byDays: (among: Among) =>
      idsOf(
        entries
          .filter((entry) => passes(among, entry))
          .toSorted(lastFirst)
          .slice(0, among.most),
      ),
  }
}

/** Whether it was said on one of these days, or names one of them. */
const isOf = (days: readonly Span[], entry: Entry): boolean => {
  const { occurred_on: day } = entry.memory
  const own = day === null ? [] : [{ from: day, to: day }]
  return [...own, ...daysNamed(entry)].some(({ from, to }) => days.some((span) => from <= span.to && to >= span.from))
}

const lastFirst = ({ memory: a }: Entry, { memory: b }: Entry): number =>
  inOrder(b.occurred_on ?? '', a.occurred_on ?? '') || inOrder(a.id, b.id)

const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ memory }) => memory.id)

type Scored = { readonly entry: Entry; readonly score: number }

const highestFirst = (a: Scored, b: Scored): number =>
  b.score - a.score || inOrder(a.entry.memory.id, b.entry.memory.id)

const bestOf = (scores: Iterable<readonly [Entry, number]>, most: number): readonly string[] => {
  const best = new Best(most, highestFirst)
  for (const [entry, score] of scores)
    if (best.worst === undefined || score >= best.worst.score) best.add({ entry, score })
  return idsOf(best.best().map(({ entry }) => entry))
}
