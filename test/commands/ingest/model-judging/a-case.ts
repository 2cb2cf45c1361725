import {
  admissible,
  type JudgedMemory,
  type NewFact,
} from '../../../../src/commands/ingest/model-judging/admissible.js'
import type { VerdictOutcome } from '../../../../src/commands/ingest/model-judging/verdicts.js'
import type { Readers, Visibility } from '../../../../src/domain/scope.js'

export const PERSONAL: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
export const of = (agentId: string, visibility: Visibility, ...grantedTo: string[]): Readers => ({
  ...{ workspaceId: 'w', agentId, visibility, grantedTo },
})

export const memory = (changes: Partial<JudgedMemory> = {}): JudgedMemory => ({
  content: 'Ana lives in Porto.',
  subject: 'ana',
  attribute: 'home',
  value: 'Porto',
  validFrom: null,
  validTo: null,
  day: '2026-05-01',
  readers: PERSONAL,
  ...changes,
})
export const fact = (changes: Partial<NewFact> = {}): NewFact => ({
  ...memory({ content: 'Ana lives in Lisbon.', value: 'Lisbon', day: '2026-05-08' }),
  claimType: 'stated',
  trust: 1,
  ...changes,
})

export type Given = {
  readonly fact?: Partial<NewFact>
  readonly candidate?: Partial<JudgedMemory>
  readonly confidence?: number
}

/** What comes of a verdict on a new home: outcome and reason. */
export const held = (outcome: VerdictOutcome, given: Given = {}) => {
  const result = admissible(
    { outcome, confidence: given.confidence ?? 0.9 },
    { fact: fact(given.fact), candidate: memory(given.candidate), threshold: 0.8 },
  )
  return [result.outcome, result.reason]
}
