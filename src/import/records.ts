import type { WrittenMoment } from '../domain/moment.js'
import { readMoment } from '../text/dates/moment.js'
import type { Form, Turn } from './turn.js'

const COMMIT = /^commit [0-9a-f]{7,64}\b/

/** Output of `git log`: one turn per commit, with hash, author, date and message. */
export const gitLog: Form = (text) => {
  if (!COMMIT.test(text.trimStart())) return undefined
  return entriesOf(text, COMMIT)?.map((turn) => dated(turn, committedAt(turn.text)))
}

/** `Thu Feb 12 09:14:55 2026 +0100`, or a date as other programs write it. */
const COMMITTED = /^(?:Author|Commit)?Date:\s{1,8}(?:\p{L}{3} (\p{L}{3}) {1,2}(\d{1,2}) ([\d:]{8}) (\d{4})(.*)|(.*))$/mu

const committedAt = (text: string): WrittenMoment | undefined => {
  const [, month, day, clock, year, zone = '', other = ''] = COMMITTED.exec(text) ?? []
  return readMoment(month === undefined ? other : `${day} ${month} ${year} ${clock}${zone}`)
}

const dated = (turn: Turn, moment: WrittenMoment | undefined): Turn =>
  moment === undefined ? turn : { ...turn, moment }

const ENTRY = /^BEGIN:(?:VEVENT|VTODO|VJOURNAL)\s*$/

/** A calendar as programs exchange it: one turn per entry. */
export const calendar: Form = (text) => {
  if (!text.trimStart().startsWith('BEGIN:VCALENDAR')) return undefined
  return entriesOf(text, ENTRY)
}

/** JSON that is no conversation: one turn per object with all of its fields, if each object has its own lines. */
export const jsonRecords: Form = (text) => {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || !/[\]}]$/.test(trimmed)) return undefined
  const lines = text.split('\n')
  const starts = objectStarts(lines)
  if (starts.length < 2 || !isJson(trimmed, lines)) return undefined
  return cutBefore(lines, starts).map((turn) => ({ ...turn, text: withoutFrame(turn.text) }))
}

const isJson = (text: string, lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line.trim() !== '')
  return text.startsWith('[') ? parses(text) : filled.every((line) => line.trimStart().startsWith('{') && parses(line))
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The first lines of the objects in the outermost array, or at the top level. */
const objectStarts = (lines: readonly string[]): readonly number[] => {
  const outer = lines
    .find((line) => line.trim() !== '')
    ?.trimStart()
    .startsWith('[')
    ? 1
    : 0
  const starts: number[] = []
  let depth = 0
  for (const [at, line] of lines.entries()) {
    if (depth === outer && line.trimStart().startsWith('{')) starts.push(at)
    depth += balanceOf(line)
  }
  return starts
}

/** Opening minus closing brackets of a line, ignoring brackets in strings. */
const balanceOf = (line: string): number => {
  let [balance, inString] = [0, false]
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (inString && sign === '\\') at++
    else if (sign === '"') inString = !inString
    else if (!inString && (sign === '{' || sign === '[')) balance++
    else if (!inString && (sign === '}' || sign === ']')) balance--
  }
  return balance
}

/** Removes the comma after an object, and after the last one the closing bracket of the array. */
const withoutFrame = (text: string): string => {
  const object = text.trim().replace(/,$/, '')
  return parses(object) ? object : object.replace(/\s*\]$/, '')
}

/** A turn for each line that begins an entry; undefined where none does. */
const entriesOf = (text: string, entry: RegExp): readonly Turn[] | undefined => {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (entry.test(line) ? [at] : []))
  return starts.length === 0 ? undefined : cutBefore(lines, starts)
}

/** Lines before the first start are in no turn's text; the conversation stores them with the first turn. */
const cutBefore = (lines: readonly string[], starts: readonly number[]) =>
  starts.map((start, i) => ({
    speaker: null,
    text: lines
      .slice(start, starts[i + 1])
      .join('\n')
      .trimEnd(),
  }))
