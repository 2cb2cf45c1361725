import { isOfUser } from '../../domain/all-events.js'
import type { Recorded } from '../../event-store/event-store.js'
import { aboutMemory } from './about-memory.js'
import type { Answer } from './answer.js'
import { findErasures, withoutErased } from './erasures.js'
import { emptyBank, foldEvent } from './fold/bank.js'
import { memoryAnswer } from './memory-answer.js'
import { tally } from './progress-counter.js'
import type { Asked } from './question.js'
import { readEvent } from './read-event.js'
import { readLog } from './read-log.js'
import { readUser } from './read-user.js'
import { NotInLog, type Replayed, type Watch } from './replayed.js'

/** Every event of a memory in order, each with the memory after it. Throws NotInLog. */
export async function* tellMemory(replayed: Replayed, asked: Asked<'memory'>, watch: Watch): AsyncGenerator<Answer> {
  const id = asked.id.toLowerCase()
  const user = asked.user ?? (await ownerOf(replayed, id, watch))
  const clean = withoutErased(await findErasures(readUser(replayed, user, watch.signal)))
  const bank = emptyBank()
  for await (const recorded of readUser(replayed, user, watch.signal)) {
    if (!names(recorded, id)) continue
    const event = readEvent(clean(recorded))
    if (!isOfUser(event)) continue
    foldEvent(bank, event)
    const memory = bank.memories.get(id)
    if (memory === undefined) continue
    const { actor, at, reason = null, episodeId = null, commandId } = event.metadata
    yield {
      kind: 'event',
      ...{ position: `${recorded.position}`, revision: `${recorded.revision}`, eventId: recorded.id },
      ...{ type: event.type, at, actor, reason, episodeId, commandId },
      about: aboutMemory(event, id),
      memory: memoryAnswer(user, memory),
    }
  }
  if (!bank.memories.has(id)) throw new NotInLog(`There is no such memory in the log${ofUser(asked)}: ${id}.`)
}

const ofUser = ({ user }: Asked<'memory'>): string => (user === undefined ? '' : ` of user ${user}`)

/** Whose memory it is: the log is read until the event by which it was stored. */
const ownerOf = async ({ store }: Replayed, id: string, watch: Watch): Promise<string> => {
  const count = tally(watch, 'reading')
  for await (const { type, metadata } of readLog(store, { end: await store.end(), signal: watch.signal })) {
    count()
    if (type === 'MemoryStored' && metadata.memoryId === id) return String(metadata.userId)
  }
  throw new NotInLog(`There is no such memory in the log: ${id}.`)
}

/** Events that are about several memories; all others say in their metadata which one they are about. */
const ABOUT_SEVERAL = [
  'EpisodeIngested',
  'EntitiesMentioned',
  'MemoriesLinked',
  'MemoriesRecalled',
  'MemoriesDeleted',
  'MemoriesErased',
]

const names = ({ type, data, metadata }: Recorded, id: string): boolean =>
  metadata.memoryId === id || (ABOUT_SEVERAL.includes(type) && JSON.stringify(data).includes(id))
