import { ownText, type Wording } from '../domain/memory/events.js'
import { type SameWords, together } from '../domain/memory/same-words.js'
import type { KnownMemory } from '../domain/memory/state.js'
import { isAssistantRole } from '../text/assistant.js'
import { isRoleWord } from '../text/speaker-name.js'
import { textHash } from '../text/text-hash.js'

type SpokenWording = Pick<Wording, 'content' | 'speaker'>

/**
 * The same words as a user says them in any form: with the label of a chat, and without one, as a note has them. What a named
 * speaker or an assistant says is theirs.
 */
export const asUserSaid = ({ content, speaker }: SpokenWording): readonly string[] => {
  if (speaker !== null && (!isRoleWord(speaker) || isAssistantRole(speaker))) return [content]
  const own = ownText({ content, speaker })
  return [...new Set([content, own, `User: ${own}`])]
}

/** The hashes of all these forms with a key. */
export const hashesAsUserSaid = (said: SpokenWording, key: string | undefined): readonly string[] =>
  asUserSaid(said).map((content) => textHash(content, key))

/** Those that go together with a memory, in any of these forms. */
export const sameAs = (
  all: readonly SameWords[],
  { character: { said }, readers }: Pick<KnownMemory, 'character' | 'readers'>,
): readonly SameWords[] =>
  hashesAsUserSaid(said, said.key).flatMap((hash) => together(all, { textHash: hash, readers }))
