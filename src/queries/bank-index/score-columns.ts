/** The numbers of one search, by slot. */
export type ScoreColumns = {
  /** Share of the query's words, weighted by rarity. */
  readonly lexical: Float64Array
  /** What words near in meaning to the query's add. */
  readonly relatedTerms: Float64Array
  /** Of one term: its own contribution, and the best that a related term adds. */
  readonly itself: Float64Array
  readonly best: Float64Array
  /** Cosines with the own vectors, of all slots of all blocks, and with the context vectors. */
  readonly own: Float32Array
  readonly cosines: Float64Array
  /** The slots of what matches, in ascending order, as many as there are. */
  readonly matching: Int32Array
  /** Of what matches: the whole score. */
  readonly score: Float64Array
}

type Size = {
  readonly slots: number
  /** Slots of all blocks, those included that no memory has taken yet. */
  readonly places: number
}

const columnsOf = ({ slots, places }: Size): ScoreColumns => ({
  lexical: new Float64Array(slots),
  relatedTerms: new Float64Array(slots),
  itself: new Float64Array(slots),
  best: new Float64Array(slots),
  own: new Float32Array(places),
  cosines: new Float64Array(slots),
  matching: new Int32Array(slots),
  score: new Float64Array(slots),
})

/** Gives columns for one search after the other: those of thousands of memories take long to allocate and to collect. */
export class ReusedColumns {
  private kept = columnsOf({ slots: 0, places: 0 })

  /** Columns of zeros, but for `matching` and `score`, which hold what they held before. They are valid until the next call. */
  of({ slots, places }: Size): ScoreColumns {
    const { lexical, own } = this.kept
    if (slots > lexical.length || places > own.length) this.kept = columnsOf({ slots: 2 * slots, places: 2 * places })
    const { kept } = this
    return {
      lexical: kept.lexical.subarray(0, slots).fill(0),
      relatedTerms: kept.relatedTerms.subarray(0, slots).fill(0),
      itself: kept.itself.subarray(0, slots).fill(0),
      best: kept.best.subarray(0, slots).fill(0),
      own: kept.own.subarray(0, places).fill(0),
      cosines: kept.cosines.subarray(0, slots).fill(0),
      matching: kept.matching.subarray(0, slots),
      score: kept.score.subarray(0, slots),
    }
  }
}
