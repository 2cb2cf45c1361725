import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMemory, removeMemory } from '../../src/memory-index/change-memory-index.js'
import {
  createMemoryIndex,
  isOpen,
  releaseMemoryIndex,
  type StoredMemory,
  vectorOf,
} from '../../src/memory-index/memory-index.js'
import { settle } from '../../src/memory-index/neighbours.js'
import { TermFrequencies } from '../../src/memory-index/term-frequencies.js'
import { directionOf, VectorArena } from '../../src/memory-index/vector-arena.js'
import { visibleIndex } from '../../src/memory-index/visible-index.js'
import { ReusedColumns, scoreContexts } from '../../src/search/score-bank.js'
import { rounds } from '../faults/rounds.js'
import { aMemory, contentOf } from './a-memory.js'

const DIMENSIONS = 20

const bankOf = (memories: readonly StoredMemory[]) => {
  const memoryIndex = createMemoryIndex(new VectorArena(), DIMENSIONS)
  for (const each of memories) addMemory(memoryIndex, each)
  settle(memoryIndex)
  return memoryIndex
}

const lexemes = fc.uniqueArray(fc.constantFrom("'hike'", "'river'", "'lisbon'", "'tea'"), { maxLength: 4 })
const memories: fc.Arbitrary<StoredMemory> = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    reader_group: fc.constantFrom('one', 'two'),
    session: fc.constantFrom('s', 't'),
    said_in: fc.constantFrom('turn 1', 'turn 2', 'turn 3'),
    ordinal: fc.bigInt(0n, 4n),
    subject: fc.constantFrom(null, 'ann', 'ben'),
    is_question: fc.boolean(),
    rests_on: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')),
    ),
    text: lexemes,
    name: lexemes,
    vector: fc.option(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })),
  })
  .map(({ text, name, vector, ...given }) =>
    aMemory(given, { text, name, vector: vector === null ? null : Float32Array.from(vector) }),
  )

