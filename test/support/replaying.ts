import type { DomainEvent } from '../../src/domain/all-events.js'
import type { SignedCheckpoint } from '../../src/domain/store.js'
import type { EventStore, Recorded } from '../../src/event-store/event-store.js'
import { missingPosition } from '../../src/event-store/postgres-event-store.js'
import { noKeys } from '../../src/event-store/sealing/data-keys.js'
import { keysWithoutErased } from '../../src/event-store/sealing/erased-keys.js'
import { openingEventStore } from '../../src/event-store/sealing/sealing-event-store.js'
import type { Answer, Question } from '../../src/operations/replay/answer.js'
import type { CheckReport } from '../../src/operations/replay/check/check-report.js'
import { createReplay, type Replay } from '../../src/operations/replay/replay.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { readModelOf } from './client.js'
import { type Served, serveLog } from './generations.js'
import { openLog, serviceLog, storedLog } from './log.js'
import { keysOf, streamsIn } from './opened-log.js'
import { plainStreams } from './prefix.js'

const watch = { report: () => {}, signal: new AbortController().signal }

export type Replaying = Served & {
  /** Everything that a question is answered. */
  readonly told: (question: Question) => Promise<readonly Answer[]>
  readonly check: () => Promise<CheckReport>
}

const all = async (replay: Replay, question: Question): Promise<readonly Answer[]> => {
  const answers: Answer[] = []
  for await (const answer of replay(question, watch)) answers.push(answer)
  return answers
}

/** A log, its live read models, and a replay of both. */
export const openReplaying = async (db: Databases): Promise<Replaying> => {
  const served = await serveLog(db)
  const store = await openLog(db)
  const replay = createReplay({
    store, // not the one that appends, which remembers what it has appended
    raw: store,
    withoutErased: async () => store,
    streams: plainStreams('test'),
    reading: served.serving.reading,
    missingPosition: (signal) => missingPosition(db.within('log'), signal),
    silenceMs: 300,
  })
  const told = (question: Question) => all(replay, question)
  return {
    ...served,
    told,
    close: async () => {
      await store.close()
      await served.close()
    },
    check: async () => {
      const [answer] = await told({ ask: 'check' })
      if (answer?.kind !== 'verdict') throw new Error('a check is answered by a verdict')
      return answer.verdict
    },
  }
}

/** What a replay of a service's store is answered. */
export const replayOfService = async (databases: Databases, question: Question): Promise<readonly Answer[]> => {
  const [store, raw] = [await serviceLog(databases), await storedLog(databases)]
  const reading = async <T>(work: (db: Database) => Promise<T>) => work(await readModelOf(databases))
  const withoutErased = async (events: AsyncIterable<Recorded>) =>
    openingEventStore(raw, await keysWithoutErased(raw, (await keysOf(databases)) ?? noKeys, events))
  const streams = await streamsIn(store, databases)
  const answers = await all(
    createReplay({ store, raw, withoutErased, streams, reading, missingPosition: null }),
    question,
  )
  await raw.close()
  await store.close()
  return answers
}

/** Appends of one command have to be told apart, or the log takes the second for the first one again. */
export const numbered = (appends: readonly (readonly DomainEvent[])[]): readonly (readonly DomainEvent[])[] =>
  appends.map(
    (append, part) => append.map((event) => ({ ...event, metadata: { ...event.metadata, part } }) as DomainEvent), // only a number is added
  )

/** What a check of a log finds that has no read models. It closes the log. */
export const checkLogOf = async (
  store: EventStore,
  prefix: string,
  kept: readonly SignedCheckpoint[] = [],
): Promise<CheckReport> => {
  const reading = async () => undefined
  const streams = plainStreams(prefix)
  const withoutErased = async () => store
  const replay = createReplay({ store, raw: store, withoutErased, streams, reading, missingPosition: null })
  const [answer] = await all(replay, { ask: 'check', kept: [...kept] })
  await store.close()
  if (answer?.kind !== 'verdict') throw new Error('a check is answered by a verdict')
  return answer.verdict
}
