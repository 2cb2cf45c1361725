import { isAssistantRole } from '../../text/assistant.js'
import type { Language } from '../../text/words.js'

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
export type WindowTurn = Turn & {
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
