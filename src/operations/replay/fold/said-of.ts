import { isErased } from '../../../domain/erasable.js'
import type { Readers } from '../../../domain/readers.js'

type Erased = { readonly erased: true }

/** The words of an event, or that they were erased. */
export const saidOf = <Words extends object>(said: Words): Exclude<Words, Erased> | 'erased' =>
  // The guard takes away the very variant, which the compiler does not follow in a generic type.
  isErased(said) ? 'erased' : (said as Exclude<Words, Erased>)

/** Who may read, without what else the event tells. */
export const readersIn = ({ workspaceId, agentId, visibility, grantedTo }: Readers): Readers => ({
  workspaceId,
  agentId,
  visibility,
  grantedTo,
})
