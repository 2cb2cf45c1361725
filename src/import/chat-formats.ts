import { type NumericOrder, readMoment } from '../text/dates/moment.js'
import { looksLikeHandle, looksLikeName, roleOfLabel } from './speakers.js'
import { cutAt, type Form, type Opening, roleName, type Turn } from './turn.js'

const DATE = String.raw`(\d{1,4}[./-]\d{1,2}[./-]\d{1,4})`
const TIME = String.raw`(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[AaPp]\.?\s?[Mm]\.?)?)`
const MARKS = String.raw`[\u200e\u200f\ufeff]?`
const ANDROID = new RegExp(String.raw`^${MARKS}${DATE},?\s${TIME}\s[-–]\s(.*)$`)
const IOS = new RegExp(String.raw`^${MARKS}\[${DATE},?\s${TIME}\]\s(.*)$`)
/** `Ana (2024-03-12 10:15): text`. */
const NAME_FIRST = new RegExp(String.raw`^(\S[^:\n(\[]{0,59}?)\s[(\[]${DATE},?\s${TIME}[)\]]:(\s.*|)$`)
const NAMED = /^([^:\n]{1,60}?):(?:\s|$)(.*)$/

type Stamp = { readonly date: string; readonly clock: string; readonly said: string }

const stampOf = (line: string): Stamp | undefined => {
  const [, date = '', clock = '', said = ''] = ANDROID.exec(line) ?? IOS.exec(line) ?? []
  return date === '' ? undefined : { date, clock, said }
}

const behindName = (line: string): Stamp | undefined => {
  const [, name = '', date = '', clock = '', said = ''] = NAME_FIRST.exec(line) ?? []
  return looksLikeName(name) ? { date, clock, said: `${name}:${said}` } : undefined
}

/** The stamps of all lines; behind names they count where the first line has one, and another one. */
const stampsOf = (lines: readonly string[]): readonly (Stamp | undefined)[] => {
  const first = lines.find((line) => line.trim() !== '')
  const named = first === undefined || behindName(first) === undefined ? [] : lines.map(behindName)
  return named.filter((stamp) => stamp).length > 1 ? named : lines.map(stampOf)
}

/** Day or month first, by all dates of the export. If they do not decide, month first for clocks with AM and PM. */
const orderOf = (dates: readonly string[], clocks: readonly string[]): NumericOrder => {
  const pairs = dates.map((date) => date.split(/[./-]/).map(Number))
  if (pairs.some(([first = 0]) => first > 12 && first < 32)) return 'day-first'
  if (pairs.some(([, second = 0]) => second > 12)) return 'month-first'
  return clocks.some((clock) => /[ap]\.?\s?m/i.test(clock)) ? 'month-first' : 'day-first'
}

/** WhatsApp, Signal and similar, a date on each line: `12/05/23, 14:03 - Ana: text`, `Ana (2023-05-12 14:03): text`. */
export const chatExport: Form = (text) => {
  const lines = text.split('\n')
  const stamps = stampsOf(lines)
  const stamped = stamps.filter((stamp) => stamp !== undefined)
  if (!stamped.some(({ said }) => NAMED.test(said))) return undefined
  const order = orderOf(
    stamped.map(({ date }) => date),
    stamped.map(({ clock }) => clock),
  )
  return cutAt(lines, (_, index): Opening | undefined => {
    const stamp = stamps[index]
    if (!stamp) return undefined
    const { date, clock, said } = stamp
    const named = NAMED.exec(said)
    const moment = readMoment(`${date} ${clock.replace(/\u202f/g, ' ')}`, order)
    return { speaker: named?.[1]?.replace(/^[\u200e~\s]+/, '').trim() || null, first: named?.[2] ?? said, moment }
  })
}

const TAG = /<\|im_start\|>[^\S\n]{0,4}([\w-]{1,40})[^\S\n]{0,40}\n?/
const ROLE_TAG = /<\|(system|user|assistant)\|>\n?/

/** ChatML: `<|im_start|>user … <|im_end|>`, and the shorter `<|user|> …`. Only where the text begins with a tag. */
export const chatml: Form = (text) => {
  const start = text.trimStart()
  const tag = [TAG, ROLE_TAG].find((pattern) => start.search(pattern) === 0)
  if (!tag) return undefined
  const parts = start.split(tag)
  return parts.slice(1).flatMap((role, index) => {
    if (index % 2 === 1) return []
    return [{ speaker: roleName(role), text: (parts[index + 2] ?? '').replace(/<\|(?:im_end|end|endoftext)\|>/g, '') }]
  })
}

