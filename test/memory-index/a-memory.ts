import { atOnce } from '../../src/concurrency/steps.js'
import { countAllWords } from '../../src/memory-index/change-memory-index.js'
import type { IndexedMemory, MemoryIndex, StoredMemory } from '../../src/memory-index/memory-index.js'
import { vectorOf } from '../../src/memory-index/memory-index.js'
import { vectorBytes } from '../../src/postgres/vectors.js'

const memory: IndexedMemory = {
  id: 'a',
  reader_group: '[]',
  session: 's',
  ordinal: 0n,
  subject: null,
  role: null,
  language: 'en',
  is_question: false,
  answer_bits: 0,
  occurred_on: null,
  named_days: '{}',
  observed_at: '2026-01-01T00:00:00.000Z',
  observed_offset: null,
  text_hash: null,
  said_in: 'a',
  own_words: '',
  echo_of: null,
  rests_on: null,
}

/** A memory whose text holds these lexemes, each once. */
export const aMemory = (
  given: Partial<IndexedMemory>,
  {
    text = [],
    name = [],
    vector = null,
  }: Partial<Record<'text' | 'name', readonly string[]> & { readonly vector: Float32Array | null }> = {},
): StoredMemory => ({
  ...memory,
  said_in: given.id ?? memory.id,
  ...given,
  own_words: [...new Set([...name, ...text])]
    .map((lexeme) => {
      const places = [...(name.includes(lexeme) ? ['1A'] : []), ...(text.includes(lexeme) ? ['2'] : [])]
      return `${lexeme}:${places.join()}`
    })
    .join(' '),
  text_len: text.length,
  name_len: name.length,
  spelt: [...text, ...name].map((lexeme) => lexeme.replaceAll("'", '')).join(' '),
  vector: vector === null ? null : sent(vector),
})

/** As the database sends it. */
export const sent = (vector: Float32Array): string => Buffer.from(vectorBytes(vector)).toString('base64')

/** Everything that an index holds, by id, however it came to be. */
export const contentOf = (memoryIndex: MemoryIndex) => {
  atOnce(countAllWords(memoryIndex))
  const { columns, resting, entries } = memoryIndex
  const idAt = (slot: number | undefined) => entries[slot ?? 0]?.memory.id
  const memories = [...memoryIndex.byId.values()]
    .toSorted((a, b) => (a.memory.id < b.memory.id ? -1 : 1))
    .map(({ slot, ...entry }) => ({
      ...entry,
      vector: [...vectorOf(memoryIndex, slot)],
      previous: idAt(columns.previous[slot]),
      next: idAt(columns.next[slot]),
      farPrevious: idAt(columns.farPrevious[slot]),
      farNext: idAt(columns.farNext[slot]),
      numbers: [columns.length[slot], columns.prior[slot], columns.answerBits[slot], columns.subject[slot]],
      norm: Math.round((columns.norm[slot] ?? 0) * 1e6),
      isInItsGroup: columns.group[slot] === memoryIndex.groups.get(entry.memory.reader_group)?.index,
    }))
  const postings = (all: MemoryIndex['texts']) =>
    [...all]
      .map(([lexeme, { slots, frequencies, length }]): [string, string[]] => [
        lexeme,
        [...slots.subarray(0, length)].map((slot, i) => `${idAt(slot)} ${frequencies[i]}`).sort(),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1))
  const groups = [...memoryIndex.groups]
    .filter(([, { memories }]) => memories > 0)
    .map(([key, { index: _, subjects, languages, words, ...counts }]) => ({
      key,
      ...counts,
      words: [...words].sort(),
      subjects: [...subjects].sort(),
      languages: [...languages].sort(),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const free = memoryIndex.freeSlots.every((slot) => vectorOf(memoryIndex, slot).every((x) => x === 0))
  return {
    resting: [...resting].map(([id, slots]) => `${id} ${[...slots].map(idAt).sort()}`).sort(),
    memories,
    texts: postings(memoryIndex.texts),
    names: postings(memoryIndex.names),
    groups,
    free,
    lines: memoryIndex.lastOf.size,
  }
}
