import { isJsonObject, type JsonObject } from '../../../../domain/json-object.js'
import { wordsIn } from '../../../../domain/message-content.js'
import type { Message } from '../fact.js'
import { exportedMessages } from './json-exports.js'

const ROLE_KEYS = ['role', 'from', 'speaker', 'author', 'sender', 'name']
const TEXT_KEYS = ['content', 'text', 'value', 'message', 'parts']
const TIME_KEYS = ['timestamp', 'created_at', 'createdAt', 'time', 'date', 'sent_at', 'datetime']
/** Under which programs and APIs keep a list of messages. */
const LIST_KEYS = ['messages', 'conversation', 'conversations', 'contents', 'history', 'chat_history', 'input']
/** Other keys of a message, which carry no words of the conversation. */
const OTHER_KEYS =
  'id uuid message_id name type object model index parent parent_id conversation_id thread_id channel status tool_call_id finish_reason weight ' +
  'refusal annotations audio'
/** An assistant's message may call tools instead of saying anything. */
const CALL_KEYS = ['tool_calls', 'function_call']
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...ROLE_KEYS,
  ...TEXT_KEYS,
  ...TIME_KEYS,
  ...CALL_KEYS,
  ...OTHER_KEYS.split(' '),
])

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : wordsIn(value)
const callsTool = (value: JsonObject): boolean =>
  typeof value.role === 'string' && CALL_KEYS.some((key) => !isEmpty(value[key] ?? null))

const messageOf = (value: unknown): Message | undefined => {
  if (!isJsonObject(value)) return undefined
  const by = ROLE_KEYS.find((key) => typeof value[key] === 'string')
  const said = TEXT_KEYS.map((key) => textOf(value[key])).find((found) => found !== undefined)
  const content = said ?? (callsTool(value) ? '' : undefined)
  const role = by === undefined ? undefined : value[by]
  if (typeof role !== 'string' || content === undefined || !isMessage(value, by)) return undefined
  const at = TIME_KEYS.map((key) => value[key]).find((found) => typeof found === 'string')
  return {
    ...{ role, content },
    ...(typeof value.name === 'string' ? { name: value.name } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  }
}

/** An object with a name and a value is a field, not a message; so is a record with fields that no message has. */
const isMessage = (value: JsonObject, by: string | undefined): boolean => {
  const told = ['content', 'text', 'message', 'parts'].some((key) => textOf(value[key]) !== undefined)
  if (!told && !callsTool(value) && by !== 'from') return false
  return Object.entries(value).every(([key, held]) => KNOWN_KEYS.has(key) || isEmpty(held))
}

const isEmpty = (held: unknown): boolean => {
  if (held === null || held === '' || held === false) return true
  return typeof held === 'object' && Object.keys(held).length === 0
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messagesOf = (value: unknown): readonly Message[] | undefined => {
  const inner = isJsonObject(value) ? (LIST_KEYS.map((key) => value[key]).find(Array.isArray) ?? [value]) : value
  if (!Array.isArray(inner) || inner.length === 0) return undefined
  const messages = inner.map(messageOf).filter((message) => message !== undefined)
  return messages.length === inner.length ? messages : undefined
}

/** Messages pasted as JSON: a chat as a program exports it, an array, an object that contains one, a single message, or one object per line. */
export const jsonMessages = (text: string): readonly Message[] | undefined => {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || !/[\]}]$/.test(trimmed)) return undefined
  const parsed = parse(trimmed)
  const whole = exportedMessages(parsed) ?? messagesOf(parsed)
  if (whole || !trimmed.startsWith('{') || !trimmed.includes('\n')) return whole
  return messagesOf(
    trimmed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parse),
  )
}
