import { extractionAnswer } from '../../../src/ingest/by-model/prompt.js'
import { readFact } from '../../../src/ingest/by-model/read-fact.js'
import { readWindow, type Turn, type Window, windowsOf } from '../../../src/ingest/by-model/windows.js'
import { detectLanguage } from '../../../src/text/detect-language.js'
import { rawFact } from '../../support/sensible-model.js'

const DAY = '2026-05-08'

/** Turns of a chat, each written as "Name: words"; Bot is the assistant. */
export const turnsOf = (...lines: readonly string[]): readonly Turn[] =>
  lines.map((line, number) => {
    const [, name = '', content = ''] = /^(\p{L}+): ([\s\S]*)$/u.exec(line) ?? []
    const role = name === 'Bot' ? 'assistant' : 'user'
    return {
      number,
      role,
      name: name === 'Bot' ? null : name,
      content,
      day: DAY,
      language: detectLanguage(content) ?? 'en',
    }
  })

export const windowOf = (...lines: readonly string[]): Window =>
  windowsOf(turnsOf(...lines), { maxChars: 16_000 })[0] ?? []

/** What rules make of one fact of a model about a chat. */
const reading = (lines: readonly string[], fact: Readonly<Record<string, unknown>>) => {
  const raw = extractionAnswer.parse({ facts: [rawFact(fact)] }).facts[0]
  if (!raw) throw new Error('it is no fact')
  return readFact(raw, readWindow(windowOf(...lines)))
}

/** The fact that is taken, or why it is not. */
export const taken = (lines: readonly string[], fact: Readonly<Record<string, unknown>>) => {
  const found = reading(lines, fact)
  return 'fact' in found ? found.fact : found.dropped
}