describe('a bank', () => {
  test('is the same however its memories came, changed and went', () => {
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: memories }, fc.constantFrom('a', 'b', 'c', 'd')), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, (happened) => {
        const memoryIndex = createMemoryIndex(new VectorArena(), DIMENSIONS)
        const left = new Map<string, StoredMemory>()
        for (const step of happened) {
          if (typeof step === 'string') {
            removeMemory(memoryIndex, step)
            left.delete(step)
          } else {
            addMemory(memoryIndex, step)
            left.set(step.id, step)
          }
          settle(memoryIndex)
        }
        expect(contentOf(memoryIndex)).toEqual(contentOf(bankOf([...left.values()])))
      }),
      { numRuns: rounds(100, 20_000) },
    )
  })

  test('overwrites the vector of a memory that goes, and all of them when it is released', () => {
    const vector = new Float32Array(DIMENSIONS).fill(0.5)
    const arena = new VectorArena()
    const memoryIndex = createMemoryIndex(arena, DIMENSIONS)
    addMemory(memoryIndex, aMemory({ id: 'a' }, { vector }))
    addMemory(memoryIndex, aMemory({ id: 'b' }, { vector }))
    const [a, b] = [vectorOf(memoryIndex, 1), vectorOf(memoryIndex, 2)]
    removeMemory(memoryIndex, 'a')
    expect([...a]).toEqual([...new Float32Array(DIMENSIONS)])
    expect([...b]).toEqual([...directionOf(vector)])
    releaseMemoryIndex(memoryIndex)
    expect([...b]).toEqual([...new Float32Array(DIMENSIONS)])
    expect(isOpen(memoryIndex)).toBe(false)
    expect(arena.allocate()).toBe(new VectorArena().allocate())
  })

  test('grows beyond one block', () => {
    const many = Array.from({ length: 2000 }, (_, i) =>
      aMemory(
        { id: `m${i}`, ordinal: BigInt(i) },
        {
          vector: Float32Array.from({ length: DIMENSIONS }, (_, d) => (d === i % DIMENSIONS ? 1 : 0)),
          text: ["'tea'"],
        },
      ),
    )
    const memoryIndex = bankOf(many)
    expect(memoryIndex.blocks.length).toBeGreaterThan(1)
    for (const slot of [1, 1000, 2000])
      expect(vectorOf(memoryIndex, slot).indexOf(32_767)).toBe((slot - 1) % DIMENSIONS)
    expect(memoryIndex.texts.get("'tea'")?.length).toBe(2000)
  })

  test('counts the words of a text for two neighbours on each side, and those of a name for the memory alone', () => {
    const line = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) =>
      aMemory({ id, ordinal: BigInt(i) }, id === 'c' ? { text: ["'tea'"], name: ["'ann'"] } : {}),
    )
    const memoryIndex = bankOf([...line, aMemory({ id: 'x', session: 'other' })])
    const frequencies = new TermFrequencies(visibleIndex(memoryIndex, new Map([['[]', null]]), undefined))
    const of = (lexeme: string) => {
      const { slots, tenths } = frequencies.ofLexeme(lexeme)
      return Object.fromEntries([...slots].map((slot, i) => [memoryIndex.entries[slot]?.memory.id, tenths[i]]))
    }
    expect(of("'tea'")).toEqual({ a: 2, b: 5, c: 10, d: 5, e: 2 })
    expect(of("'ann'")).toEqual({ c: 10 })
    expect(of("'coffee'")).toEqual({})
  })

  test('takes nothing from pieces of the same turn, and the same as ever from other turns', () => {
    const said = (id: string, turn: string, ordinal: bigint, word: string) =>
      aMemory({ id, said_in: turn, ordinal }, { text: [word] })
    const memoryIndex = bankOf([
      said('a', 'turn 1', 0n, "'ask'"),
      said('b', 'turn 2', 1n, "'oslo'"),
      said('c', 'turn 2', 2n, "'rome'"),
      said('d', 'turn 3', 3n, "'tea'"),
    ])
    const frequencies = new TermFrequencies(visibleIndex(memoryIndex, new Map([['[]', null]]), undefined))
    const of = (lexeme: string) => {
      const { slots, tenths } = frequencies.ofLexeme(lexeme)
      return Object.fromEntries([...slots].map((slot, i) => [memoryIndex.entries[slot]?.memory.id, tenths[i]]))
    }
    expect(of("'ask'")).toEqual({ a: 10, b: 5, c: 2 })
    expect(of("'oslo'")).toEqual({ a: 5, b: 10, d: 2 })
    expect(of("'rome'")).toEqual({ a: 2, c: 10, d: 5 })
    expect(of("'tea'")).toEqual({ b: 2, c: 5, d: 10 })
  })

  test('counts the words and the vectors of what a fact rests on, and of no other readers', () => {
    const unit = (i: number) => Float32Array.from({ length: DIMENSIONS }, (_, j) => (i === j ? 1 : 0))
    const memoryIndex = bankOf([
      aMemory({ id: 'fact', ordinal: 1n, rests_on: ['c', 'a', 'hidden', 'gone', 'd', 'e', 'f'] }, { vector: unit(9) }),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) =>
        aMemory({ id, session: id, ordinal: BigInt(i) }, { text: [`'${id}'`], vector: unit(i) }),
      ),
      aMemory({ id: 'hidden', reader_group: 'other' }, { text: ["'a'"] }),
    ])
    const visible = visibleIndex(memoryIndex, new Map([['[]', null]]), undefined)
    const { slot } = memoryIndex.byId.get('fact') ?? { slot: 0 }
    const frequencies = new TermFrequencies(visible)
    const inFact = ["'a'", "'b'", "'c'", "'d'", "'e'", "'f'"].map((lexeme) => {
      const { slots, tenths } = frequencies.ofLexeme(lexeme)
      return tenths[slots.indexOf(slot)]
    })
    expect(inFact).toEqual([5, undefined, 5, 2, 2, undefined])
    expect(memoryIndex.columns.length[slot]).toBe(5 + 5 + 2 + 2)
    const columns = new ReusedColumns().of({ slots: memoryIndex.entries.length, places: memoryIndex.layout.rows })
    scoreContexts(visible, unit(2), columns)
    expect(columns.cosines[slot]).toBeCloseTo(0.5 / Math.hypot(1, 0.5, 0.5, 0.1, 0.1), 6)
  })

  test('counts anew after a change', () => {
    const memoryIndex = bankOf([aMemory({ id: 'a' }, { text: ["'tea'"] })])
    const frequencies = new TermFrequencies(visibleIndex(memoryIndex, new Map([['[]', null]]), undefined))
    expect(frequencies.ofLexeme("'tea'").slots).toHaveLength(1)
    addMemory(memoryIndex, aMemory({ id: 'b', session: 'other' }, { text: ["'tea'"] }))
    settle(memoryIndex)
    expect(frequencies.ofLexeme("'tea'").slots).toHaveLength(2)
    removeMemory(memoryIndex, 'a')
    removeMemory(memoryIndex, 'b')
    expect(frequencies.ofLexeme("'tea'").slots).toHaveLength(0)
  })

  test('gives the cosine with the vector of a memory in its context', () => {
    const unit = (i: number) => Float32Array.from({ length: DIMENSIONS }, (_, j) => (i === j ? 1 : 0))
    const memoryIndex = bankOf(['a', 'b', 'c'].map((id, i) => aMemory({ id, ordinal: BigInt(i) }, { vector: unit(i) })))
    const columns = new ReusedColumns().of({ slots: memoryIndex.entries.length, places: memoryIndex.layout.rows })
    scoreContexts(visibleIndex(memoryIndex, new Map([['[]', null]]), undefined), unit(0), columns)
    const { cosines } = columns
    const context = [
      [1, 0.5, 0.1],
      [0.5, 1, 0.5],
      [0.1, 0.5, 1],
    ]
    for (const [i, weights] of context.entries())
      expect(cosines[memoryIndex.byId.get('abc'[i] ?? '')?.slot ?? 0]).toBeCloseTo(
        (weights[0] ?? 0) / Math.hypot(...weights),
        6,
      )
  })

  test('shows a caller whole groups, and of words and vectors nothing else', () => {
    const memoryIndex = bankOf([
      aMemory({ id: 'a', reader_group: 'mine' }, { text: ["'tea'"] }),
      aMemory({ id: 'b', reader_group: 'hidden' }, { text: ["'tea'", "'secret'"] }),
    ])
    const mine = new TermFrequencies(
      visibleIndex(memoryIndex, new Map(['mine', 'of nobody'].map((key) => [key, null])), undefined),
    )
    expect(mine.ofLexeme("'tea'").slots).toHaveLength(1)
    expect(mine.ofLexeme("'secret'").slots).toHaveLength(0)
  })
})
