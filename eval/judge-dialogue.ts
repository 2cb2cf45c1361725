import { extract } from '../src/commands/ingest/extraction/extract.js'
import type { Fact } from '../src/commands/ingest/extraction/fact.js'
import { type HeldFact, judgeByRule } from '../src/commands/ingest/judging/judge-by-rule.js'
import { ownText } from '../src/domain/memory/events.js'
import { type Readers, readersOf } from '../src/domain/scope.js'
import { type Before, claimsOf } from '../src/indexing/claims/claims-of.js'
import type { Claim } from '../src/indexing/claims/statement.js'
import type { Correction } from './datasets/corrections.js'
import { written } from './dialogue.js'

/** A turn that is out of force, and the one that took its place; null if it was withdrawn. */
export type Closed = { readonly turn: string; readonly by: string | null }

type Memory = HeldFact & { readonly turn: string }

/**
 * What an ingest by rules would do to the turns of a dialogue, without a store: each session is extracted, each fact is judged
 * against those before it. A memory stands for its last turn.
 */
export const judgeDialogue = ({ id, sessions }: Pick<Correction, 'id' | 'sessions'>): readonly Closed[] => {
  const memories: Memory[] = []
  const closed: Closed[] = []
  for (const session of sessions) {
    const readers = readersIn(session)
    const { facts, observedOn } = extract({ text: written(session) }, { at: '2026-01-01T00:00:00.000Z' })
    const said: Said[] = []
    for (const fact of facts) {
      const turn = session.turns[fact.turns[1]]?.id ?? ''
      const statement = claimsOf(ownText(fact), fact, beforeOf(fact, said, session.turns))
      said.push({ speaker: statement.teller, turn: fact.turns[1], claims: statement.claims })
      const memory = { memoryId: `${id}/${turn}/${memories.length}`, statement, readers, observedOn }
      const held = memories.filter((other) => isVisible(other, session.agent) && touches(other, statement.claims))
      const verdicts = judgeByRule({ ...memory, at: `2026-01-01T00:00:00.000Z`, owner: session.agent ?? null }, held)
      let status = 'active'
      for (const { target, outcome } of verdicts) {
        const at = memories.findIndex(({ memoryId }) => memoryId === target.memoryId)
        const other = memories[at]
        if (other === undefined) continue
        if (outcome === 'supersede' || outcome === 'retract') {
          memories[at] = { ...other, status: 'superseded' }
          closed.push({ turn: other.turn, by: outcome === 'retract' ? null : turn })
        } else if (outcome === 'late' && status === 'active') {
          status = 'superseded'
          closed.push({ turn, by: other.turn })
        }
      }
      const held1 = { version: 1, agentId: session.agent ?? null, createdAt: '2026-01-01T00:00:00.000Z', turn, status }
      memories.push({ ...memory, ...held1 })
    }
  }
  return closed
}

const readersIn = ({ agent, visibility }: Correction['sessions'][number]): Readers =>
  agent === undefined
    ? readersOf({ kind: 'user', userId: 'u' }, {})
    : readersOf(
        { kind: 'workspace', userId: 'u', workspaceId: 'w', agentId: agent, agentScope: 'all' },
        visibility === undefined ? {} : { visibility },
      )

const isVisible = ({ readers }: Memory, agent: string | undefined): boolean =>
  agent === undefined
    ? readers.workspaceId === null
    : readers.workspaceId !== null && (readers.visibility === 'workspace' || readers.agentId === agent)

const touches = ({ statement }: Memory, claims: readonly Claim[]): boolean =>
  statement.claims.some((held) =>
    claims.some(({ subject, attribute }) => subject === held.subject && attribute === held.attribute),
  )

type Said = { readonly speaker: string; readonly turn: number; readonly claims: readonly Claim[] }

/** What the speaker of a fact said just before it: at most one turn of somebody else stands between. */
const beforeOf = (
  fact: Fact,
  said: readonly Said[],
  turns: readonly { readonly speaker: string; readonly text: string }[],
): Before | null => {
  const at = fact.turns[1]
  const speaker = turns[at]?.speaker
  const last = said.findLast(({ turn }) => turns[turn]?.speaker === speaker)
  if (last === undefined || at - last.turn > 2) return null
  const asked = turns.slice(last.turn + 1, at).some(({ text }) => /\?\s*$/.test(text))
  return { claims: last.claims, asked }
}
