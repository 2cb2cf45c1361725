import { extract } from '../src/commands/ingest/extraction/extract.js'
import { ruleOnFacts } from '../src/commands/ingest/judging/rule-on-facts.js'
import { settle } from '../src/commands/ingest/judging/settle.js'
import { type StatedFact, statementsOf } from '../src/commands/ingest/judging/statements.js'
import { atOnce } from '../src/concurrency/steps.js'
import { type Readers, readersOf } from '../src/domain/scope.js'
import type { Correction } from './datasets/corrections.js'
import { written } from './dialogue.js'

/** A turn that is out of force, and the one that took its place; null if it was withdrawn. */
export type Closed = { readonly turn: string; readonly by: string | null }

const NOW = '2026-01-01T00:00:00.000Z'

/**
 * What an ingest by rules would do to the turns of a dialogue, without a store: each session is extracted, and its facts
 * are judged against what is in force. A memory stands for its last turn.
 */
export const judgeDialogue = ({ id, sessions }: Pick<Correction, 'id' | 'sessions'>): readonly Closed[] => {
  const closed: Closed[] = []
  const turnOf = new Map<string, string>()
  let inForce: readonly StatedFact[] = []
  for (const session of sessions) {
    const readers = readersIn(session)
    const extraction = extract({ text: written(session) }, { at: NOW })
    const statements = atOnce(statementsOf(extraction.facts))
    const facts = extraction.facts.map((fact, i) => {
      const memoryId = `${id} ${turnOf.size}`
      turnOf.set(memoryId, session.turns[fact.turns[1]]?.id ?? '')
      return { ...fact, memoryId, textHash: '', vector: null, statement: statements[i] ?? NOTHING }
    })
    const claiming = inForce.filter((memory) => isVisible(memory, session.agent))
    const { closings } = settle(
      ruleOnFacts({ now: NOW, readers, extraction, facts, repeats: [] }, facts, { claiming, neighbours: [] }),
    )
    const turn = (memoryId: string) => turnOf.get(memoryId) ?? ''
    for (const { memoryId, by } of closings) closed.push({ turn: turn(memoryId), by: by === null ? null : turn(by) })
    const gone = new Set(closings.map(({ memoryId }) => memoryId))
    const told = { version: 1, readers, observedOn: extraction.observedOn, at: NOW }
    const stated = facts.map(({ memoryId, statement }) => ({ ...told, memoryId, statement }))
    inForce = [...inForce, ...stated].filter(({ memoryId }) => !gone.has(memoryId))
  }
  return closed
}

const NOTHING = { claims: [], sole: false, teller: '' }

const readersIn = ({ agent, visibility }: Correction['sessions'][number]): Readers =>
  agent === undefined
    ? readersOf({ kind: 'user', userId: 'u' }, {})
    : readersOf(
        { kind: 'workspace', userId: 'u', workspaceId: 'w', agentId: agent, agentScope: 'all' },
        visibility === undefined ? {} : { visibility },
      )

const isVisible = ({ readers }: StatedFact, agent: string | undefined): boolean =>
  agent === undefined
    ? readers.workspaceId === null
    : readers.workspaceId !== null && (readers.visibility === 'workspace' || readers.agentId === agent)
