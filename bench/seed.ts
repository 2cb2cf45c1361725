import { v5 } from 'uuid'
import { openLog } from '../src/app/open-log.js'
import { openSealing, prepareDatabases } from '../src/app/open-store.js'
import { secretsOf } from '../src/commands/master-key.js'
import { openStore } from '../src/commands/open-store.js'
import type { Transact } from '../src/commands/transact.js'
import type { Config } from '../src/config/config.js'
import type { Scope } from '../src/domain/scope.js'
import { encode } from '../src/event-store/codec.js'
import {
  type Appended,
  type EventStore,
  type Revision,
  type Streams,
  storeStreamsOf,
} from '../src/event-store/event-store.js'
import { type IngestDependencies, quickIngest } from '../src/ingest/ingest.js'
import type { Neighbour } from '../src/memory-index/similar-memories.js'
import type { Database, Databases } from '../src/postgres/database.js'
import { createEmbedding } from '../src/providers/create-embedding.js'
import type { EmbeddingProvider } from '../src/providers/embedding.js'
import { corpus } from './corpus.js'

const IDS = 'b2c1f6de-6a43-5d0b-9a54-7c0d9d2f4e11'
/** A session has 20 turns, each of which becomes a memory. */
const OF_A_SESSION = 20
/** Appends under way at once: they go into the log in few transactions, in their order. */
const AT_ONCE = 32

/** The name of a user of so many memories. */
export const userOf = (memories: number): string => `user-of-${memories}`

/** So many memories, of one user or of what one agent says in a workspace. */
export type Population = {
  readonly scope: Scope
  readonly memories: number
  /** How many memories of the session before each is linked to, as if they were like it; none where it is not said. */
  readonly links?: number
}

type Soil = {
  readonly databases: Databases
  readonly config: Config
  readonly tell?: (progress: string) => void
}
type Seeded = Required<Pick<Soil, 'config' | 'tell'>> & {
  readonly store: EventStore
  readonly streams: Streams
  readonly provider: EmbeddingProvider
}

/** Writes these memories into an empty log, by real ingests whose neighbours are not looked for, but given. */
export const seedLog = async (
  { databases, config, tell = () => {} }: Soil,
  populations: readonly Population[],
): Promise<void> => {
  await prepareDatabases(config, databases)
  const provider = await createEmbedding(config.embedding)
  const log = await openLog(config, { databases })
  const opening = {
    streams: storeStreamsOf(config.eventStorePrefix),
    now: () => '2023-01-01T00:00:00.000Z',
    newId: numbered('store'),
  }
  await openStore(log, [provider], opening)
  const written = await openSealing(config, { databases, log, opening })
  for (const population of populations) await seedUser({ ...written, provider, config, tell }, population)
  await log.close()
}

const seedUser = async (
  { store, streams, provider, config, tell }: Seeded,
  { scope, memories, links = 0 }: Population,
): Promise<void> => {
  const { userId } = scope
  const text = corpus(memories)
  const sessions = Math.ceil(memories / OF_A_SESSION)
  let at = ''
  let before: readonly string[] = []
  const log = blind(store, () => alike(before, links))
  const parts: IngestDependencies = {
    store,
    provider,
    secondaryModels: [],
    streams,
    transact: log.transact,
    reading: (work) => work(EMPTY),
    banks: undefined,
    facts: undefined,
    keyedHashes: secretsOf(new Uint8Array(32)).hashes,
    mostLessons: config.mostOf.lessons,
    conflictExpiryMs: config.conflicts.expiryMs,
    quota: config.memoryCap,
    maxAppendBytes: config.maxAppendBytes,
    timeoutMs: config.writeTimeoutMs,
    now: () => at,
    newId: numbered(userId),
  }
  for (let n = 0; n < sessions; n++) {
    const session = text.session(n, sessions)
    at = session.at
    const { result } = await quickIngest(parts, {
      scope,
      actor: { key: 'standard', agentId: null },
      conversation: { text: session.conversation },
      sourceSite: 'bench',
      sourceUrl: '',
      sessionId: `session-${n}`,
      metadata: {},
      observedAt: at,
      skipExtraction: false,
    })
    before = result.memoryIds
    if (n % 50 === 0) tell(`seeding ${userId}: ${n * OF_A_SESSION} of ${memories} memories`)
  }
  await log.settled()
}

/** Read tables without a row. */
const EMPTY: Database = {
  rows: async () => [],
  transaction: (work) => work(EMPTY),
  reading: () => EMPTY,
}

/** Some of the memories before, as near to every one of the next session, but no duplicates of them. */
const alike = (before: readonly string[], links: number): readonly Neighbour[] =>
  Array.from({ length: OF_A_SESSION }, (_, sample) =>
    before.slice(0, links).map((id) => ({
      ...{ sample, id, content: '', sameText: false, cosine: 0.8 },
      readers: { workspaceId: null, agentId: null, visibility: null, grantedTo: [] },
    })),
  ).flat()

/** Decides without looking and appends without waiting, in order. */
const blind = (store: EventStore, neighbours: () => readonly Neighbour[]) => {
  let revision: Revision = 'no-stream'
  let waiting: Promise<Appended>[] = []
  const settled = async () => {
    await Promise.all(waiting)
    waiting = []
  }
  const transact: Transact = async ({ stream, read, decide }) => {
    const { state } = await read()
    const { events, result } = decide({ revision, state: Object.assign({}, state, { neighbours: neighbours() }) })
    if (waiting.length >= AT_ONCE) await settled()
    waiting.push(store.append(stream, revision, encode(events, revision)))
    // The key of the user's names is made with the first append: until it is there, others could overtake one another.
    if (revision === 'no-stream') await settled()
    revision = (revision === 'no-stream' ? -1n : revision) + BigInt(events.length)
    return { result, position: 0n }
  }
  return { transact, settled }
}

const numbered = (name: string) => {
  let n = 0
  return () => v5(`${name}:${n++}`, IDS)
}
