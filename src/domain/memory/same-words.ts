import { type Readers, readerGroup } from '../scope.js'
import type { Target } from '../verdict.js'

/** A visible memory that has the words of another one, perhaps of another owner or with another key. */
export type SameWords = Target & {
  readonly status: 'active' | 'needs_clarification' | 'superseded' | 'deleted'
  /** Names its owner and its readers. */
  readonly group: string
  /** Of its words and its key. */
  readonly textHash: string
}

/** The words of a memory with their key, and whose they are. */
export type Words = { readonly textHash: string; readonly readers: Readers }

/**
 * The memories that go together with one: those of its owner with the same readers, words and key, whatever their days. Whoever
 * takes back one of them takes back all.
 */
export const together = (all: readonly SameWords[], { textHash, readers }: Words): readonly SameWords[] => {
  const group = readerGroup(readers)
  return all.filter((each) => each.textHash === textHash && each.group === group)
}

export const isInForce = ({ status }: Pick<SameWords, 'status'>): boolean =>
  status === 'active' || status === 'needs_clarification'

/** What a change of memories answers: those that it was about, the one that was named first, and others that say the same still. */
export type Affected = { readonly ids: readonly string[]; readonly same_words?: readonly string[] }

/** `all` say what the memories with these ids said. */
export const affected = (ids: readonly string[], all: readonly SameWords[]): Affected => {
  const others = all.filter((each) => isInForce(each) && !ids.includes(each.memoryId))
  return { ids, ...(others.length === 0 ? {} : { same_words: others.map(({ memoryId }) => memoryId) }) }
}
