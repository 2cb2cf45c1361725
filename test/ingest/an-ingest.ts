import { atOnce } from '../../src/concurrency/steps.js'
import { readersOf } from '../../src/domain/scope.js'
import type { PreparedFact, PreparedIngest } from '../../src/ingest/context.js'
import { mayEchoIn } from '../../src/ingest/echoes.js'
import type { Neighbour } from '../../src/memory-index/similar-memories.js'
import { textHash } from '../../src/text/text-hash.js'
import { uuid } from '../support/histories.js'

/** What was extracted from one turn, with a vector that no other text has. */
export const fact = (content: string, over: Partial<PreparedFact> = {}): PreparedFact => ({
  content,
  speaker: null,
  subject: null,
  keywords: '',
  memoryType: 'semantic',
  network: 'world',
  language: 'en' as const,
  opinionConfidence: null,
  observationSubject: null,
  importance: 0.5,
  trust: 1,
  entities: [],
  dates: [],
  role: null,
  turns: [0, 0],
  memoryId: uuid(content),
  textHash: textHash(content),
  vector: Float32Array.from([1, 0, 0, 0]),
  ...over,
})

/** An ingest of Anna's that has come as far as the decision. */
export const ingestOf = (facts: readonly PreparedFact[], over: Partial<PreparedIngest> = {}): PreparedIngest => {
  const scope = { kind: 'user', userId: 'anna' } as const
  return {
    request: {
      scope,
      conversation: { text: facts.map(({ content }) => content).join('\n') },
      sourceSite: 'chat',
      sourceUrl: '',
      metadata: {},
      skipExtraction: false,
      actor: { key: 'standard', agentId: null },
    },
    requestHash: 'ab'.repeat(32),
    commandId: uuid('command'),
    episodeId: uuid('episode'),
    now: '2026-01-02T03:04:05.000Z',
    readers: readersOf(scope, {}),
    awaits: 'nothing',
    edited: [],
    model: { model: 'test', dimensions: 4 },
    secondaryVectors: [],
    extraction: {
      moment: { instant: '2026-01-01T00:00:00.000Z', offset: null },
      isTimed: false,
      facts,
      said: facts.map(({ content }) => ({ role: null, name: null, content })),
      cameBack: 0,
    },
    facts,
    mayEcho: atOnce(mayEchoIn(facts)),
    knownTurns: 0,
    from: 0,
    leftOut: new Set(),
    standing: [],
    transcript: null,
    repeats: [],
    pairs: [],
    composites: [],
    ...over,
  }
}

/** A memory that is known already and like the fact of this index. */
export const neighbour = (
  sample: number,
  content: string,
  { cosine = 0.96, ...claim }: Partial<Neighbour['claim'] & Pick<Neighbour, 'cosine'>> = {},
): Neighbour => ({
  sample,
  id: uuid(`old ${content}`),
  cosine,
  claim: {
    content,
    sameText: false,
    readers: readersOf({ kind: 'user', userId: 'anna' }, {}),
    day: null,
    ordinal: 0,
    ...claim,
  },
})
