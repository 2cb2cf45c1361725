import { ownText } from '../domain/own-text.js'
import { isAssistantRole } from './assistant.js'
import { isRoleWord } from './speaker-name.js'
import { textHash } from './text-hash.js'

/** The words of a memory as they are kept, and who is named as saying them. */
type Said = { readonly content: string; readonly speaker: string | null }

/**
 * The same words as a user says them in any form: with the label of a chat, and without one, as a note has them. What a named
 * speaker or an assistant says is theirs.
 */
export const asUserSaid = ({ content, speaker }: Said): readonly string[] => {
  if (speaker !== null && (!isRoleWord(speaker) || isAssistantRole(speaker))) return [content]
  const own = ownText({ content, speaker })
  return [...new Set([content, own, `User: ${own}`])]
}

/** The hashes of all these forms with a key. */
export const hashesAsUserSaid = (said: Said, key: string | null | undefined): readonly string[] =>
  asUserSaid(said).map((content) => textHash(content, key ?? undefined))
