import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v5 } from 'uuid'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import { encode } from '../../src/event-store/codec.js'
import { type EventStore, type StoredEvent, streamsOf } from '../../src/event-store/event-store.js'
import { longHistory } from './generations.js'
import { recallSamples } from './recall-samples.js'
import { numbered } from './replaying.js'
import { samples } from './samples.js'
import { appendToStore, openedAt } from './signing.js'

/** Words of the histories and of the samples that no clear part of an event holds. */
export const WORDS = /violin|bicycle|garden|Lisbon|Porto|\bhi\b/

const golden = join(import.meta.dirname, '../event-store/golden')
/** An event of every version of every type that happens to a user, each under an id of its own. */
export const ofEveryVersion = readdirSync(golden)
  .filter((file) => !/^(Store|MasterKey|Log|EmbeddingModel|UserErased)/.test(file))
  .map((file): StoredEvent => ({ ...JSON.parse(readFileSync(join(golden, file), 'utf8')), id: v5(file, v5.URL) }))

const erasing = (userId: string, to: number): DomainEvent => {
  const event = samples.UserErased
  if (event?.type !== 'UserErased') throw new Error('the samples have changed')
  return { ...event, metadata: { ...event.metadata, userId }, data: { ...event.data, bank: { from: 0, to } } }
}

/** Writes a log with random histories, erasures among them, and with a user who was erased. */
export const writeTo = async (store: EventStore, prefix: string, times = 12): Promise<void> => {
  const streams = streamsOf(prefix)
  await appendToStore(store, openedAt('2026-01-01T00:00:00.000Z'), prefix)
  const recalls = ['MemoriesRecalled', 'MemoriesRecalled.words'].flatMap((name) => recallSamples[name] ?? [])
  const appends = [...numbered(longHistory(61, times)), ...numbered(recalls.map((event) => [event]))]
  const users = new Set<string>()
  for (const events of appends) {
    const [first] = events
    const userId = first && 'userId' in first.metadata ? first.metadata.userId : ''
    const stream = streams[first !== undefined && isRecallEvent(first) ? 'recall' : 'bank'](userId)
    const { revision } = await store.head(stream)
    await store.append(stream, revision, encode(events, 'any'))
    users.add(userId)
  }
  const [gone = ''] = users
  const { revision } = await store.head(streams.bank(gone))
  await store.append(streams.bank(gone), revision, encode([erasing(gone, Number(revision))], revision))
}

/** Writes events of every version. */
export const writeOld = async (store: EventStore, prefix: string): Promise<void> => {
  const stream = streamsOf(prefix).bank('old')
  for (const event of ofEveryVersion) await store.append(stream, (await store.head(stream)).revision, [event])
}
