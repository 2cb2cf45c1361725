import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { wordsIn } from '../domain/message-content.js'
import { speakerNameIn } from '../text/speaker-name.js'
import { exportedMessages, knowledgeGraph } from './json-exports.js'
import type { Message } from './message.js'

const ROLE_KEYS = ['role', 'from', 'speaker', 'author', 'sender', 'name']
const TEXT_KEYS = ['content', 'text', 'value', 'message', 'parts']
const TIME_KEYS = ['timestamp', 'created_at', 'createdAt', 'time', 'date', 'sent_at', 'datetime']
const LIST_KEYS = ['messages', 'conversation', 'conversations']
/** Under which requests to APIs keep messages, and what else a request holds. */
const REQUEST_KEYS = ['contents', 'history', 'chat_history', 'input']
const SETTINGS = new Set(
  (
    'model system systemInstruction system_instruction instructions generationConfig safetySettings tools tool_choice temperature top_p ' +
    'max_tokens max_output_tokens stream store metadata user id object'
  ).split(' '),
)
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
  // Without a role, who is named stands in its place.
  const name = by === 'role' ? speakerNameIn(value) : value.name
  const at = TIME_KEYS.map((key) => value[key]).find((found) => typeof found === 'string')
  return {
    role,
    content,
    ...(typeof name === 'string' ? { name } : {}),
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

/** The list of messages in an object; that of a request only where everything in it has a role and nothing else is told. */
const listIn = (value: JsonObject): unknown => {
  const key = REQUEST_KEYS.find((each) => Array.isArray(value[each]))
  const asked = key === undefined ? undefined : value[key]
  const isRequest =
    Array.isArray(asked) &&
    asked.every((each) => isJsonObject(each) && typeof each.role === 'string') &&
    Object.keys(value).every((each) => each === key || SETTINGS.has(each))
  return (
    LIST_KEYS.map((each) => value[each]).find((each) => each !== undefined && each !== null) ??
    (isRequest ? asked : undefined)
  )
}

const messagesOf = (value: unknown): readonly Message[] | undefined => {
  const inner = isJsonObject(value) ? (listIn(value) ?? [value]) : value
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
  const lines = trimmed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse)
  return knowledgeGraph(lines) ?? messagesOf(lines)
}
