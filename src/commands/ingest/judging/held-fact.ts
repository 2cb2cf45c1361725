import type { Readers } from '../../../domain/scope.js'
import { claimsOf } from '../../../indexing/claims/claims-of.js'
import type { Language } from '../../../indexing/stop-words.js'
import type { HeldFact } from './judge-by-rule.js'

/** A visible memory that says something of a subject and an attribute, as it is read. */
export type Claiming = {
  readonly memoryId: string
  readonly version: number
  readonly readers: Readers
  /** ISO day; null where it is unknown. */
  readonly observedOn: string | null
  readonly createdAt: string
  /** Its words without the speaker's label. */
  readonly text: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
}

/** The same with what it says. */
export const heldFact = ({ text, speaker, role, language, ...memory }: Claiming): HeldFact => ({
  ...memory,
  status: 'active',
  agentId: memory.readers.agentId,
  statement: claimsOf(text, { speaker, role, language }),
})
