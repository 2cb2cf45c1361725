import { readMoment } from '../text/dates/moment.js'
import { cutAt, type Form, isBlank, type Opening } from './turn.js'

/** A clock with or without the half of the day, before or behind it. */
const CLOCK = String.raw`((?:(?:오전|오후|上午|下午|午前|午後)\s?)?\d{1,2}:\d{2}(?:\s?[AP]M)?)`
const DAY = String.raw`(\d{4})(?:[./]|년\s?|年)(\d{1,2})(?:[./]|월\s?|月)(\d{1,2})(?:일|日)?`
const WEEKDAY = `(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?|[月火水木金土日](?:曜日)?|[월화수목금토일]요일|(?:星期|週|周)[一二三四五六日天])`
/** `2024.03.12 Tuesday`, `2024/03/12(火)`, `--------------- 2024년 3월 12일 화요일 ---------------`: the day of what follows. */
const DAY_LINE = new RegExp(String.raw`^(?:-{5,20} )?${DAY}[\s(（]{0,2}${WEEKDAY}[)）]?(?: -{5,20})?$`, 'iu')
/** What stands above an export. */
const HEADER =
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
  const isOwn = filled.every((line) => HEADER.test(line) || DAY_LINE.test(line))
  return isOwn && (new Set(names).size < names.length || filled.some((line) => HEADER.test(line)))
}
