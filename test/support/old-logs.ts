import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v5 } from 'uuid'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { SYSTEM } from '../../src/domain/event.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import type { MasterKeyChosen, StoreOpened } from '../../src/domain/store.js'
import { encode } from '../../src/event-store/codec.js'
import { type EventStore, type StoredEvent, type Streams, streamsOf } from '../../src/event-store/event-store.js'
import { longHistory } from './generations.js'
import { LOG_ID } from './read-model.js'
import { recallSamples } from './recall-samples.js'
import { numbered } from './replaying.js'
import { samples } from './samples.js'
import { appendToStore, openedAt } from './signing.js'

/** The first event of a log from before names were sealed, which a service opens. */
export const openedWithClearNames: StoreOpened = {
  type: 'StoreOpened',
  metadata: { commandId: LOG_ID, at: '2026-01-01T00:00:00.000Z', actor: SYSTEM, reason: 'opened' },
  data: { logId: LOG_ID, embeddingModel: 'static-en', dimensions: 256, names: 'clear' },
}

/** From now on a log has a secret key. */
export const hadKeyAt = (at: string): MasterKeyChosen => ({
  type: 'MasterKeyChosen',
  metadata: { commandId: v5(at, v5.URL), at, actor: SYSTEM, reason: 'opened' },
  data: { check: 'ab'.repeat(16) },
})

/** Words of the histories and of the samples that no clear part of an event holds. */
export const WORDS = /violin|bicycle|garden|Lisbon|Porto|\bhi\b/

const golden = join(import.meta.dirname, '../event-store/golden')
/** An event of every version of every type that happens to a user, each under an id of its own. */
export const ofEveryVersion = readdirSync(golden)
  .filter((file) => !/^(Store|MasterKey|Log|EmbeddingModel|UserErased)/.test(file))
  .map((file): StoredEvent => {
    const event = JSON.parse(readFileSync(join(golden, file), 'utf8'))
    return { ...event, id: v5(file, v5.URL), metadata: { ...event.metadata, userId: 'old' } }
  })

/** An event of a sample, of another user. */
export const sampleOf = (name: string, userId: string, part: number): DomainEvent => {
  const event = samples[name]
  if (event === undefined || !('userId' in event.metadata)) throw new Error('the samples have changed')
  return { ...event, metadata: { ...event.metadata, userId, part } } as DomainEvent // of its own type still
}

/** Erases all from a revision on, and answers the request. */
const erasing = (
  userId: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly DomainEvent[] => {
  const event = sampleOf('UserErased', userId, to)
  if (event.type !== 'UserErased') throw new Error('the samples have changed')
  const actor = { key: 'admin', agentId: 'an eraser' } as const
  const erased: DomainEvent = {
    ...event,
    metadata: { ...event.metadata, actor },
    data: { ...event.data, bank: { from, to }, recalls: { from: 0, to: 0 } },
  }
  return [erased, sampleOf('RequestAnswered', userId, to)]
}

/** What the user of a log says who was erased. */
const SAID_AGAIN = ['AgentTrustSet', 'LessonReported', 'MemoriesRecalled.words', 'RequestAnswered']

type Writing = { readonly times?: number; readonly streams?: Streams }

/**
 * Writes a log with random histories, erasures among them, and with a user who was erased twice, and each time began anew. Answers
 * who that is, and who was not.
 */
export const writeTo = async (
  store: EventStore,
  prefix: string,
  { times = 12, streams = streamsOf(prefix) }: Writing = {},
): Promise<readonly [string, string]> => {
  await appendToStore(store, openedAt('2026-01-01T00:00:00.000Z'), prefix)
  const recalls = ['MemoriesRecalled', 'MemoriesRecalled.words'].flatMap((name) => recallSamples[name] ?? [])
  const append = async (events: readonly DomainEvent[]): Promise<string> => {
    const [first] = events
    const userId = first && 'userId' in first.metadata ? first.metadata.userId : ''
    const stream = streams[first !== undefined && isRecallEvent(first) ? 'recall' : 'bank'](userId)
    const { revision } = await store.head(stream)
    await store.append(stream, revision, encode(events, 'any'))
    return userId
  }
  const users: string[] = []
  for (const events of [...numbered(longHistory(61, times)), ...numbered(recalls.map((event) => [event]))])
    users.push(await append(events))
  const [gone = ''] = users
  for (let from = 0, n = 0; n < 2; n++) {
    const { revision } = await store.head(streams.bank(gone))
    await append(erasing(gone, { from, to: Number(revision) }))
    for (const [i, name] of SAID_AGAIN.entries()) await append([sampleOf(name, gone, 1000 * (n + 1) + i)])
    from = Number(revision) + 1
  }
  return [gone, users.find((user) => user !== gone) ?? '']
}

/** Erases all of a user who was not erased before. */
export const eraseIn = async (store: EventStore, prefix: string, userId: string): Promise<void> => {
  const stream = streamsOf(prefix).bank(userId)
  const { revision } = await store.head(stream)
  await store.append(stream, revision, encode(erasing(userId, { from: 0, to: Number(revision) }), 'any'))
}

/** Writes events of every version. */
export const writeOld = async (store: EventStore, prefix: string): Promise<void> => {
  const stream = streamsOf(prefix).bank('old')
  for (const event of ofEveryVersion) await store.append(stream, (await store.head(stream)).revision, [event])
}
