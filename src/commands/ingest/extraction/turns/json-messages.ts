import type { Message } from '../fact.js'

type Entry = Readonly<Record<string, unknown>>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
const ROLE_KEYS = ['role', 'from', 'speaker', 'author', 'sender', 'name']
const TEXT_KEYS = ['content', 'text', 'value', 'message']

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  const parts = value.flatMap((part) => {
    const text = isEntry(part) ? part.text : part
    return typeof text === 'string' ? [text] : []
  })
  return parts.length > 0 || value.length === 0 ? parts.join('\n') : undefined
}

const messageOf = (value: unknown): Message | undefined => {
  if (!isEntry(value)) return undefined
  const role = ROLE_KEYS.map((key) => value[key]).find((found) => typeof found === 'string')
  const content = TEXT_KEYS.map((key) => textOf(value[key])).find((found) => found !== undefined)
  if (typeof role !== 'string' || content === undefined) return undefined
  return { role, content, ...(typeof value.name === 'string' ? { name: value.name } : {}) }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messagesOf = (value: unknown): readonly Message[] | undefined => {
  const inner = isEntry(value) ? (value.messages ?? value.conversation ?? value.conversations ?? [value]) : value
  if (!Array.isArray(inner) || inner.length === 0) return undefined
  const messages = inner.map(messageOf).filter((message) => message !== undefined)
  return messages.length === inner.length ? messages : undefined
}

/** Messages pasted as JSON: an array, an object that holds one, a single message, or one object a line. */
export const jsonMessages = (text: string): readonly Message[] | undefined => {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || !/[\]}]$/.test(trimmed)) return undefined
  const whole = messagesOf(parse(trimmed))
  if (whole || !trimmed.startsWith('{') || !trimmed.includes('\n')) return whole
  return messagesOf(
    trimmed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parse),
  )
}
