import { eachOf, type Steps } from '../../concurrency/steps.js'
import type { SaidTurn } from '../../domain/episode.js'
import type { WrittenMoment } from '../../domain/moment.js'
import { jsonMessages } from '../../import/json-messages.js'
import type { Conversation, Message } from '../../import/message.js'
import { readTurns } from '../../import/read-turns.js'
import { type Turn, turnOf } from '../../import/turn.js'
import { takeSessionDate } from '../../text/dates/moment.js'
import { redact, redacting } from '../../text/secrets/redact.js'
import type { Options } from './fact.js'
import { exchangeOf } from './stated.js'

/** A parsed and redacted conversation. */
export type ReadTurns = {
  /** The new turns. */
  readonly turns: readonly Turn[]
  /** The same as stored: one entry for each of `turns`, or one for all. */
  readonly said: readonly SaidTurn[]
  /** Of messages: at which place each of them stands in the conversation. */
  readonly places?: readonly number[]
  /** The turn that was left out just before one of the new ones, by its place among them. */
  readonly omitted: ReadonlyMap<number, Turn>
  /** The speakers of the whole conversation. */
  readonly speakers: readonly string[]
}

/** Which messages or lines are read: those from `from` on that are not left out. */
export type Part = { readonly from: number; readonly leftOut: ReadonlySet<number> }

/** The places of the turns that are not known. A known short answer to a question that is not known is told anew. */
const freshAmong = (turns: readonly Turn[], isKnown: (place: number) => boolean): readonly number[] => {
  const fresh: number[] = []
  for (const [place, turn] of turns.entries()) {
    const before = fresh.at(-1) === place - 1 ? turns[place - 1] : undefined
    if (!isKnown(place) || exchangeOf(before, turn) !== undefined) fresh.push(place)
  }
  return fresh
}

/** The turns that stand just before one of these in the conversation and not among them. */
const omittedBefore = (
  fresh: readonly number[],
  turnAt: (place: number) => Turn | undefined,
): ReadonlyMap<number, Turn> =>
  new Map(
    fresh.flatMap((place, i): [number, Turn][] => {
      const before = fresh[i - 1] === place - 1 ? undefined : turnAt(place - 1)
      return before === undefined ? [] : [[i, before]]
    }),
  )

/** A conversation without its session-date line: as messages, or as lines of text. */
type Opened = {
  readonly moment: WrittenMoment | undefined
  /** The removed session-date line with the white space before the text. */
  readonly dateLine: string
} & ({ readonly messages: readonly Message[] } | { readonly lines: readonly string[] })

/** Messages pasted as JSON are read as messages. */
export const openConversation = (conversation: Conversation): Opened => {
  if ('messages' in conversation) return openMessages(conversation.messages, { moment: undefined, dateLine: '' })
  const text = conversation.text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '')
  const { rest, moment } = takeSessionDate(text)
  const dated = { moment, dateLine: text.slice(0, text.length - rest.length) }
  const messages = jsonMessages(rest)
  return messages ? openMessages(messages, dated) : { ...dated, lines: rest.split('\n') }
}

const openMessages = (messages: readonly Message[], before: Pick<Opened, 'moment' | 'dateLine'>): Opened => {
  const [first, ...others] = messages
  if (first === undefined) return { ...before, messages }
  const text = first.content.replace(/\r\n?/g, '\n')
  const { rest, moment } = takeSessionDate(text)
  return {
    moment: before.moment ?? moment,
    dateLine: text.slice(0, text.length - rest.length),
    messages: [{ ...first, content: rest }, ...others],
  }
}

const NOTHING: ReadonlySet<number> = new Set()

/** Parses the whole conversation, because new turns depend on earlier ones; returns those that are not left out. */
export function* readConversation(
  opened: Opened,
  { from = 0, leftOut = NOTHING }: Pick<Options, 'from' | 'leftOut'> = {},
): Steps<ReadTurns> {
  const part = { from, leftOut }
  const read = yield* 'messages' in opened ? readMessages(opened.messages, part) : readLines(opened.lines, part)
  const [first, ...others] = read.said
  if (from > 0 || first === undefined) return read
  return { ...read, said: [{ ...first, content: opened.dateLine + first.content }, ...others] }
}

function* readMessages(messages: readonly Message[], { from, leftOut }: Part): Steps<ReadTurns> {
  const all = messages.map(turnOf)
  const places = freshAmong(all, (place) => place < from || leftOut.has(place))
  const fresh = yield* eachOf(
    places.flatMap((place) => messages[place] ?? []),
    withoutSecrets,
  )
  const omitted = omittedBefore(places, (place) => {
    const message = messages[place]
    if (message === undefined) return undefined
    const { replacement: _, ...known } = withoutSecrets(message)
    return turnOf(known)
  })
  return {
    turns: fresh.map(turnOf),
    omitted,
    said: fresh.map(({ role, content, name = null, replacement }) => ({ role, name, content, ...replacement })),
    places,
    speakers: all.flatMap(({ speaker }) => speaker ?? []),
  }
}

