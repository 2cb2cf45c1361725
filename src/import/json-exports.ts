import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { wordsIn } from '../domain/message-content.js'
import type { Message } from './message.js'

/** One program's form of a chat: its messages, or undefined where it is not one of that program's. */
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

/** Oldest first: of a list that begins with the newest, those of equal times come later. As they are where a time cannot be read. */
const oldestFirst = (messages: readonly JsonObject[], at: (message: JsonObject) => string): readonly JsonObject[] => {
  const time = (message: JsonObject | undefined) => (message === undefined ? Number.NaN : Date.parse(at(message)))
  if (messages.some((message) => Number.isNaN(time(message)))) return messages
  const listed = time(messages[0]) > time(messages.at(-1)) ? messages.toReversed() : messages
  return listed.toSorted((a, b) => time(a) - time(b))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

const withoutTags = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li)[^<>]{0,200}>/gi, '\n')
    .replace(/<[^<>]{1,2000}>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()

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

/** Facebook and Instagram: the newest first, and each byte of UTF-8 as a character of its own. */
const meta: Export = (value) => {
  const messages = isJsonObject(value) ? objects(value.messages) : undefined
  if (!messages?.every(({ sender_name: by, timestamp_ms: at }) => typeof by === 'string' && Number.isSafeInteger(at)))
    return undefined
  const timeOf = ({ timestamp_ms: at }: JsonObject) => fromSeconds(Number(at) / 1000)
  return oldestFirst(messages, timeOf).flatMap((message) => {
    const { sender_name: by, content, share } = message
    const words = firstOf(content, fieldOf(share, 'share_text', 'link'))
    return said(fromBytes(text(by)), fromBytes(words), timeOf(message))
  })
}

const fromBytes = (written: string): string => {
  if (!/[\u0080-\u00ff]/.test(written) || /[^\0-\u00ff]/.test(written)) return written
  const decoded = Buffer.from(written, 'latin1').toString()
  return decoded.includes('\ufffd') ? written : decoded
}

/** Teams, as Microsoft Graph answers: the newest first, mostly as HTML. */
const teams: Export = (value) => {
  const messages = objects(isJsonObject(value) ? value.value : value)
  if (!messages?.every(({ body, createdDateTime: at }) => isJsonObject(body) && typeof at === 'string'))
    return undefined
  return oldestFirst(messages, ({ createdDateTime: at }) => text(at)).flatMap(({ from, body, createdDateTime: at }) => {
    const by = isJsonObject(from) ? [from.user, from.application].map((each) => fieldOf(each, 'displayName')) : []
    const words = fieldOf(body, 'content')
    return said(firstOf(...by), fieldOf(body, 'contentType') === 'html' ? withoutTags(words) : words, text(at))
  })
}

const LANGCHAIN = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])
/** Its fields besides the words. Where a message has any other, it is somebody else's. */
const LANGCHAIN_FIELDS = new Set(
  'type id lc data kwargs content additional_kwargs response_metadata usage_metadata tool_calls invalid_tool_calls tool_call_id example'.split(
    ' ',
  ),
)

/** LangChain: a type in place of a role, with the words beside it, in `data`, or in the `kwargs` of a class that is named. */
const langchain: Export = (value) => {
  const messages = objects(isJsonObject(value) ? value.messages : value)
  if (!messages?.every((message) => Object.keys(message).every((key) => LANGCHAIN_FIELDS.has(key)))) return undefined
  const known = messages.flatMap(({ id, type, data, kwargs, content: own }) => {
    const named = Array.isArray(id) ? text(id.at(-1)).replace(/Message(?:Chunk)?$/, '') : text(type)
    const holder = [data, kwargs, { content: own ?? 0 }].filter(isJsonObject).find((each) => 'content' in each)
    const [role, content] = [LANGCHAIN.get(named.toLowerCase()), wordsIn(holder?.content)]
    return role !== undefined && content !== undefined ? [{ role, content }] : []
  })
  if (known.length !== messages.length || !known.some(({ role }) => ROLES.includes(role))) return undefined
  return known.flatMap(({ role, content }) => said(role, content, ''))
}

/** A turn about an entity. It becomes exactly one memory, whatever it says: its replacement names nothing. */
const about = (name: string, role: string, content: string): Message => ({ role, name, content, replacement: {} })

const isEntity = ({ type, name, entityType, observations }: JsonObject): boolean =>
  type === 'entity' &&
  [name, entityType].every((each) => typeof each === 'string') &&
  Array.isArray(observations) &&
  observations.every((each) => typeof each === 'string')

const isRelation = ({ type, from, to, relationType }: JsonObject): boolean =>
  type === 'relation' && [from, to, relationType].every((each) => typeof each === 'string')

const graphTurns = (line: JsonObject): readonly Message[] => {
  if (line.type === 'relation')
    return [about(text(line.from), 'relation', `${text(line.relationType)} → ${text(line.to)}`)]
  const { name, entityType, observations } = line
  const observed = Array.isArray(observations) ? observations.map(text) : []
  return [
    about(text(name), 'entity', text(entityType)),
    ...observed.map((observation) => about(text(name), 'observation', observation)),
  ]
}

/** The file of the memory server of the Model Context Protocol (`memory.jsonl`): entities with observations, and relations. */
export const knowledgeGraph: Export = (value) => {
  const lines = oneOrMore(value)
  if (!lines?.every((line) => isEntity(line) || isRelation(line))) return undefined
  const turns = lines.flatMap(graphTurns).filter(({ name, content }) => name !== '' && content.trim() !== '')
  return turns.length > 0 ? turns : undefined
}

const EXPORTS: readonly Export[] = [slack, discord, telegram, chatgpt, claude, meta, teams, langchain, knowledgeGraph]

/** The messages of a chat as a program exports it; undefined for any other JSON, and where nobody says anything. */
export const exportedMessages = (value: unknown): readonly Message[] | undefined =>
  EXPORTS.map((read) => read(value)).find((messages) => messages !== undefined && messages.length > 0)
