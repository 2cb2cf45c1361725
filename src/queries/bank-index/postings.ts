/** The memories that hold a lexeme, by slot, and how often each holds it. */
export type Posting = { slots: Int32Array; frequencies: Uint16Array; length: number }

/** By lexeme, as Postgres prints it in a tsvector: quoted. */
export type Postings = Map<string, Posting>

const FIRST = 4

type Occurrence = { readonly slot: number; readonly frequency: number }

export const addPosting = (postings: Postings, lexeme: string, { slot, frequency }: Occurrence): void => {
  let posting = postings.get(lexeme)
  if (posting === undefined) {
    posting = { slots: new Int32Array(FIRST), frequencies: new Uint16Array(FIRST), length: 0 }
    postings.set(lexeme, posting)
  }
  if (posting.length === posting.slots.length) grow(posting)
  posting.slots[posting.length] = slot
  posting.frequencies[posting.length] = frequency
  posting.length++
}

const grow = (posting: Posting): void => {
  const slots = new Int32Array(2 * posting.length)
  slots.set(posting.slots)
  const frequencies = new Uint16Array(2 * posting.length)
  frequencies.set(posting.frequencies)
  posting.slots = slots
  posting.frequencies = frequencies
}

/** Removes a memory from a lexeme's list; a lexeme that no memory holds any more leaves no trace. */
export const removePosting = (postings: Postings, lexeme: string, slot: number): void => {
  const posting = postings.get(lexeme)
  if (posting === undefined) return
  const at = posting.slots.subarray(0, posting.length).indexOf(slot)
  if (at < 0) return
  posting.length--
  if (posting.length === 0) {
    postings.delete(lexeme)
    return
  }
  posting.slots[at] = posting.slots[posting.length] ?? 0
  posting.frequencies[at] = posting.frequencies[posting.length] ?? 0
}
