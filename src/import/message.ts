import type { Replacement } from '../domain/memory/replacing.js'

/** `at`: when it was sent, if stated; `id`: its client's own. A message that replaces something becomes one memory. */
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
