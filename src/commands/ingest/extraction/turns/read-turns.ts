import { captions } from './captions.js'
import { callChat, chatExport, chatml, headed, roleElements } from './chat-formats.js'
import { eastAsianChat } from './east-asian-chats.js'
import { emails, replies } from './emails.js'
import { irc } from './irc.js'
import { labelled } from './labels.js'
import { proseTurns } from './prose.js'
import { calendar, gitLog, jsonRecords } from './records.js'
import type { Form, Turn } from './turn.js'

/** In order of precedence, the most specific first. */
const FORMS: readonly Form[] = [
  chatml,
  roleElements,
  captions,
  chatExport,
  eastAsianChat,
  callChat,
  irc,
  headed,
  emails,
  gitLog,
  calendar,
  jsonRecords,
  labelled,
  replies,
]

/**
 * Parses a text as turns in the first format that fits, else as prose. Line ends must be `
 * `.
 */
export const readTurns = (text: string): readonly Turn[] => {
  for (const form of FORMS) {
    const turns = form(text)
    if (turns) return turns
  }
  return proseTurns(text)
}
