import { isOfUser, type UserEvent } from '../../domain/all-events.js'
import type { ConflictEvent } from '../../domain/conflict/events.js'
import { isErased } from '../../domain/event.js'
import type { Recorded, StreamName } from '../../event-store/event-store.js'
import { type Answer, type Asked, memoryAnswer, type Question } from './answer.js'
import { checkAll } from './check/check-all.js'
import { findErasures, withoutErased } from './erasures.js'
import { emptyBank, erasedWithUser, foldEvent } from './fold/bank.js'
import { isOfConflict } from './fold/fold-agents.js'
import { readBoth, readEvent, readLog, readUser } from './read-log.js'
import { NotInLog, progressCounter, type Replayed, type Watch } from './replayed.js'

/** The fields of an event about one memory, apart from actor, time and content. */
export const aboutMemory = (event: UserEvent, id: string): Readonly<Record<string, unknown>> =>
  isOfConflict(event) ? conflictAbout(event, id) : aboutOne(event, id)

const aboutOne = (event: Exclude<UserEvent, ConflictEvent>, id: string): Readonly<Record<string, unknown>> => {
  switch (event.type) {
    case 'MemoryEmbedded': {
      const { of, model, dimensions, embedding } = event.data
      if (isErased(embedding)) return { of, model, dimensions, erased: true }
      return { of, model, dimensions, ...(embedding.vector === null ? { none: true } : {}) }
    }
    case 'MemorySuperseded':
      return { by: event.data.by }
    case 'MemoryRestored':
      return { of: event.data.of }
    case 'FactsJudged':
      return {
        verdicts: event.data.verdicts.flatMap(({ memoryId, judged, applied, reason }) =>
          memoryId === id || judged.some(([other]) => other === id) ? [{ with: memoryId, applied, reason }] : [],
        ),
      }
    case 'MemoryClarified':
      return { outcome: event.data.outcome }
    case 'EpisodeIngested':
      return { ordinal: event.data.activated.find(({ memoryId }) => memoryId === id)?.ordinal }
    case 'MemoriesRecalled':
      return { times: event.data.recalls.find(({ memoryId }) => memoryId === id)?.times }
    case 'MemoriesDeleted':
    case 'MemoriesErased':
      return { together: event.data.memories.length }
    case 'MemoriesLinked':
      return {
        links: event.data.links.flatMap(({ from, to, kind, similarity }) =>
          from === id || to === id ? [{ with: from === id ? to : from, kind, similarity }] : [],
        ),
      }
    case 'EntitiesMentioned': {
      const said = event.data.mentions.flatMap(({ memoryId, said }) => (memoryId === id ? [said] : []))
      return { names: said.map((named) => (isErased(named) ? { erased: true } : named)) }
    }
    default:
      return aboutOther(event)
  }
}

const aboutOther = ({ type, data, metadata }: UserEvent): Readonly<Record<string, unknown>> => {
  if (type === 'UserErased') return { together: data.extent.memories }
  return type === 'LessonReported' || type === 'LessonRepeated'
    ? { lesson: metadata.lessonId, severity: data.severity }
    : {}
}

/** What a conflict says of one of its memories: which of the two it is, and what of the other. */
const conflictAbout = ({ type, data, metadata: { conflictId } }: ConflictEvent, id: string) => {
  if (type === 'ConflictResolved') {
    const [[existing], [other]] = [data.existing, data.new]
    const of = existing === id ? { side: 'existing', with: other } : { side: 'new', with: existing }
    return { conflict: { id: conflictId, status: data.resolution, ...of } }
  }
  const { existing, reason } = data
  const isExisting = existing.memoryId === id
  const other = isExisting ? data.new : existing
  const about = { id: conflictId, status: 'open', with: other.memoryId, agent: other.agentId, reason }
  const side = isExisting ? 'existing' : 'new'
  if (type === 'ConflictOpened') return { conflict: { ...about, side, expiresAt: data.expiresAt } }
  const { replaced } = data
  if (replaced === id) return { conflict: { ...about, side: 'replaced', goesOnAbout: data.new.memoryId } }
  return { conflict: { ...about, side, replaced } }
}

/** Every event of a memory in order, each with the memory after it. Throws NotInLog. */
async function* replayMemory(replayed: Replayed, asked: Asked<'memory'>, watch: Watch): AsyncGenerator<Answer> {
  const id = asked.id.toLowerCase()
  const { user, bank: stream } =
    asked.user === undefined ? await ownerOf(replayed, id, watch) : named(replayed, asked.user)
  const all = () => readBoth(replayed.store, stream, watch.signal)
  const clean = withoutErased(await findErasures(all()))
  const bank = emptyBank()
  let isKnown = false
  for await (const recorded of all()) {
    if (!names(recorded, id)) continue
    const event = readEvent(clean(recorded))
    if (!isOfUser(event)) continue
    const before = bank.memories.get(id)
    foldEvent(bank, event)
    const memory = event.type === 'UserErased' ? before && erasedWithUser(before, event) : bank.memories.get(id)
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
      memory: memoryAnswer(user, memory),
    }
  }
  if (!isKnown) throw new NotInLog(`There is no such memory in the log${ofUser(asked)}: ${id}.`)
}

