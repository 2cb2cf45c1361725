import type { IncomingMessage } from 'node:http'
import type { KeyClass } from './keys.js'

/** What one step of the edge tells the next about a request. */
export type Note = { key?: KeyClass; route?: string | undefined }

const notes = new WeakMap<IncomingMessage, Note>()

/** The note of a request, to be written on. */
export const noteOf = (request: IncomingMessage): Note => {
  const note = notes.get(request) ?? {}
  notes.set(request, note)
  return note
}