/** A message with the secrets in its role, name and text redacted. */
export const withoutSecrets = ({ role, content, name, ...rest }: Message): Message => ({
  ...rest,
  role: redact(role).text,
  content: redact(content).text,
  ...(name === undefined ? {} : { name: redact(name).text }),
})

/** Reads a text by its lines. */
function* readLines(lines: readonly string[], { from, leftOut }: Part): Steps<ReadTurns> {
  const mark = from > 0 ? markFor(lines) : undefined
  const marked = mark === undefined ? lines : lines.toSpliced(from, 0, mark)
  const { text } = yield* redacting(marked.join('\n'))
  const all = readTurns(text)
  yield
  const { before, turns } = mark === undefined ? { before: undefined, turns: all } : turnsBehind(all, mark)
  const kept = mark === undefined ? text : text.slice(text.indexOf(mark) + mark.length + 1)
  const above = mark === undefined ? 0 : lineCount(text) - lineCount(kept)
  const slices = slicesOf(kept.split('\n'), turns, above) ?? [kept]
  // The redaction of a secret of several lines moves the lines behind it.
  const isMoved = lineCount(text) !== marked.length || slices.length !== turns.length
  const isKnown = isMoved ? () => false : knownAmong(slices, { from, leftOut })
  const fresh = freshAmong(turns, isKnown)
  const between = omittedBefore(fresh, (place) => turns[place])
  const omitted = before === undefined || fresh[0] !== 0 ? between : new Map([[0, before], ...between])
  return {
    turns: fresh.flatMap((place) => turns[place] ?? []),
    omitted,
    said: (isMoved ? slices : fresh.flatMap((place) => slices[place] ?? [])).map((content) => ({
      role: null,
      name: null,
      content,
    })),
    speakers: all.flatMap(({ speaker }) => speaker ?? []),
  }
}

/** Whether all filled lines of a slice are left out. */
const knownAmong = (slices: readonly string[], { from, leftOut }: Part): ((place: number) => boolean) => {
  let at = from
  const known = slices.map((slice) => {
    const lines = slice.split('\n').map((line, i) => line.trim() === '' || leftOut.has(at + i))
    at += lines.length
    return leftOut.size > 0 && lines.every((isLeftOut) => isLeftOut)
  })
  return (place) => known[place] ?? false
}

/** A marker line: a private-use character that the text does not contain. */
const markFor = (lines: readonly string[]): string | undefined => {
  const used = new Set(lines.join(''))
  for (let code = 0xe000; code <= 0xf8ff; code++) {
    const mark = String.fromCharCode(code)
    if (!used.has(mark)) return mark
  }
  return undefined
}

/** Splits the turns at the marker. A turn that contains it is cut: its first part is the turn before. */
const turnsBehind = (
  turns: readonly Turn[],
  mark: string,
): { readonly turns: readonly Turn[]; readonly before?: Turn } => {
  const at = turns.findIndex(({ text }) => text.includes(mark))
  const cut = turns[at]
  // The redaction of a secret of several lines may have removed the marker.
  if (cut === undefined) return { turns }
  const place = cut.text.indexOf(mark)
  const rest = cut.text.slice(place + mark.length + 1)
  return {
    before: { ...cut, text: cut.text.slice(0, place) },
    turns: [...(rest.trim() === '' ? [] : [{ ...cut, text: rest }]), ...turns.slice(at + 1)],
  }
}

const lineCount = (text: string): number => text.split('\n').length

/**
 * The source lines of each turn, with the blank lines before the next; their concatenation is the text, of which `before` lines
 * are left out. Undefined for a transcript format that is not line-based.
 */
const slicesOf = (lines: readonly string[], turns: readonly Turn[], before: number): readonly string[] | undefined => {
  const given = turns.flatMap(({ line }) => (line === undefined ? [] : [Math.max(0, line - before)]))
  const starts = turns.length > 0 && given.length === turns.length ? given : startsOf(lines, turns)
  return starts?.map((start, i) => lines.slice(i === 0 ? 0 : start, starts[i + 1] ?? lines.length).join('\n'))
}

/** With which line each turn begins that is made of whole lines. */
const startsOf = (lines: readonly string[], turns: readonly Turn[]): readonly number[] | undefined => {
  const starts: number[] = []
  let at = 0
  for (const { text } of turns) {
    const own = text.split('\n')
    const first = own[0]?.trim() ?? ''
    // Lines before the first record belong to the first turn.
    if (starts.length === 0)
      at = Math.max(
        0,
        lines.findIndex((line) => line.trimEnd().endsWith(first)),
      )
    while (first !== '' && lines[at]?.trim() === '') at++
    if (lines[at]?.trimEnd().endsWith(first) !== true) return undefined
    starts.push(at)
    at += own.length
  }
  return at > lines.length ? undefined : starts
}
