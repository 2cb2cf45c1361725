import { type DateMention, findDates } from '../../text/dates/dates-said.js'
import { addDays, type Span } from '../../text/dates/day.js'
import { folded } from '../../text/fold.js'
import type { Language } from '../../text/words.js'
import { isPromptInjection } from '../prompt-injection.js'
import { type Numbers, numbersIn } from './numbers.js'
import { type NormalText, normalText } from './quotes.js'
import { isAssistant, type Window, type WindowTurn } from './windows.js'

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
