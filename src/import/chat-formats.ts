import { type NumericOrder, readMoment } from '../text/dates/moment.js'
import { looksLikeHandle, looksLikeName, roleOfLabel } from './speakers.js'
import { cutAt, type Form, isBlank, type Opening, roleName, type Turn } from './turn.js'

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

/**
 * Day or month first, decided by all dates of the export. If they do not decide, month first for clocks with AM and PM.
 */
const orderOf = (dates: readonly string[], clocks: readonly string[]): NumericOrder => {
  const pairs = dates.map((date) => date.split(/[./-]/).map(Number))
  if (pairs.some(([first = 0]) => first > 12 && first < 32)) return 'day-first'
  if (pairs.some(([, second = 0]) => second > 12)) return 'month-first'
  return clocks.some((clock) => /[ap]\.?\s?m/i.test(clock)) ? 'month-first' : 'day-first'
}

/**
 * WhatsApp, Signal and similar: every line has its own date, `12/05/23, 14:03 - Ana: text`, `[12.05.23, 14:03:22] Ana: text` or
 * `Ana (2023-05-12 14:03): text`.
 */
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
 * `<user>text</user> <assistant>text</assistant>`: nothing but elements named after the sides of a chat with an assistant, and
 * both of these. A private character between two, by which a reader marks a place, goes to the one before.
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

/**
 * Slack, Discord, Telegram and transcripts of meetings: a header line with name and time, then the text. A header with a single space counts only from the
 * second on.
 */
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

/** `09:15:22 From Ana Reis to Everyone: text`, with more white space in older ones; the text may stand on the next line. */
const CHATTED =
  /^\d{1,2}:\d{2}:\d{2}\s{1,4}From\s{1,4}(\S[^:]{0,80}?)(?:\s{1,4}[Tt]o\s{1,4}[^:]{1,80}?)?\s?:(?:\s{1,4}(.*))?$/

/** The chat of a video call, as Zoom saves it. */
export const callChat: Form = (text) => {
  const lines = text.split('\n')
  const found = lines.map((line) => CHATTED.exec(line) ?? undefined)
  if (!found.some((match) => match)) return undefined
  return cutAt(lines, (_, index) => {
    const match = found[index]
    return match ? { speaker: match[1]?.trim() ?? null, first: match[2] ?? '' } : undefined
  })
}

/** A clock with or without the half of the day, before or behind it. */
const CLOCK = String.raw`((?:(?:오전|오후|上午|下午|午前|午後)\s?)?\d{1,2}:\d{2}(?:\s?[AP]M)?)`
const DAY = String.raw`(\d{4})(?:[./]|년\s?|年)(\d{1,2})(?:[./]|월\s?|月)(\d{1,2})(?:일|日)?`
const WEEKDAY = `(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?|[月火水木金土日](?:曜日)?|[월화수목금토일]요일|(?:星期|週|周)[一二三四五六日天])`
/** `2024.03.12 Tuesday`, `2024/03/12(火)`, `--------------- 2024년 3월 12일 화요일 ---------------`: the day of what follows. */
const DAY_LINE = new RegExp(String.raw`^(?:-{5,20} )?${DAY}[\s(（]{0,2}${WEEKDAY}[)）]?(?: -{5,20})?$`, 'iu')
/** What stands above an export. */
const EXPORT_HEAD =
  /^(?:\[LINE\].*|(?:Saved on|保存日時|저장한 날짜|Date Saved)\s?[:：].*|.*(?:카카오톡 대화|KakaoTalk Chats?)(?:\s.*)?)$/i
/** LINE: `10:15<tab>Ana<tab>text`. */
const TABBED = new RegExp(`^${CLOCK}\t([^\t]{1,60})\t(.*)$`)
/** KakaoTalk on a computer: `[Ana] [10:15 AM] text`. */
const BRACKETS = new RegExp(String.raw`^\[([^\[\]]{1,60})\] \[${CLOCK}\] (.*)$`)
/** KakaoTalk on a telephone: `2024년 3월 12일 오전 10:15, 안나 : text`. */
const DATED = new RegExp(`^${DAY} ${CLOCK}, ([^:]{1,60}?) : (.*)$`)

type Said = { readonly day: string; readonly clock: string; readonly name: string; readonly first: string }

const dayOf = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const saidIn = (line: string, day: string): Said | undefined => {
  const [, clock = '', name = '', first = ''] = TABBED.exec(line) ?? []
  // Without a day above it, it is a table.
  if (clock !== '' && day !== '') return { day, clock, name, first }
  const [, by = '', at = '', words = ''] = BRACKETS.exec(line) ?? []
  if (by !== '' && day !== '') return { day, clock: at, name: by, first: words }
  const [, year, month, date, time = '', who = '', text = ''] = DATED.exec(line) ?? []
  return year === undefined ? undefined : { day: dayOf(year, month, date), clock: time, name: who, first: text }
}

const isAfternoon = (clock: string): boolean => /오후|下午|午後|PM/.test(clock)

/** On 24 hours. */
const clockOf = (written: string): string => {
  const [, hour = '', minute = ''] = /(\d{1,2}):(\d{2})/.exec(written) ?? []
  const isHalf = /[^\d:]/.test(written)
  const hours = isHalf ? (Number(hour) % 12) + (isAfternoon(written) ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** LINE and KakaoTalk: a line for each day, and messages that begin with their time. */
export const eastAsianChat: Form = (text) => {
  const lines = text.split('\n')
  let day = ''
  const openings = lines.map((line): Opening | undefined => {
    const [, year, month, date] = DAY_LINE.exec(line.trim()) ?? []
    if (year !== undefined) day = dayOf(year, month, date)
    const said = saidIn(line, day)
    if (said === undefined) return undefined
    const { day: on, clock, name, first } = said
    return { speaker: name.trim(), first, moment: readMoment(`${on} ${clockOf(clock)}`) }
  })
  const first = openings.findIndex((opening) => opening !== undefined)
  const names = openings.flatMap((opening) => opening?.speaker ?? [])
  if (!isChat(names, lines.slice(0, Math.max(0, first)))) return undefined
  // The times of the messages tell the days.
  const kept = lines.flatMap((line, at) => (at < first || DAY_LINE.test(line.trim()) ? [] : [at]))
  const turns = cutAt(
    kept.map((at) => lines[at] ?? ''),
    (_, index) => openings[kept[index] ?? 0],
    kept,
  )
  return turns.map((turn) => ({ ...turn, text: turn.text.trim() }))
}

/** Whether nothing but an export's own lines stands above the first message, and a name comes again or it says what it is. */
const isChat = (names: readonly string[], above: readonly string[]): boolean => {
  if (names.length < 2) return false
  const filled = above.filter((line) => !isBlank(line)).map((line) => line.trim())
  const isOwn = filled.every((line) => EXPORT_HEAD.test(line) || DAY_LINE.test(line))
  return isOwn && (new Set(names).size < names.length || filled.some((line) => EXPORT_HEAD.test(line)))
}
