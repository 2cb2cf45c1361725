import type { Moment } from './dates/moment.js'
import { takeSessionDate } from './dates/session-date.js'
import type { Conversation, Message } from './fact.js'
import { jsonMessages } from './turns/json-messages.js'

/** A conversation as it came, without the line that dates it: by messages, or as lines of text. */
export type Opened = {
  readonly moment: Moment | undefined
  /** That line as it stood before the first words. */
  readonly dateLine: string
} & ({ readonly messages: readonly Message[] } | { readonly lines: readonly string[] })

/** Messages that were pasted as JSON are messages. */
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
