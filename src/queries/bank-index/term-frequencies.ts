import { around, FAR, NEAR, OWN } from './neighbours.js'
import type { Posting } from './postings.js'
import type { VisibleBank } from './visible-bank.js'

/** Slots, and for each the frequency of a term in tenths: own words 10, those of neighbours 5 and 2. */
export type Frequencies = { readonly slots: Int32Array; readonly tenths: Int32Array }

/**
 * Term frequencies over the visible memories and their neighbours. Kept per lexeme, so that counting documents and
 * scoring read the postings once; not to be used after the bank has changed.
 */
export class TermFrequencies {
  private readonly visible: VisibleBank
  private readonly known = new Map<string, Frequencies>()
  private readonly counts: Int32Array
  private readonly held: Int32Array
  private length = 0

  constructor(visible: VisibleBank) {
    this.visible = visible
    this.counts = new Int32Array(visible.bank.entries.length)
    this.held = new Int32Array(visible.bank.entries.length)
  }

  /** Of a lexeme as Postgres prints it in a tsvector. */
  ofLexeme(lexeme: string): Frequencies {
    const before = this.known.get(lexeme)
    if (before) return before
    const { texts, names } = this.visible.bank
    const text = texts.get(lexeme)
    const name = names.get(lexeme)
    if (text) this.spread(text)
    if (name) this.add(name)
    const frequencies = this.taken()
    this.known.set(lexeme, frequencies)
    return frequencies
  }

  /** Of several lexemes together. */
  of(lexemes: readonly string[]): Frequencies {
    const [only] = lexemes
    if (lexemes.length === 1 && only !== undefined) return this.ofLexeme(only)
    const each = lexemes.map((lexeme) => this.ofLexeme(lexeme))
    for (const { slots, tenths } of each)
      for (let i = 0; i < slots.length; i++) this.note(slots[i] ?? 0, tenths[i] ?? 0)
    return this.taken()
  }

  private isVisible(slot: number): boolean {
    const { bank, mask } = this.visible
    return mask[bank.columns.group[slot] ?? 0] === 1
  }

  private note(slot: number, tenths: number): void {
    if (slot === 0) return
    if (this.counts[slot] === 0) this.held[this.length++] = slot
    this.counts[slot] = (this.counts[slot] ?? 0) + tenths
  }

  private add({ slots, frequencies, length }: Posting): void {
    for (let i = 0; i < length; i++) {
      const slot = slots[i] ?? 0
      if (this.isVisible(slot)) this.note(slot, OWN * (frequencies[i] ?? 0))
    }
  }

  /** Neighbours are of the same group, so what is visible has visible neighbours. */
  private spread({ slots, frequencies, length }: Posting): void {
    for (let i = 0; i < length; i++) {
      const slot = slots[i] ?? 0
      if (!this.isVisible(slot)) continue
      const frequency = frequencies[i] ?? 0
      const { before, after, farBefore, farAfter } = around(this.visible.bank.columns, slot)
      this.note(slot, OWN * frequency)
      this.note(before, NEAR * frequency)
      this.note(after, NEAR * frequency)
      this.note(farBefore, FAR * frequency)
      this.note(farAfter, FAR * frequency)
    }
  }

  private taken(): Frequencies {
    const slots = this.held.slice(0, this.length)
    const tenths = slots.map((slot) => this.counts[slot] ?? 0)
    for (const slot of slots) this.counts[slot] = 0
    this.length = 0
    return { slots, tenths }
  }
}
