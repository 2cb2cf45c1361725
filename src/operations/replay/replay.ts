import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import { isOfUser, type UserEvent } from '../../domain/all-events.js'
import type { Recorded, StreamName } from '../../event-store/event-store.js'
import { aboutMemory, names } from './about-memory.js'
import { type Answer, type MemoryAnswer, memoryAnswer, type Question, type QuestionOf } from './answer.js'
import { checkAll } from './check/check-all.js'
import { foldEvent } from './fold/fold-event.js'
import { createRows, type Rows } from './fold/rows.js'
import { type Log, readBoth, readEvent, readLog, readUser } from './read-log.js'
import { counting, READING, type Replayed } from './replayed.js'

/** Every event of a memory in order, each with the memory after it. Throws OperationRefused. */
async function* replayMemory(replayed: Replayed, asked: QuestionOf<'memory'>, watch: Watch): AsyncGenerator<Answer> {
  const id = asked.id.toLowerCase()
  const { user, bank: stream } =
    asked.user === undefined ? await ownerOf(replayed, id, watch) : named(replayed, asked.user)
  const store = await replayed.withoutErased(readBoth(replayed.raw, stream, watch.signal))
  const rows = createRows()
  let isKnown = false
  for await (const recorded of readBoth(store, stream, watch.signal)) {
    if (!names(recorded, id)) continue
    const event = readEvent(recorded)
    if (!isOfUser(event)) continue
    const memory = memoryAfter(rows, event, { user, id })
    if (memory === undefined) continue
    isKnown = true
    const { actor, at, reason = null, episodeId = null, commandId } = event.metadata
    yield {
      kind: 'event',
      position: `${recorded.position}`,
      revision: `${recorded.revision}`,
      eventId: recorded.id,
      type: event.type,
      at,
      actor,
      reason,
      episodeId,
      commandId,
      about: aboutMemory(event, id),
      memory,
    }
  }
  if (!isKnown) throw new OperationRefused(`There is no such memory in the log${ofUser(asked)}: ${id}.`)
}

/** The memory after one more event; one that goes with its user is erased then. */
const memoryAfter = (
  rows: Rows,
  event: UserEvent,
  { user, id }: { readonly user: string; readonly id: string },
): MemoryAnswer | undefined => {
  const before = memoryAnswer(rows, user, id)
  if (event.type === 'UserErased' && before) {
    const metadata = { ...event.metadata, memoryId: id, version: before.version + 1 }
    foldEvent(rows, { type: 'MemoryErased', metadata, data: { turns: [] } })
    const memory = memoryAnswer(rows, user, id)
    rows.clear()
    return memory
  }
  foldEvent(rows, event)
  return memoryAnswer(rows, user, id)
}

const ofUser = ({ user }: QuestionOf<'memory'>): string => (user === undefined ? '' : ` of user ${user}`)

/** A user, and the stream of their memories, which still has them when the user's name is gone. */
type Owner = { readonly user: string; readonly bank: StreamName }

const named = ({ streams }: Replayed, user: string): Owner => ({ user, bank: streams.bank(user) })

/** The user of a memory: reads the log up to the event that stored it. */
const ownerOf = async ({ store }: Replayed, id: string, watch: Watch): Promise<Owner> => {
  const count = counting(watch, READING)
  for await (const { type, stream, metadata } of readLog(store, { end: await store.end(), signal: watch.signal })) {
    count()
    if (type === 'MemoryStored' && metadata.memoryId === id) return { user: String(metadata.userId), bank: stream }
  }
  throw new OperationRefused(`There is no such memory in the log: ${id}.`)
}

