import { isJsonObject, type JsonObject } from '../../../../domain/json-object.js'
import { wordsIn } from '../../../../domain/message-content.js'
import type { Message } from '../fact.js'

/** One program's export of a chat: its messages, or undefined where it is not one of that program's. */
type Export = (value: unknown) => readonly Message[] | undefined

const objects = (value: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonObject) ? value : undefined

/** A conversation, or a list of several. */
const oneOrMore = (value: unknown) => objects(Array.isArray(value) ? value : [value])

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const firstOf = (...values: readonly unknown[]): string => values.map(text).find((value) => value !== '') ?? ''
const fieldOf = (value: unknown, ...keys: readonly string[]): string =>
  isJsonObject(value) ? firstOf(...keys.map((key) => value[key])) : ''

const said = (by: string, content: string, at: string): readonly Message[] =>
  by === '' || content.trim() === '' ? [] : [{ role: by, content, ...(at === '' ? {} : { at }) }]

const SECONDS = /^\d{9,11}(?:\.\d{1,9})?$/
const fromSeconds = (seconds: unknown): string =>
  SECONDS.test(`${seconds}`) ? new Date(Math.round(Number(seconds) * 1000)).toISOString() : ''

/** Slack: a list of messages with `ts`, seconds since 1970, and the id of a user, mostly with a profile. */
const slack: Export = (value) => {
  const messages = objects(value)
  if (
    !messages?.every(({ type, ts, text: words }) => type === 'message' && SECONDS.test(`${ts}`) && words !== undefined)
  )
    return undefined
  return messages.flatMap(({ user, username, user_profile: profile, text: words, ts }) =>
    said(firstOf(fieldOf(profile, 'display_name', 'real_name', 'name'), username, user), text(words), fromSeconds(ts)),
  )
}

/** Discord, as its common exporter writes it: the author of a message is an object. */
const discord: Export = (value) => {
  const messages = isJsonObject(value) ? objects(value.messages) : undefined
  if (!messages?.every(({ author, content }) => fieldOf(author, 'name') !== '' && typeof content === 'string'))
    return undefined
  return messages.flatMap(({ author, content, timestamp }) =>
    said(fieldOf(author, 'nickname', 'name'), text(content), text(timestamp)),
  )
}

/** Telegram: besides messages there are events of the group, and a text with links is a list of parts. */
const telegram: Export = (value) => {
  const messages = isJsonObject(value) ? objects(value.messages) : undefined
  const kinds = ['message', 'service']
  if (!messages?.every(({ type, date }) => kinds.includes(text(type)) && typeof date === 'string')) return undefined
  return messages
    .filter(({ type }) => type === 'message')
    .flatMap(({ from, text: words, date }) => said(text(from), partsIn(words), text(date)))
}

const partsIn = (words: unknown): string =>
  Array.isArray(words) ? words.map((part) => firstOf(part, fieldOf(part, 'text'))).join('') : text(words)

const ROLES = ['user', 'assistant']

/** ChatGPT: a tree of messages, of which those from the root to `current_node` are the conversation. */
const chatgpt: Export = (value) => {
  const conversations = oneOrMore(value)
  if (!conversations?.every(({ mapping }) => isJsonObject(mapping))) return undefined
  return conversations.flatMap(({ mapping, current_node: current }) => {
    const nodes = isJsonObject(mapping) ? mapping : {}
    return branchOf(nodes, text(current)).flatMap(({ message }) => {
      if (!isJsonObject(message) || !isJsonObject(message.content)) return []
      const role = fieldOf(message.author, 'role')
      if (!ROLES.includes(role)) return []
      return said(role, wordsIn(message.content.parts) ?? '', fromSeconds(message.create_time))
    })
  })
}

/** From the root to a node; to the last one that has no child where none is given. */
const branchOf = (nodes: JsonObject, given: string): readonly JsonObject[] => {
  const node = (id: string): JsonObject | undefined => {
    const found = nodes[id]
    return isJsonObject(found) ? found : undefined
  }
  const leaf = Object.keys(nodes).findLast((id) => isLeaf(node(id)))
  const branch: JsonObject[] = []
  const seen = new Set<string>()
  for (let id = given === '' ? (leaf ?? '') : given; !seen.has(id); ) {
    const at = node(id)
    if (at === undefined) break
    seen.add(id)
    branch.unshift(at)
    id = text(at.parent)
  }
  return branch
}

const isLeaf = (node: JsonObject | undefined): boolean =>
  node !== undefined && (!Array.isArray(node.children) || node.children.length === 0)

/** Claude: `chat_messages`, each with a sender and a text. */
const claude: Export = (value) => {
  const conversations = oneOrMore(value)
  const all = conversations?.map(({ chat_messages: messages }) => objects(messages))
  if (!all?.every((messages) => messages?.every(({ sender }) => typeof sender === 'string'))) return undefined
  return all.flatMap((messages = []) =>
    messages.flatMap(({ sender, text: words, created_at: at }) =>
      said(sender === 'human' ? 'user' : text(sender), text(words), text(at)),
    ),
  )
}

const EXPORTS: readonly Export[] = [slack, discord, telegram, chatgpt, claude]

/** The messages of a chat as a program exports it; undefined for any other JSON, and where nobody says anything. */
export const exportedMessages = (value: unknown): readonly Message[] | undefined =>
  EXPORTS.map((read) => read(value)).find((messages) => messages !== undefined && messages.length > 0)
