import type { UserEvent } from '../../domain/all-events.js'
import type { Recorded } from '../../event-store/event-store.js'

/** Whether an event names a memory, or erases its user. */
export const names = ({ type, data, metadata }: Recorded, id: string): boolean =>
  metadata.memoryId === id || type === 'UserErased' || hasId(data, id)

const hasId = (value: unknown, id: string): boolean => JSON.stringify(value)?.includes(id) === true

/** Fields of an event with what is told as the memory itself, is no text, or is the receipt of a search. */
const TOLD_APART = ['said', 'embedding', 'searches']

/**
 * What an event says of a memory besides its content: all of it where it is the memory's own event, one of its conflict or of its
 * user, otherwise the parts that name it. Content that an event states is told as the memory after it.
 */
export const aboutMemory = ({ type, data, metadata }: UserEvent, id: string): Readonly<Record<string, unknown>> => {
  const { memoryId, conflictId, lessonId }: Partial<Record<string, unknown>> = metadata
  const isOwn = memoryId === id
  const isWhole = isOwn ? !('said' in data) : conflictId !== undefined || type === 'UserErased'
  const parts = Object.entries(data).flatMap(([field, value]: [string, unknown]) => {
    if (TOLD_APART.includes(field) || value === null || (isOwn && !isWhole)) return []
    if (isWhole) return [[field, value]]
    return hasId(value, id) ? [[field, partsNaming(value, id)]] : []
  })
  return { ...(isOwn ? {} : { memoryId }), conflictId, lessonId, ...Object.fromEntries(parts) }
}

/** Of a list of things those that name the memory. */
const partsNaming = (value: unknown, id: string): unknown =>
  Array.isArray(value) ? value.filter((part) => hasId(part, id)) : value