const ofUser = ({ user }: Asked<'memory'>): string => (user === undefined ? '' : ` of user ${user}`)

/** A user, and the stream of their memories, which still has them when the user's name is gone. */
type Owner = { readonly user: string; readonly bank: StreamName }

const named = ({ streams }: Replayed, user: string): Owner => ({ user, bank: streams.bank(user) })

/** The user of a memory: reads the log up to the event that stored it. */
const ownerOf = async ({ store }: Replayed, id: string, watch: Watch): Promise<Owner> => {
  const count = progressCounter(watch, 'reading')
  for await (const { type, stream, metadata } of readLog(store, { end: await store.end(), signal: watch.signal })) {
    count()
    if (type === 'MemoryStored' && metadata.memoryId === id) return { user: String(metadata.userId), bank: stream }
  }
  throw new NotInLog(`There is no such memory in the log: ${id}.`)
}

/** Events about several memories; all others name their memory in the metadata. */
const ABOUT_SEVERAL = [
  'EpisodeIngested',
  'EntitiesMentioned',
  'FactsJudged',
  'MemoriesLinked',
  'MemoriesRecalled',
  'MemoriesDeleted',
  'TellingsRemoved',
  'MemoriesErased',
  'ConflictOpened',
  'ConflictContinued',
  'ConflictResolved',
]

const names = ({ type, data, metadata }: Recorded, id: string): boolean =>
  metadata.memoryId === id ||
  type === 'UserErased' ||
  (ABOUT_SEVERAL.includes(type) && JSON.stringify(data).includes(id)) ||
  JSON.stringify((data as { readonly sourceMemoryIds?: unknown }).sourceMemoryIds)?.includes(id) === true // of lessons

/**
 * The requested events in log order, without erased content. It reads the log twice, because an erasure comes after
 * the content that it erases.
 */
async function* replayLog(replayed: Replayed, asked: Asked<'log'>, watch: Watch): AsyncGenerator<Answer> {
  const { store } = replayed
  const end = await store.end()
  const all = (): AsyncIterable<Recorded> =>
    asked.user === undefined
      ? readLog(store, { end, signal: watch.signal })
      : readUser(replayed, asked.user, watch.signal)
  const clean = withoutErased(await findErasures(all()))
  const isWanted = wantedBy(asked)
  const count = progressCounter(watch, 'reading')
  const last = typeof asked.to === 'string' && isPosition(asked.to) ? BigInt(asked.to) : end
  let events = 0
  for await (const recorded of all()) {
    events = count()
    if (last === 'start' || recorded.position > last) break
    if (isWanted(recorded)) yield { kind: 'logged', event: asJson(clean(recorded)) }
  }
  if (events === 0 && asked.user !== undefined) throw new NotInLog(`There is no such user in the log: ${asked.user}.`)
}

const isPosition = (limit: string): boolean => /^\d+$/.test(limit)

const wantedBy = ({ from, to, types }: Asked<'log'>) => {
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

/** The memories of a user at a point in time, the oldest first, followed by their number. Throws NotInLog. */
async function* replayUser(replayed: Replayed, asked: Asked<'user'>, watch: Watch): AsyncGenerator<Answer> {
  const { user } = asked
  const clean = withoutErased(await findErasures(readUser(replayed, user, watch.signal)))
  const bank = emptyBank()
  const count = progressCounter(watch, 'reading')
  let events = 0
  let last: { readonly position: bigint; readonly at: string } | undefined
  for await (const recorded of readUser(replayed, user, watch.signal)) {
    events = count()
    if (!countsFor(asked, recorded)) continue
    const event = readEvent(clean(recorded))
    if (!isOfUser(event)) continue
    foldEvent(bank, event)
    last = { position: recorded.position, at: event.metadata.at }
  }
  if (events === 0) throw new NotInLog(`There is no such user in the log: ${user}.`)
  const memories = [...bank.memories.values()]
  const shown = memories.filter(({ status }) => asked.all || status === 'active')
  for (const memory of shown) yield { kind: 'memory', memory: memoryAnswer(user, memory) }
  const end = last === undefined ? { position: null, at: null } : { ...last, position: `${last.position}` }
  yield { kind: 'listed', shown: shown.length, memories: memories.length, ...end }
}

/** Times are in UTC with equal precision, so they sort as text. Memories of a large ingest may not be in this order yet. */
const countsFor = ({ at, position }: Asked<'user'>, recorded: Recorded): boolean =>
  (position === undefined || recorded.position <= BigInt(position)) &&
  (at === undefined || Date.parse(String(recorded.metadata.at)) <= Date.parse(at))

export type Replay = (question: Question, watch: Watch) => AsyncIterable<Answer>

/** A store that was opened to be replayed. */
export type ReplayingStore = { readonly replay: Replay; close(): Promise<void> }

/** Answers from the log alone, with a fold that shares no code with the projector. Throws NotInLog, EventUnreadable and UnfinishedAppend. */
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
