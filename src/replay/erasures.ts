import type { Recorded } from '../event-store/event-store.js'

/** What has been erased, by id. An erased memory takes its episode's conversation with it: the same words stand there. */
export type Erasures = { readonly memories: ReadonlySet<string>; readonly episodes: ReadonlySet<string> }

/** Looks through events, of a user or of all, for what they erase. */
export const findErasures = async (events: AsyncIterable<Recorded>): Promise<Erasures> => {
  const memories = new Set<string>()
  const episodes = new Set<string>()
  for await (const { type, metadata } of events)
    if (type === 'MemoryErased') {
      memories.add(String(metadata.memoryId))
      if (metadata.episodeId !== undefined) episodes.add(String(metadata.episodeId))
    }
  return { memories, episodes }
}

const ERASED = { erased: true } as const
/** What an event says of a memory: in words, or as the numbers that the words were turned into. */
const WORDS = ['said', 'embedding', 'vector']

/**
 * The event in the form that it has once its words are erased. The log may still hold them; whoever replays it must
 * never see them again, so this comes before everything else that is done with an event.
 */
export const withoutErased =
  ({ memories, episodes }: Erasures) =>
  (event: Recorded): Recorded => {
    const { memoryId, episodeId } = event.metadata
    if (memories.size === 0 && episodes.size === 0) return event
    const whole =
      (typeof memoryId === 'string' && memories.has(memoryId)) ||
      (event.type === 'EpisodeRecorded' && typeof episodeId === 'string' && episodes.has(episodeId))
    return { ...event, data: cleaned(event.data, memories, whole) }
  }

/** Without the words of this object, where it is about an erased memory, and of whatever stands in it. */
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
