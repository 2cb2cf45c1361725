import type { Span } from '../text/dates/day.js'
import { BLOCK_BYTES, type Layout, layoutOf, rowAt, type VectorArena } from './vector-arena.js'

/** Columns of zeros. */
const columnsOf = (slots: number) => ({
  /** The index of the group; 0 where there is no memory. */
  group: new Int32Array(slots),
  /** The slots of what was said before and after it, in the order of the session. 0 where there is none: no memory is at slot 0. */
  before: new Int32Array(slots),
  after: new Int32Array(slots),
  /**
   * The slots of the context, at distance one and two: of what was said, its neighbours in other turns; of what was made of
   * memories, those of these that are of its own group of readers, in the order they were said. 0 where there is none.
   */
  previous: new Int32Array(slots),
  next: new Int32Array(slots),
  farPrevious: new Int32Array(slots),
  farNext: new Int32Array(slots),
  /** In tenths of a position: own words 10, those at distance one 5, at distance two 2. */
  length: new Float64Array(slots),
  /** What the score adds at most whatever the query is: for its length, for a mere question, and for an instruction. */
  prior: new Float64Array(slots),
  answerBits: new Uint16Array(slots),
  /** A hash of the subject; 0 where there is none. */
  subject: new Int32Array(slots),
  /** The length of the context vector e₀ + 0.5 (e₋₁ + e₊₁) + 0.1 (e₋₂ + e₊₂); 0 where none of them has a vector. */
  norm: new Float64Array(slots),
})

/** What the score of every memory reads, by slot: columns, because thousands of objects take too long to visit. */
export type Columns = Readonly<ReturnType<typeof columnsOf>>

/** The same columns with twice the room. */
export const doubled = (columns: Columns): Columns => {
  const more = columnsOf(2 * columns.group.length)
  for (const [name, column] of Object.entries(columns)) more[name as keyof Columns].set(column) // its own keys
  return more
}

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
  const { slots, frequencies, length } = posting
  posting.slots = new Int32Array(2 * length)
  posting.slots.set(slots)
  posting.frequencies = new Uint16Array(2 * length)
  posting.frequencies.set(frequencies)
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

/** An active memory as the index stores it: every field follows from its own events. */
export type IndexedMemory = {
  readonly id: string
  readonly reader_group: string
  readonly session: string
  readonly ordinal: bigint
  readonly subject: string | null
  readonly role: string | null
  readonly language: string
  readonly is_question: boolean
  readonly answer_bits: number
  readonly occurred_on: string | null
  /** The days it names, as Postgres writes a datemultirange. */
  readonly named_days: string
  /** When it was said, and by a clock of which offset. */
  readonly observed_at: string
  readonly observed_offset: string | null
  /** Identifies the turn that it was made of. */
  readonly said_in: string
  /** Identifies its words. */
  readonly text_hash: string | null
  /** Its own lexemes and their positions, as Postgres writes a tsvector; those of the subject's name have label A. */
  readonly own_words: string
  /** The memory that it only says again. */
  readonly echo_of: string | null
  readonly rests_on: readonly string[] | null // null where it was not made of other memories
}

/** An active memory as it is selected for an index. */
export type StoredMemory = IndexedMemory & {
  /** How many positions the text has, and the subject's name. */
  readonly text_len: number
  readonly name_len: number
  /** The words as they are written, each once, between spaces. */
  readonly spelt: string
  /** What `vector_send` gives, in base64. */
  readonly vector: string | null
  /** When it was stored, ISO 8601, where nothing of it has changed since. */
  readonly unchanged_since?: string | null
}

/** A group of readers: its active memories, and the sum of their lengths with neighbours, in tenths of a position. */
export type Group = {
  readonly index: number
  memories: number
  length: number
  readonly subjects: Map<string, number>
  readonly languages: Map<string, number>
  /** The words as they are written, and how many memories hold each, as far as they are counted. */
  readonly words: Map<string, number>
}

export type Entry = {
  readonly memory: IndexedMemory
  readonly slot: number
  /** The days that it names; undefined until a query needs them. */
  named: readonly Span[] | undefined
  /** Positions of its text, and with those of its subject's name. */
  readonly text_len: number
  readonly own_len: number
  readonly spelt: string
  /** Milliseconds since 1970; infinite where it has changed since it was stored. */
  readonly unchangedSince: number
}

/** FNV-1a over UTF-16 units, of 32 bits: other subjects may have the same hash. */
export const subjectHash = (subject: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < subject.length; i++) hash = Math.imul(hash ^ subject.charCodeAt(i), 0x01000193)
  return hash
}

/** The index of one user's active memories, for one embedding model. */
export type MemoryIndex = {
  readonly arena: VectorArena
  readonly layout: Layout
  readonly blocks: number[]
  readonly entries: (Entry | undefined)[]
  columns: Columns
  readonly byId: Map<string, Entry>
  /** The lexemes of texts, which count for the neighbours as well. */
  readonly texts: Postings
  /** The lexemes of subjects' names, which do not. */
  readonly names: Postings
  readonly groups: Map<string, Group>
  /** The slot of the last memory of each session and group. */
  readonly lastOf: Map<string, number>
  /** By id of a memory, whether the index has it or not: the slots of what rests on it. */
  readonly resting: Map<string, Set<number>>
  readonly freeSlots: number[]
  /** The words of memories at slots below this are counted in their groups; the others when a query needs them. */
  wordsUpTo: number
  /** Counts what was added and removed, so that a search can tell whether anything was since it began. */
  edits: number
  /** Slots whose neighbours have changed: `settle` updates their lengths and norms. */
  readonly changed: Set<number>
}

/** An empty index. Throws RangeError for more than 16,384 dimensions. */
export const createMemoryIndex = (arena: VectorArena, dimensions: number): MemoryIndex => ({
  arena,
  layout: layoutOf(dimensions),
  blocks: [arena.allocate()],
  entries: [undefined],
  columns: columnsOf(64),
  byId: new Map(),
  texts: new Map(),
  names: new Map(),
  groups: new Map(),
  lastOf: new Map(),
  resting: new Map(),
  freeSlots: [],
  wordsUpTo: 1,
  edits: 0,
  changed: new Set(),
})

/** Gives its blocks back, which overwrites its vectors with zeros. */
export const releaseMemoryIndex = ({ arena, blocks }: MemoryIndex): void => {
  for (const block of blocks.splice(0)) arena.release(block)
}

/** False once its blocks were given back. */
export const isOpen = ({ blocks }: MemoryIndex): boolean => blocks.length > 0

/** An estimate of what a memory takes besides its vector, in bytes: its entry, postings and columns. */
const ENTRY_BYTES = 1664

/** What an index takes, and what one of so many memories will take. */
export const bytesOf = ({ blocks, byId }: MemoryIndex): number => blocks.length * BLOCK_BYTES + byId.size * ENTRY_BYTES
export const bytesFor = (memories: number, { dimensions }: { readonly dimensions: number }): number =>
  memories * (2 * dimensions + ENTRY_BYTES)

/** Where the vector of a slot is. */
export const addressOf = ({ blocks, layout }: MemoryIndex, slot: number): number =>
  rowAt(blocks[Math.floor(slot / layout.rows)] ?? 0, layout, slot % layout.rows)

export const vectorOf = (memoryIndex: MemoryIndex, slot: number): Int16Array =>
  memoryIndex.arena.row(addressOf(memoryIndex, slot), memoryIndex.layout)
