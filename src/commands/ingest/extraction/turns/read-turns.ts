import { statementLines } from '../pieces/statements.js'
import { captions } from './captions.js'
import { callChat, chatExport, chatml, headed, roleElements } from './chat-formats.js'
import { eastAsianChat } from './east-asian-chats.js'
import { emails, replies } from './emails.js'
import { fencedLines } from './fences.js'
import { isHeading, underHeadings } from './headings.js'
import { irc } from './irc.js'
import { labelled } from './labels.js'
import { calendar, gitLog, jsonRecords } from './records.js'
import { looksLikeName } from './speakers.js'
import type { Form, Turn } from './turn.js'

const ITEM = /^\s{0,12}(?:[-*+•–]\s{1,4}|\d{1,3}[.)]\s{1,4})\S/
const BULLET = /^\s{0,12}[-*+•–]\s{1,4}(?=\S)/

/**
 * Items of a list without other text, each with its indented continuation lines; undefined if the lines are no such
 * list.
 */
const listItems = (lines: readonly string[]): readonly string[] | undefined => {
  if (!lines.every((line) => ITEM.test(line) || /^\s/.test(line)) || !ITEM.test(lines[0] ?? '')) return undefined
  const items: string[][] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.replace(BULLET, '')])
    else items.at(-1)?.push(line)
  }
  return items.length > 1 ? items.map((item) => item.join('\n')) : undefined
}

/** A line that greets whoever a letter is for. */
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|lieber?|sehr geehrter?|guten (?:tag|morgen|abend)|bonjour|salut|chère?|hola|estimad[oa]|querid[oa]|olá|car[oa]|ciao|gentile|beste|geachte)(?!\p{L})[^.?\n]{0,60}$/iu
/** At most so many lines of so many characters stand below a letter. */
const CLOSING = { lines: 4, characters: 40 }

/** Paragraphs, of which the greeting and the closing of a letter are a part of what they stand beside. */
const withoutFrame = (paragraphs: readonly string[]): readonly string[] => {
  const [greeting = '', opening, ...rest] = paragraphs
  if (opening === undefined || !GREETING.test(greeting)) return paragraphs
  const body = [`${greeting}\n\n${opening}`, ...rest]
  const [before, last = ''] = body.slice(-2)
  return body.length > 1 && isClosing(last) ? [...body.slice(0, -2), `${before}\n\n${last}`] : body
}

const isClosing = (paragraph: string): boolean => {
  const lines = paragraph.split('\n').map((line) => line.trim())
  const isShort = lines.every((line) => line.length <= CLOSING.characters && !/[.?!:]$/.test(line))
  return lines.length <= CLOSING.lines && isShort && looksLikeName(lines.at(-1) ?? '')
}

/** Prose without speakers: one turn per paragraph, list item or statement; code fences stay whole. */
const proseTurns = (text: string): readonly Turn[] => {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const paragraphs: { readonly lines: string[]; code: boolean }[] = []
  let fresh = true
  for (const [index, line] of lines.entries()) {
    const inCode = fenced[index] === true
    if (line.trim() === '' && !inCode) fresh = true
    else {
      if (fresh) paragraphs.push({ lines: [], code: false })
      const last = paragraphs.at(-1)
      last?.lines.push(line)
      if (last && inCode) last.code = true
      fresh = false
    }
  }
  const apart = paragraphs.map(({ lines: own, code }) => (code ? undefined : (listItems(own) ?? statementLines(own))))
  if (paragraphs.some(({ lines: own, code }) => !code && isHeading(own[0] ?? '')))
    return underHeadings(paragraphs.map(({ lines: own, code }, i) => ({ text: own.join('\n'), code, apart: apart[i] })))
  return withoutFrame(paragraphs.flatMap(({ lines: own }, i) => apart[i] ?? [own.join('\n')])).map((paragraph) => ({
    speaker: null,
    text: paragraph,
  }))
}

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
