/** What the score of every memory reads, by slot: columns, because thousands of objects take too long to visit. */
export type Columns = {
  /** The index of the group; 0 where there is no memory. */
  readonly group: Int32Array
  /** The slots of the neighbours; 0 where there is none, because no memory is at slot 0. */
  readonly previous: Int32Array
  readonly next: Int32Array
  /** In tenths of a position: own words 10, those at distance one 5, at distance two 2. */
  readonly length: Float64Array
  /** What the score adds whatever the query is: for its length, and for a mere question. */
  readonly prior: Float64Array
  readonly answerBits: Uint16Array
  /** 1: the machine side said it; 2: it tells how something is to be done from now on; 4: it names days. */
  readonly flags: Uint8Array
  /** A hash of the subject; 0 where there is none. */
  readonly subject: Int32Array
  /** The day on which it happened, as a number: 20240229; 0 where none is known. */
  readonly day: Int32Array
  /** The first and the last of the days that it names, once a query has asked for days; 0 before. */
  readonly firstNamed: Int32Array
  readonly lastNamed: Int32Array
  /** The length of the context vector e₀ + 0.5 (e₋₁ + e₊₁) + 0.1 (e₋₂ + e₊₂); 0 where none of them has a vector. */
  readonly norm: Float64Array
}

/** Columns of zeros. */
export const columnsOf = (slots: number): Columns => ({
  group: new Int32Array(slots),
  previous: new Int32Array(slots),
  next: new Int32Array(slots),
  length: new Float64Array(slots),
  prior: new Float64Array(slots),
  answerBits: new Uint16Array(slots),
  flags: new Uint8Array(slots),
  subject: new Int32Array(slots),
  day: new Int32Array(slots),
  firstNamed: new Int32Array(slots),
  lastNamed: new Int32Array(slots),
  norm: new Float64Array(slots),
})

/** The same columns with twice the room. */
export const doubled = (columns: Columns): Columns => {
  const more = columnsOf(2 * columns.group.length)
  more.group.set(columns.group)
  more.previous.set(columns.previous)
  more.next.set(columns.next)
  more.length.set(columns.length)
  more.prior.set(columns.prior)
  more.answerBits.set(columns.answerBits)
  more.flags.set(columns.flags)
  more.subject.set(columns.subject)
  more.day.set(columns.day)
  more.firstNamed.set(columns.firstNamed)
  more.lastNamed.set(columns.lastNamed)
  more.norm.set(columns.norm)
  return more
}
