import { type SameWords, together } from '../domain/memory/same-words.js'
import type { KnownMemory } from '../domain/memory/state.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'

/** Those that go together with a memory, in any form of its words. */
export const sameAs = (
  all: readonly SameWords[],
  { character: { said }, readers }: Pick<KnownMemory, 'character' | 'readers'>,
): readonly SameWords[] =>
  hashesAsUserSaid(said, said.key).flatMap((hash) => together(all, { textHash: hash, readers }))
