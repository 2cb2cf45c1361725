import type { Replacement } from '../../domain/memory/replacing.js'
import type { Conversation } from '../../import/message.js'
import { turnOf } from '../../import/turn.js'
import { redact } from '../../text/secrets/redact.js'
import type { Part } from '../as-said/fresh-turns.js'
import { dropPastedBack } from '../as-said/own-output.js'
import { labelled } from '../as-said/pieces/piece.js'
import { openConversation } from '../as-said/read-conversation.js'

/** A turn that was ingested before, sent again with what it replaces. */
export type Restated = Replacement & {
  /** As its memory has it. */
  readonly content: string
  readonly speaker: string | null
  /** ISO instant, if its message tells when it was sent. */
  readonly saidAt: string | undefined
}

export const restatedIn = (conversation: Conversation, { from, leftOut }: Part): readonly Restated[] => {
  if (conversation.replacement || !('messages' in conversation)) return []
  const opened = openConversation(conversation)
  if (!('messages' in opened)) return []
  return opened.messages.flatMap(({ replacement, role, content, name, at }, place) => {
    if (replacement === undefined || (place >= from && !leftOut.has(place))) return []
    const message = { role: redact(role).text, content: redact(content).text }
    const { speaker, text, moment } = turnOf({
      ...message,
      ...(name === undefined ? {} : { name: redact(name).text }),
      ...(at === undefined ? {} : { at }),
    })
    const piece = { speaker, role, turn: 0, text: dropPastedBack(text).text.trim() }
    return [{ ...replacement, content: labelled(piece), speaker, saidAt: moment?.instant }]
  })
}
