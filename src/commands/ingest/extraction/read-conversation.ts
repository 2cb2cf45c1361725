import { eachOf, type Steps } from '../../../concurrency/steps.js'
import type { SaidTurn } from '../../../domain/episode.js'
import { redact, redacting } from '../../../redaction/redact.js'
import { type Moment, takeSessionDate } from './dates/moment.js'
import type { Conversation, Message } from './fact.js'
import { jsonMessages } from './turns/json-messages.js'
import { readTurns } from './turns/read-turns.js'
import { type Turn, turnOf } from './turns/turn.js'

/** A conversation without its session-date line: as messages, or as lines of text. */
type Opened = {
  readonly moment: Moment | undefined
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

/** A parsed and redacted conversation. */
type Read = {
  /** The new turns. */
  readonly turns: readonly Turn[]
  /** The same as stored: one entry for each of `turns`, or one for all. */
  readonly said: readonly SaidTurn[]
  /** The turn before the new ones. */
  readonly before?: Turn | undefined
  /** The speakers of the whole conversation. */
  readonly speakers: readonly string[]
  readonly redactions: number
}

/**
 * Parses the whole conversation, because new turns depend on earlier ones; returns those from message or line `from`
 * on.
 */
export function* readConversation(opened: Opened, from: number): Steps<Read> {
  const read = yield* 'messages' in opened ? readMessages(opened.messages, from) : readLines(opened.lines, from)
  const [first, ...others] = read.said
  if (from > 0 || first === undefined) return read
  return { ...read, said: [{ ...first, content: opened.dateLine + first.content }, ...others] }
}

function* readMessages(messages: readonly Message[], from: number): Steps<Read> {
  let redactions = 0
  const clean = (text: string): string => {
    const { text: cleaned, count } = redact(text)
    redactions += count
    return cleaned
  }
  const cleaned = ({ role, content, name, at }: Message): Message => ({
    ...{ role: clean(role), content: clean(content) },
    ...(name === undefined ? {} : { name: clean(name) }),
    ...(at === undefined ? {} : { at }),
  })
  const last = messages[from - 1]
  const before = last === undefined ? undefined : turnOf(withoutSecrets(last))
  const fresh = yield* eachOf(messages.slice(from), cleaned)
  return {
    turns: fresh.map(turnOf),
    before,
    said: fresh.map(({ role, content, name = null }) => ({ role, name, content })),
    speakers: speakersOf(messages.map(turnOf)),
    redactions,
  }
}

const withoutSecrets = ({ role, content, name }: Message): Message => ({
  ...{ role: redact(role).text, content: redact(content).text },
  ...(name === undefined ? {} : { name: redact(name).text }),
})

function* readLines(lines: readonly string[], from: number): Steps<Read> {
  const mark = from > 0 ? markFor(lines) : undefined
  const marked = mark === undefined ? lines : lines.toSpliced(from, 0, mark)
  const { text, count } = yield* redacting(marked.join('\n'))
  const all = readTurns(text)
  yield
  const { before, turns } = mark === undefined ? { before: undefined, turns: all } : turnsBehind(all, mark)
  const kept = mark === undefined ? text : text.slice(text.indexOf(mark) + mark.length + 1)
  const leftOut = mark === undefined ? 0 : lineCount(text) - lineCount(kept)
  const slices = slicesOf(kept.split('\n'), turns, leftOut) ?? [kept]
  return {
    turns,
    before,
    said: slices.map((content) => ({ role: null, name: null, content })),
    speakers: speakersOf(all),
    redactions: count,
  }
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
const turnsBehind = (turns: readonly Turn[], mark: string): Pick<Read, 'turns' | 'before'> => {
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

const speakersOf = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))
