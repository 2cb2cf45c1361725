import type { Posting } from './memory-index.js'
import { countIn, FAR, NEAR, OWN } from './neighbours.js'
import type { VisibleIndex } from './visible-index.js'

/** Slots, and for each the frequency of a term in tenths: own words 10, those of neighbours 5 and 2. */
export type Frequencies = { readonly slots: Int32Array; readonly tenths: Int32Array }

const NOWHERE: Frequencies = { slots: new Int32Array(0), tenths: new Int32Array(0) }

/** Kept from search to search, zeros between: what is noted in them is taken out before anything else runs. */
let counts = new Int32Array(0)
let held = new Int32Array(0)

/** So many frequencies are kept for a memory, on the average: those of the terms of the last queries. */
const KEPT = 8
/** What a term takes besides, in frequencies. */
const OF_A_TERM = 60

/**
 * Term frequencies over the visible memories and their neighbours. Kept per lexeme as long as the index does not change, so
 * that counting documents and scoring read the postings once, also in the next search.
 */
export class TermFrequencies {
  readonly visible: VisibleIndex
  private edits = -1
  private readonly known = new Map<string, Frequencies>()
  private kept = 0
  private length = 0

  constructor(visible: VisibleIndex) {
    this.visible = visible
  }

  /** Of a lexeme as Postgres prints it in a tsvector. */
  ofLexeme(lexeme: string): Frequencies {
    this.begin()
    const before = this.known.get(lexeme)
    if (before) return before
    const { texts, names } = this.visible.memoryIndex
    const text = texts.get(lexeme)
    const name = names.get(lexeme)
    if (text === undefined && name === undefined) return NOWHERE
    if (text) this.spread(text)
    if (name) this.add(name)
    const frequencies = this.taken()
    this.keep(lexeme, frequencies)
    return frequencies
  }

  /** Of several lexemes together. */
  of(lexemes: readonly string[]): Frequencies {
    const each = lexemes.map((lexeme) => this.ofLexeme(lexeme)).filter(({ slots }) => slots.length > 0)
    const [only = NOWHERE] = each
    if (each.length <= 1) return only
    for (const { slots, tenths } of each)
      for (let i = 0; i < slots.length; i++) this.note(slots[i] ?? 0, tenths[i] ?? 0)
    return this.taken()
  }

  private keep(lexeme: string, frequencies: Frequencies): void {
    if (this.kept > KEPT * this.visible.memoryIndex.entries.length) this.forget()
    this.kept += frequencies.slots.length + OF_A_TERM
    this.known.set(lexeme, frequencies)
  }

  forget(): void {
    this.known.clear()
    this.kept = 0
  }

  private begin(): void {
    const { edits, entries } = this.visible.memoryIndex
    if (this.edits === edits) return
    this.edits = edits
    this.forget()
    if (counts.length < entries.length) {
      counts = new Int32Array(2 * entries.length)
      held = new Int32Array(2 * entries.length)
    }
  }

  private isVisible(slot: number): boolean {
    const { memoryIndex, mask } = this.visible
    return mask[memoryIndex.columns.group[slot] ?? 0] === 1
  }

  private note(slot: number, tenths: number): void {
    if (slot === 0 || tenths === 0) return
    if (counts[slot] === 0) held[this.length++] = slot
    counts[slot] = (counts[slot] ?? 0) + tenths
  }

  private add({ slots, frequencies, length }: Posting): void {
    for (let i = 0; i < length; i++) {
      const slot = slots[i] ?? 0
      if (this.isVisible(slot)) this.note(slot, OWN * (frequencies[i] ?? 0))
    }
  }

  /** Neighbours are of the same group, and so is what rests on a memory: what is visible has visible ones. */
  private spread({ slots, frequencies, length }: Posting): void {
    const { entries, resting } = this.visible.memoryIndex
    const hasFacts = resting.size > 0
    for (let i = 0; i < length; i++) {
      const slot = slots[i] ?? 0
      if (!this.isVisible(slot)) continue
      const frequency = frequencies[i] ?? 0
      this.note(slot, OWN * frequency)
      const memory = hasFacts ? entries[slot]?.memory : undefined
      if (memory && memory.rests_on !== null) continue
      this.noteNeighbours(slot, frequency)
      const facts = memory && resting.get(memory.id)
      if (facts) this.noteFacts(facts, slot, frequency)
    }
  }

  private noteNeighbours(slot: number, frequency: number): void {
    const { previous, next, farPrevious, farNext } = this.visible.memoryIndex.columns
    this.note(previous[slot] ?? 0, NEAR * frequency)
    this.note(next[slot] ?? 0, NEAR * frequency)
    this.note(farPrevious[slot] ?? 0, FAR * frequency)
    this.note(farNext[slot] ?? 0, FAR * frequency)
  }

  private noteFacts(facts: Iterable<number>, turn: number, frequency: number): void {
    const { columns } = this.visible.memoryIndex
    for (const fact of facts) this.note(fact, countIn(columns, fact, turn) * frequency)
  }

  private taken(): Frequencies {
    const slots = held.slice(0, this.length)
    const tenths = new Int32Array(this.length)
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] ?? 0
      tenths[i] = counts[slot] ?? 0
      counts[slot] = 0
    }
    this.length = 0
    return { slots, tenths }
  }
}
