import type { UserEvent } from '../../domain/events.js'
import { readersIn, saidOf } from './said-of.js'
import type { Episode } from './state.js'

/** Takes in what an event says of an episode. */
export const foldEpisode = (episodes: Map<string, Episode>, event: UserEvent): void => {
  const { episodeId: id } = event.metadata
  if (id === undefined) return
  if (event.type === 'EpisodeRecorded') episodes.set(id, recorded(id, event))
  const known = episodes.get(id)
  if (known === undefined) return
  if (event.type === 'EpisodeIngested') episodes.set(id, { ...known, counts: event.data.counts })
  // What a memory says was said in its episode, so the conversation goes with it.
  if (event.type === 'MemoryErased') episodes.set(id, { ...known, said: 'erased' })
}

type Recorded = Extract<UserEvent, { type: 'EpisodeRecorded' }>

const recorded = (id: string, { data, metadata }: Recorded): Episode => {
  const { sourceSite, sessionId, observedAt } = data
  const said = saidOf(data.said)
  return {
    ...{ id, sourceSite, sessionId, observedAt },
    readers: readersIn(data),
    recordedAt: metadata.at,
    frame: said === 'erased' ? { sourceUrl: '', metadata: {} } : said,
    said,
    counts: null,
  }
}
