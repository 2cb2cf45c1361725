import type { LessonOf } from '../../domain/lesson/events.js'
import type { MemoryOf } from '../../domain/memory/events.js'
import type { AnsweredSearch, RecallOf } from '../../domain/recall.js'
import { turnsIn } from '../../domain/text-range.js'
import { bankOf, type Recorded, type StreamName } from '../../event-store/event-store.js'

/**
 * What has been erased, by id. Erasing a memory also erases what its episodes say of it: the turns that state it, and the caller's
 * metadata of these turns.
 */
type Erasures = {
  readonly memories: ReadonlySet<string>
  readonly episodes: ReadonlySet<string>
  readonly lessons: ReadonlySet<string>
  /** By the stream of their memories: the position before which everything of a user is erased. */
  readonly users: ReadonlyMap<StreamName, bigint>
  /** By episode. */
  readonly turns: ReadonlyMap<string, ReadonlySet<number>>
  /** By episode: the position before which what a model found of it is erased. */
  readonly extracted: ReadonlyMap<string, bigint>
}

/** Collects what the given events erase; they may belong to one user or to all. */
export const findErasures = async (events: AsyncIterable<Recorded>): Promise<Erasures> => {
  const memories = new Set<string>()
  const episodes = new Set<string>()
  const lessons = new Set<string>()
  const users = new Map<StreamName, bigint>()
  const turns = new Map<string, Set<number>>()
  const extracted = new Map<string, bigint>()
  const turnsOf = (id: string): Set<number> => {
    const known = turns.get(id) ?? new Set()
    turns.set(id, known)
    return known
  }
  for await (const { type, stream, metadata, data, position } of events) {
    if (type === 'UserErased') users.set(bankOf(stream), position)
    for (const id of pendingOf({ type, data })) memories.add(id)
    if (type === 'EpisodeAbandoned') episodes.add(String(metadata.episodeId))
    if (type === 'MemoriesErased') {
      const gone = data as MemoryOf<'MemoriesErased'>['data'] // it has had no other form
      for (const [id] of gone.memories) memories.add(id)
      for (const [id, stretches] of gone.episodes) {
        if (stretches === null) episodes.add(id)
        else for (const turn of stretches.flatMap(turnsIn)) turnsOf(id).add(turn)
        if (stretches?.length === 0) turnsOf(id)
      }
      for (const id of gone.extracted ?? []) extracted.set(id, position)
    }
    if (type === 'LessonsErased') for (const id of (data as LessonOf<'LessonsErased'>['data']).lessons) lessons.add(id) // it has had no other form
    if (type === 'MemoryErased') {
      memories.add(String(metadata.memoryId))
      if (metadata.episodeId !== undefined) turnsOf(String(metadata.episodeId))
      for (const [id, turn] of (data as MemoryOf<'MemoryErased'>['data']).turns) turnsOf(id).add(turn) // it has had no other form
    }
  }
  return { memories, episodes, lessons, users, turns, extracted }
}

/** The memories that were pending and never became active: nobody may read them any more. */
const pendingOf = ({ type, data }: Pick<Recorded, 'type' | 'data'>): readonly string[] => {
  const gone = data as { readonly memoryIds?: readonly string[]; readonly pending?: readonly string[] } // the event's type says so
  if (type === 'EpisodeAbandoned') return gone.memoryIds ?? []
  return (type === 'MemoriesErased' || type === 'EpisodesDeleted' ? gone.pending : undefined) ?? []
}

const ERASED = { erased: true } as const
/** The fields of an event that hold the content of a memory or of a lesson, as text or as a vector. */
const WORDS = ['said', 'embedding', 'vector']

/**
 * The event without erased content. The log may still hold that content, but a replay must never return it,
 * so this runs before anything else that is done with an event.
 */
export const withoutErased =
  ({ memories, episodes, lessons, users, turns, extracted }: Erasures) =>
  (event: Recorded): Recorded => {
    const { memoryId, episodeId, lessonId } = event.metadata
    if (event.position < (users.get(bankOf(event.stream)) ?? 0n)) return { ...event, data: wordless(event.data) }
    if (memories.size + episodes.size + lessons.size + turns.size + extracted.size === 0) return event
    if (event.type === 'EpisodeExtracted' && event.position < (extracted.get(String(episodeId)) ?? 0n))
      return { ...event, data: withoutFacts(event.data) }
    const withoutThese = OF_TURNS[event.type]
    const whole =
      (typeof memoryId === 'string' && memories.has(memoryId)) ||
      (typeof lessonId === 'string' && lessons.has(lessonId)) ||
      (withoutThese !== undefined && typeof episodeId === 'string' && episodes.has(episodeId))
    const gone = withoutThese === undefined || whole ? undefined : turns.get(String(episodeId))
    const data = gone === undefined ? withoutSearched(event, memories) : withoutThese?.(event.data, gone)
    return { ...event, data: cleaned(data, memories, whole) }
  }

/** Without anything that anybody said, wherever it stands. */
const wordless = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wordless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wordlessAt(key, inner)]))
}

const wordlessAt = (key: string, value: unknown): unknown => {
  if (key === 'role') return null
  if (key === 'settings') return value // of a search: they name an embedding model
  return WORDS.includes(key) && value !== null ? ERASED : wordless(value)
}

/** Without the words and the metadata of these turns. */
const withoutTurns = (data: unknown, gone: ReadonlySet<number>): unknown => {
  const { said, ...rest } = data as { said?: { turns?: readonly object[] } }
  if (said?.turns === undefined) return data
  const turns = said.turns.map((turn, i) => (gone.has(i) ? { ...turn, role: null, name: null, content: '' } : turn))
  return { ...rest, said: { ...said, turns, sourceUrl: '', metadata: {} } }
}

/** Without any facts: each may hold words of any turn that was read with its own. */
const withoutFacts = (data: unknown): unknown => ({ ...Object(data), said: ERASED })

/** Without the words of searches that returned what is erased. */
const withoutSearched = ({ type, data }: Recorded, memories: ReadonlySet<string>): unknown => {
  if (type !== 'MemoriesRecalled') return data
  const { searches, ...rest } = data as RecallOf<'MemoriesRecalled'>['data'] // it has had no other form
  const returnedErased = ({ shown }: AnsweredSearch) => shown.some(([id]) => memories.has(id))
  return {
    ...rest,
    searches: searches.map((one) => (one.said !== null && returnedErased(one) ? { ...one, said: ERASED } : one)),
  }
}

/** Events that hold what was said in turns of an episode. */
const OF_TURNS: Readonly<Record<string, (data: unknown, gone: ReadonlySet<number>) => unknown>> = {
  EpisodeRecorded: withoutTurns,
  EpisodeExtracted: withoutFacts,
}

/** Without the content of this object if it is about an erased memory, and the same for every object in it. */
const cleaned = (value: unknown, memories: ReadonlySet<string>, erased: boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => cleaned(each, memories, false))
  if (typeof value !== 'object' || value === null) return value
  const about: unknown = Reflect.get(value, 'memoryId')
  const gone = erased || (typeof about === 'string' && memories.has(about))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      gone && WORDS.includes(key) ? ERASED : cleaned(inner, memories, false),
    ]),
  )
}
