import type { Replacement } from '../domain/memory/replacing.js'

/**
 * `at`: when the message was sent, if it says so; `id`: by which its client knows it. What replaces something becomes one
 * memory.
 */
export type Message = {
  readonly role: string
  readonly content: string
  readonly name?: string
  readonly at?: string
  readonly id?: string
  readonly replacement?: Replacement
}
/** What all of it replaces: then it is taken over as one text. */
export type Conversation = ({ readonly text: string } | { readonly messages: readonly Message[] }) & {
  readonly replacement?: Replacement
}
