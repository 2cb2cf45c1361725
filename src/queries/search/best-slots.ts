import type { Bank } from '../bank-index/bank.js'
import { oldestFirst } from './order.js'

/** Kept from search to search: a heap is used within one call only. */
const kept = { slots: new Int32Array(0), scores: new Float64Array(0) }

/**
 * The best of many scores, with their slots: a binary heap with the worst on top, so that of thousands of memories almost
 * all are refused by one comparison. Of equal scores the older memory is better.
 */
export class BestSlots {
  /** The score of the worst where the heap is full; a lower one need not be offered. */
  least = Number.NEGATIVE_INFINITY
  private readonly entries: Bank['entries']
  private readonly most: number
  private size = 0

  /** Only one can be in use at a time. */
  constructor({ entries }: Pick<Bank, 'entries'>, most: number) {
    this.entries = entries
    this.most = most
    if (kept.slots.length < most) {
      kept.slots = new Int32Array(most)
      kept.scores = new Float64Array(most)
    }
  }

  offer(slot: number, score: number): void {
    if (score < this.least) return
    if (this.size < this.most) this.rise(this.size++, slot, score)
    else if (this.isWorse(0, slot, score)) this.sink(slot, score)
    if (this.size === this.most) this.least = kept.scores[0] ?? 0
  }

  /** Best first. */
  sorted(): readonly { readonly slot: number; readonly score: number }[] {
    const { slots, scores } = kept
    return Array.from({ length: this.size }, (_, place) => ({
      slot: slots[place] ?? 0,
      score: scores[place] ?? 0,
    })).sort((a, b) => b.score - a.score || this.byAge(a.slot, b.slot))
  }

  private byAge(a: number, b: number): number {
    const [one, other] = [this.entries[a], this.entries[b]]
    return one && other ? oldestFirst(one.memory, other.memory) : a - b
  }

  private isWorse(place: number, slot: number, score: number): boolean {
    const there = kept.scores[place] ?? 0
    return there < score || (there === score && this.byAge(kept.slots[place] ?? 0, slot) > 0)
  }

  private put(place: number, slot: number, score: number): void {
    kept.slots[place] = slot
    kept.scores[place] = score
  }

  private rise(from: number, slot: number, score: number): void {
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      const [there, worth] = [kept.slots[above] ?? 0, kept.scores[above] ?? 0]
      if (worth < score || (worth === score && this.byAge(there, slot) > 0)) break
      this.put(place, there, worth)
      place = above
    }
    this.put(place, slot, score)
  }

  private sink(slot: number, score: number): void {
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.size) break
      const right = left + 1
      const worse =
        right < this.size && this.isWorse(right, kept.slots[left] ?? 0, kept.scores[left] ?? 0) ? right : left
      if (!this.isWorse(worse, slot, score)) break
      this.put(place, kept.slots[worse] ?? 0, kept.scores[worse] ?? 0)
      place = worse
    }
    this.put(place, slot, score)
  }
}
