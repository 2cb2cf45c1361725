import { chatExport } from './chat-export.js'
import { chatml } from './chatml.js'
import { headed } from './headers.js'
import { irc } from './irc.js'
import { labelled } from './labels.js'
import { proseTurns } from './prose.js'
import { gitLog, jsonRecords } from './records.js'
import type { Form, Turn } from './turn.js'

/** The most specific form first. */
const FORMS: readonly Form[] = [chatml, chatExport, irc, headed, gitLog, jsonRecords, labelled]

/** Reads a text as turns in the first form that fits, else as prose. Line ends are `\n`. */
export const readTurns = (text: string): readonly Turn[] => {
  for (const form of FORMS) {
    const turns = form(text)
    if (turns) return turns
  }
  return proseTurns(text)
}