const OPENING = /[\s\ue000-\uf8ff]*<(user|human|assistant|ai|bot|model|system|tool)>/y

/**
 * `<user>text</user> <assistant>text</assistant>`: nothing but elements that are named after roles, a person's and an assistant's
 * among them. A private character between two, by which a reader marks a place, goes to the one before.
 */
export const roleElements: Form = (text) => {
  const turns: (Turn & { readonly line: number })[] = []
  const roles = new Set<string | null>()
  const end = text.trimEnd().length
  let line = 0
  for (let at = 0; at < end; ) {
    OPENING.lastIndex = at
    const [opening = '', role = ''] = OPENING.exec(text) ?? []
    const close = role === '' ? -1 : text.indexOf(`</${role}>`, at + opening.length)
    if (close < 0) return undefined
    const [mark] = /[\ue000-\uf8ff]/.exec(opening) ?? []
    const last = turns.pop()
    if (last) turns.push(mark === undefined ? last : { ...last, text: `${last.text}\n${mark}\n` })
    line += opening.split('\n').length - 1
    const said = text.slice(at + opening.length, close)
    turns.push({ speaker: roleName(role), text: said.trim(), line })
    line += said.split('\n').length - 1
    roles.add(roleOfLabel(role))
    at = close + role.length + 3
  }
  if (!roles.has('user') || !roles.has('assistant')) return undefined
  const isByLine = turns.every((turn, i) => i === 0 || turn.line > (turns[i - 1]?.line ?? 0))
  return isByLine ? turns : turns.map(({ line: _, ...turn }) => turn)
}

/** `Ana  10:32 AM`, `Ana — Today at 10:32`, `Ana, [05.12.2023 10:32]`, `Ana  1:02:11` (of a recording) on a line of their own. */
const HEADER =
  /^(\p{L}[\p{L}\p{M}\p{N} .'’_-]{0,39}?)(\s{2,8}|\t|\s?[—–]\s?|,?\s(?=\[)|\s)\[?((?:(?:Today|Yesterday)(?: at)? |\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? (?:at )?)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?)\]?\s{0,4}$/u

const headerOf = (line: string) => {
  if (line.length > 100) return undefined
  const match = HEADER.exec(line)
  const name = match?.[1]?.trim()
  if (!match || name === undefined || !(looksLikeName(name) || looksLikeHandle(name))) return undefined
  return { name, when: match[3] ?? '', single: match[2] === ' ' && !line.includes('[') }
}

const CLOCK_ALONE = /^\s{0,4}\d{1,2}:\d{2}(?::\d{2})?\s{0,4}$/

/** The lines of times below names, where each is followed by words and a name comes again: a timetable and an agenda are none. */
const clocksBelowNames = (lines: readonly string[]): ReadonlySet<number> => {
  const isName = (line: string) => line.length <= 40 && looksLikeName(line.trim())
  const clocks = lines.flatMap((line, at) => (CLOCK_ALONE.test(line) && isName(lines[at - 1] ?? '') ? [at] : []))
  const below = new Set(clocks)
  const names = new Set(clocks.map((at) => lines[at - 1]?.trim()))
  const areFollowed = clocks.every((at) => (lines[at + 1] ?? '').trim() !== '' && !below.has(at + 2))
  return names.size < clocks.length && areFollowed ? below : new Set()
}

/** Slack, Discord, Telegram, meetings: a header (name, time), then text. With a single space: from the second on. */
export const headed: Form = (text) => {
  const written = text.split('\n')
  const clocks = clocksBelowNames(written)
  // The line of a time goes to the end of the name's, as elsewhere.
  const numbers = written.flatMap((_, at) => (clocks.has(at) ? [] : [at]))
  const lines = numbers.map((at) => (clocks.has(at + 1) ? `${written[at]}  ${written[at + 1]}` : (written[at] ?? '')))
  const headers = lines.map(headerOf)
  const clear = headers.some((header) => header && !header.single)
  if (!clear && headers.filter((header) => header).length < 2) return undefined
  const opening = (_: string, index: number) => {
    const header = headers[index]
    return header ? { speaker: header.name, first: '', moment: readMoment(header.when) } : undefined
  }
  return cutAt(lines, opening, clocks.size === 0 ? undefined : numbers)
}
