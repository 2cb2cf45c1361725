import { isAssistantRole } from '../../text/assistant.js'
import { type DateMention, findDates } from '../../text/dates/dates-said.js'
import { addDays, type Span } from '../../text/dates/day.js'
import { folded } from '../../text/fold.js'
import type { Language } from '../../text/words.js'
import { isPromptInjection } from '../prompt-injection.js'
import { type Numbers, numbersIn } from './numbers.js'
import { type NormalText, normalText } from './quotes.js'

/** One turn of an episode. */
export type Turn = {
  /** index in the episode */
  readonly number: number
  readonly role: string | null
  readonly name: string | null
  /** secrets redacted */
  readonly content: string
  /** YYYY-MM-DD: when it was said, in the zone of the speaker; null if unknown */
  readonly day: string | null
  /** null if unknown */
  readonly language: Language | null
}

/** A turn, or a part of a long one, as a model reads it. */
type WindowTurn = Turn & {
  /** where `content` begins in the content of the turn */
  readonly offset: number
  /** read before, in another window: for understanding only */
  readonly context: boolean
}

export type Window = readonly WindowTurn[]

/** About 4,000 tokens of English: what comes of it fits what most models write in one answer. */
export const WINDOW_CHARACTERS = 16_000

/** What the JSON around a turn takes. */
const FRAME = 80
/** The part of a window that may be context. */
const CONTEXT_SHARE = 8
const CONTEXT_TURNS = 4
/** A shorter part of a turn is no sense. */
const LEAST_SLICE = 200

export const isAssistant = ({ role, name }: Pick<Turn, 'role' | 'name'>): boolean => isAssistantRole(role ?? name)

const sizeOf = ({ content }: Turn): number => content.length + FRAME

const splitsPair = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1))

/** The best place to cut at or before `most`: behind a paragraph, a line, a sentence, a word. */
const cutAt = (text: string, most: number): number => {
  const half = Math.floor(most / 2)
  for (const mark of ['\n\n', '\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length)
    if (at >= half) return at + mark.length
  }
  return splitsPair(text, most) ? most - 1 : most
}

/** The turn in parts of at most so many characters. */
const slicesOf = (turn: WindowTurn, most: number): readonly WindowTurn[] => {
  const slices: WindowTurn[] = []
  let rest = turn
  while (rest.content.length > most) {
    const at = cutAt(rest.content, most)
    slices.push({ ...rest, content: rest.content.slice(0, at) })
    rest = { ...rest, content: rest.content.slice(at), offset: rest.offset + at }
  }
  return [...slices, rest]
}

/** The end of a turn, from a word on. */
const endOf = (turn: WindowTurn, most: number): WindowTurn => {
  if (turn.content.length <= most) return turn
  const from = turn.content.length - most
  const space = turn.content.indexOf(' ', from)
  const at = space < 0 || space > from + most / 2 ? from + Number(splitsPair(turn.content, from)) : space + 1
  return { ...turn, content: turn.content.slice(at), offset: turn.offset + at }
}

/** The last of these turns, as context of the next window. */
const contextOf = (before: readonly WindowTurn[], characters: number): readonly WindowTurn[] => {
  const context: WindowTurn[] = []
  let room = characters
  for (const turn of before.slice(-CONTEXT_TURNS).toReversed()) {
    if (room < LEAST_SLICE) break
    const end = endOf(turn, room)
    context.unshift({ ...end, context: true })
    room -= sizeOf(end)
  }
  return context
}

/**
 * A conversation in windows of at most `maxChars` characters, each of them behind the last turns of the one before as
 * context, the first behind what was said `before`. Every part of every turn is in one window as more than context.
 */
export const windowsOf = (
  turns: readonly Turn[],
  { maxChars, before = [] }: { readonly maxChars: number; readonly before?: readonly Turn[] },
): readonly Window[] => {
  const most = Math.max(LEAST_SLICE, maxChars)
  const parts = turns.flatMap((turn) => slicesOf({ ...turn, offset: 0, context: false }, most))
  const earlier = before.map((turn) => ({ ...turn, offset: 0, context: true }))
  const windows: WindowTurn[][] = []
  let room = 0
  for (const [index, part] of parts.entries()) {
    if (windows.length === 0 || sizeOf(part) > room) {
      windows.push([...contextOf([...earlier, ...parts.slice(0, index)], most / CONTEXT_SHARE)])
      room = most
    }
    windows.at(-1)?.push(part)
    room -= sizeOf(part)
  }
  return windows
}

/** A window as two of half its length; undefined if it is too short to be cut. */
export const halvesOf = (window: Window): readonly [Window, Window] | undefined => {
  const own = window.filter(({ context }) => !context)
  const total = own.reduce((sum, { content }) => sum + content.length, 0)
  if (total < 2 * LEAST_SLICE) return undefined
  const context = window.filter((turn) => turn.context)
  const parts = own.flatMap((turn) => slicesOf(turn, Math.ceil(total / 2)))
  let before = 0
  const middle = parts.findIndex(({ content }) => {
    before += content.length
    return before >= total / 2
  })
  const cut = Math.min(Math.max(1, middle + 1), parts.length - 1)
  const first = parts.slice(0, cut)
  if (first.length === 0) return undefined
  return [
    [...context, ...first],
    [...contextOf(first, total / CONTEXT_SHARE), ...parts.slice(cut)],
  ]
}

/** A turn with what rules find in it. */
export type ReadTurn = WindowTurn & {
  readonly assistant: boolean
  readonly normal: NormalText
  readonly numbers: Numbers
  /** the dates that it names, resolved against its day */
  readonly dates: readonly DateMention[]
  /** whether it tries to steer the assistant or the memory */
  readonly steering: boolean
}

/** The words of a window, folded, by which names are known. */
export type KnownWords = { readonly words: ReadonlySet<string>; readonly text: string }

/** A memory that the model is shown as known. */
export type ShownMemory = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly subject: string | null
  /** YYYY-MM-DD: when it was said; null if unknown */
  readonly day: string | null
}