/** The requested events in order, without erased content. Reads the log twice: an erasure comes after its content. */
async function* replayLog(replayed: Replayed, asked: QuestionOf<'log'>, watch: Watch): AsyncGenerator<Answer> {
  const { raw } = replayed
  const end = await raw.end()
  const all = (from: Log): AsyncIterable<Recorded> =>
    asked.user === undefined
      ? readLog(from, { end, signal: watch.signal })
      : readUser({ store: from, streams: replayed.streams }, asked.user, watch.signal)
  const clean = await replayed.withoutErased(all(raw))
  const isWanted = wantedBy(asked)
  const count = counting(watch, READING)
  const last = typeof asked.to === 'string' && isPosition(asked.to) ? BigInt(asked.to) : end
  let events = 0
  for await (const recorded of all(clean)) {
    events = count()
    if (last === 'start' || recorded.position > last) break
    if (isWanted(recorded)) yield { kind: 'logged', event: asJson(recorded) }
  }
  if (events === 0 && asked.user !== undefined)
    throw new OperationRefused(`There is no such user in the log: ${asked.user}.`)
}

const isPosition = (limit: string): boolean => /^\d+$/.test(limit)

const wantedBy = ({ from, to, types }: QuestionOf<'log'>) => {
  const notBefore = side(from)
  const notAfter = side(to)
  return (event: Recorded): boolean =>
    (types.length === 0 || types.includes(event.type)) && notBefore(event) >= 0 && notAfter(event) <= 0
}

/** Compares the place of an event with a limit: negative before it, 0 at it, positive after it. */
const side = (limit: string | undefined): ((event: Recorded) => number) => {
  if (limit === undefined) return () => 0
  if (isPosition(limit)) return ({ position }) => Number(position - BigInt(limit))
  const instant = Date.parse(limit)
  return ({ metadata }) => Date.parse(String(metadata.at)) - instant
}

const asJson = ({ position, stream, revision, id, type, data, metadata }: Recorded) => ({
  position: `${position}`,
  stream,
  revision: `${revision}`,
  id,
  type,
  data,
  metadata,
})

/** The memories of a user at a point in time, the oldest first, followed by their number. Throws OperationRefused. */
async function* replayUser(replayed: Replayed, asked: QuestionOf<'user'>, watch: Watch): AsyncGenerator<Answer> {
  const { user } = asked
  const { raw, streams } = replayed
  const store = await replayed.withoutErased(readUser({ store: raw, streams }, user, watch.signal))
  const rows = createRows()
  const count = counting(watch, READING)
  let events = 0
  let last: { readonly position: bigint; readonly at: string } | undefined
  for await (const recorded of readUser({ store, streams }, user, watch.signal)) {
    events = count()
    if (!countsFor(asked, recorded)) continue
    const event = readEvent(recorded)
    if (!isOfUser(event)) continue
    foldEvent(rows, event)
    last = { position: recorded.position, at: event.metadata.at }
  }
  if (events === 0) throw new OperationRefused(`There is no such user in the log: ${user}.`)
  const memories = rows.within('memory', { after: undefined, last: undefined })
  const shown = memories.filter(({ status }) => asked.all || status === 'active')
  for (const { id } of shown) {
    const memory = memoryAnswer(rows, user, String(id))
    if (memory) yield { kind: 'memory', memory }
  }
  const end = last === undefined ? { position: null, at: null } : { ...last, position: `${last.position}` }
  yield { kind: 'listed', shown: shown.length, memories: memories.length, ...end }
}

/** Times are in UTC with equal precision, so they sort as text. Memories of a large ingest may not be in this order yet. */
const countsFor = ({ at, position }: QuestionOf<'user'>, recorded: Recorded): boolean =>
  (position === undefined || recorded.position <= BigInt(position)) &&
  (at === undefined || Date.parse(String(recorded.metadata.at)) <= Date.parse(at))

export type Replay = (question: Question, watch: Watch) => AsyncIterable<Answer>

/** A store that was opened to be replayed. */
export type ReplayingStore = { readonly replay: Replay; close(): Promise<void> }

/** Answers from the log alone, with a fold that shares no code with the projector. Throws OperationRefused, EventUnreadable and UnfinishedAppend. */
export const createReplay =
  (replayed: Replayed): Replay =>
  (question, watch) => {
    switch (question.ask) {
      case 'memory':
        return replayMemory(replayed, question, watch)
      case 'user':
        return replayUser(replayed, question, watch)
      case 'log':
        return replayLog(replayed, question, watch)
      case 'check':
        return checkAll(replayed, question, watch)
    }
  }
