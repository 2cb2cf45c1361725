import type { DomainEvent } from '../../src/domain/all-events.js'
import type { SignedCheckpoint } from '../../src/domain/store.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { missingPosition } from '../../src/event-store/postgres-event-store.js'
import type { Answer, Question } from '../../src/operations/replay/answer.js'
import type { CheckReport } from '../../src/operations/replay/check/check-report.js'
import { createReplay, type Replay } from '../../src/operations/replay/replay.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { readModelOf } from './client.js'
import { type Served, serveLog } from './generations.js'
import { openLog, serviceLog } from './log.js'
import { streamsIn } from './opened-log.js'
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
  const store = await serviceLog(databases)
  const reading = async <T>(work: (db: Database) => Promise<T>) => work(await readModelOf(databases))
  const answers = await all(
    createReplay({ store, raw: store, streams: await streamsIn(store, databases), reading, missingPosition: null }),
    question,
  )
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
  const replay = createReplay({ store, raw: store, streams: plainStreams(prefix), reading, missingPosition: null })
  const [answer] = await all(replay, { ask: 'check', kept: [...kept] })
  await store.close()
  if (answer?.kind !== 'verdict') throw new Error('a check is answered by a verdict')
  return answer.verdict
}