export type ReadWindow = {
  readonly turns: readonly ReadTurn[]
  /** The words of the turns, and of all that is shown. */
  readonly said: KnownWords
  readonly known: KnownWords
  readonly shown: readonly (ShownMemory & { readonly words: KnownWords; readonly numbers: Numbers })[]
}

/** Without a day only dates that name their year can be resolved. */
const NO_DAY = '2000-01-01'

const datesIn = ({ content, day, language }: WindowTurn): readonly DateMention[] => {
  const dates = findDates(content, day ?? NO_DAY, language ?? 'en')
  return day === null ? dates.filter(({ text }) => /\d{4}/.test(text)) : dates
}

/** Tags, overrides of direction and rows of signs without width have no place in what somebody types. */
const HIDDEN = /[\u202d\u202e]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{2}|[\u200b\u2060-\u2064\ufeff]{3}/u
/** The flags of England, Scotland and Wales are written with tags. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu

const hidesWords = (text: string): boolean => HIDDEN.test(text.replace(FLAG, ''))

const readTurn = (turn: WindowTurn): ReadTurn => ({
  ...turn,
  assistant: isAssistant(turn),
  normal: normalText(turn.content),
  numbers: numbersIn(turn.content, turn.language ?? 'en'),
  dates: datesIn(turn),
  steering: isPromptInjection(turn.content) || hidesWords(turn.content),
})

export const wordsIn = (text: string): readonly string[] =>
  folded(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const knownWords = (words: readonly string[]): KnownWords => ({ words: new Set(words), text: ` ${words.join(' ')}` })

export const readWindow = (window: Window, shown: readonly ShownMemory[] = []): ReadWindow => {
  const said = window.flatMap(({ content, name, role }) => [content, name ?? '', role ?? '']).flatMap(wordsIn)
  const memories = shown.map((memory) => {
    const words = wordsIn(`${memory.content} ${memory.subject ?? ''}`)
    return { ...memory, words: knownWords(words), numbers: numbersIn(memory.content, 'en') }
  })
  const words = [...said, ...memories.flatMap((memory) => [...memory.words.words])]
  return { turns: window.map(readTurn), said: knownWords(said), known: knownWords(words), shown: memories }
}

const dayParts = (day: string): string => day.replaceAll('-', ' ')

/** The days between which a mention lies, as numbers: the first, the last, and the days beside them, which "until" may mean. */
const partsOf = ({ from, to }: Span): string => [addDays(from, -1), from, to, addDays(to, 1)].map(dayParts).join(' ')

/** The numbers that a date may be written with, which is worked out from one that was said. */
export const resolvedNumbers = (turns: readonly ReadTurn[], language: Language): Numbers =>
  numbersIn(
    turns.flatMap(({ dates, day }) => [...dates.map(partsOf), ...(day === null ? [] : [dayParts(day)])]).join(' '),
    language,
  )
