import { eachOf, type Steps } from '../../concurrency/steps.js'
import { jsonMessages } from '../../import/json-messages.js'
import type { Conversation, Message } from '../../import/message.js'
import { turnOf } from '../../import/turn.js'
import { type Moment, takeSessionDate } from '../../text/dates/moment.js'
import { type Redacted, redact } from '../../text/secrets/redact.js'
import type { Options } from './fact.js'
import { freshAmong, omittedBefore, type Part, type Read, speakersOf } from './fresh-turns.js'
import { readLines } from './read-lines.js'

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

const NOTHING: ReadonlySet<number> = new Set()

/** Parses the whole conversation, because new turns depend on earlier ones; returns those that are not left out. */
export function* readConversation(
  opened: Opened,
  { from = 0, leftOut = NOTHING }: Pick<Options, 'from' | 'leftOut'> = {},
): Steps<Read> {
  const part = { from, leftOut }
  const read = yield* 'messages' in opened ? readMessages(opened.messages, part) : readLines(opened.lines, part)
  const [first, ...others] = read.said
  if (from > 0 || first === undefined) return read
  return { ...read, said: [{ ...first, content: opened.dateLine + first.content }, ...others] }
}

function* readMessages(messages: readonly Message[], { from, leftOut }: Part): Steps<Read> {
  let redactions = 0
  /** Roles and names are the same in nearly all messages. */
  const known = new Map<string, Redacted>()
  const clean = (text: string): string => {
    const redacted = known.get(text) ?? redact(text)
    known.set(text, redacted)
    redactions += redacted.count
    return redacted.text
  }
  const cleaned = ({ role, content, name, at, replacement }: Message): Message => ({
    role: clean(role),
    content: clean(content),
    ...(name === undefined ? {} : { name: clean(name) }),
    ...(at === undefined ? {} : { at }),
    ...(replacement === undefined ? {} : { replacement }),
  })
  const all = messages.map(turnOf)
  const fresh = freshAmong(all, (place) => place < from || leftOut.has(place))
  const read = yield* eachOf(fresh, (place) => {
    const message = messages[place]
    return message === undefined ? [] : [cleaned(message)]
  })
  const told = read.flat()
  const omitted = omittedBefore(fresh, (place) => {
    const message = messages[place]
    return message && turnOf(withoutSecrets(message))
  })
  return {
    turns: told.map(turnOf),
    omitted,
    said: told.map(({ role, content, name = null, replacement }) => ({ role, name, content, ...replacement })),
    places: fresh,
    speakers: speakersOf(all),
    redactions,
  }
}

const withoutSecrets = ({ role, content, name }: Message): Message => ({
  role: redact(role).text,
  content: redact(content).text,
  ...(name === undefined ? {} : { name: redact(name).text }),
})
