import type { UserEvent } from '../../../domain/all-events.js'
import type { Paid } from '../../../domain/extraction.js'
import { type Stretch, turnsIn } from '../../../domain/text-range.js'
import { readersIn, saidOf } from './fold-memory.js'
import type { Episode } from './state.js'

type Of<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>

/** Applies an event to an episode. */
export const foldEpisode = (episodes: Map<string, Episode>, event: UserEvent): void => {
  const { episodeId: id } = event.metadata
  if (event.type === 'MemoryErased') erase(episodes, event)
  if (event.type === 'MemoriesErased') eraseMany(episodes, event)
  if (event.type === 'EpisodesDeleted')
    for (const [episodeId, turns] of event.data.episodes) change(episodes, episodeId, blanked(turns))
  if (id === undefined) return
  if (event.type === 'EpisodeRecorded') episodes.set(id, recorded(id, event))
  if (event.type === 'EpisodeAbandoned') episodes.delete(id)
  if (event.type === 'EpisodeIngested') change(episodes, id, ingested(event.data))
  if (event.type === 'EpisodeExtracted') change(episodes, id, extracted(event))
  if (event.type === 'EpisodeFailed') change(episodes, id, failed(event))
  if (event.type === 'FactsDerived') change(episodes, id, derived(event.data))
}

const ingested =
  ({ counts, usage, outcomes }: Of<'EpisodeIngested'>['data']) =>
  (episode: Episode): Episode => ({
    ...episode,
    ...{ counts, result: { usage, outcomes } },
  })

const extracted =
  ({ data, metadata: { commandId, at } }: Of<'EpisodeExtracted'>) =>
  (episode: Episode): Episode => ({
    ...episode,
    paid:
      data.by === null ? episode.paid : added(episode, commandId, [{ stage: 'extract', ...data.by, ...data.usage }]),
    extracted: new Map(episode.extracted).set(data.window, data),
    shown: new Map([...episode.shown, ...[...data.context, ...data.known].map(([id]) => [id, at] as const)]),
    fellBack: episode.fellBack || data.by === null,
  })

const failed =
  ({ data: { attempt, code, paid }, metadata: { commandId } }: Of<'EpisodeFailed'>) =>
  (episode: Episode): Episode => ({
    ...episode,
    ...{ attempts: attempt, failed: code, paid: added(episode, commandId, paid) },
  })

const added = ({ paid }: Episode, commandId: string, more: readonly Paid[] = []): Episode['paid'] =>
  new Map([...paid, ...more.map((each) => [`${commandId} ${each.stage}`, { ...each, commandId }] as const)])

const derived =
  (data: Of<'FactsDerived'>['data']) =>
  (episode: Episode): Episode => ({
    ...episode,
    ...{ awaits: 'nothing', derived: data, extracted: new Map(), paid: new Map() },
  })

const recorded = (id: string, { data, metadata }: Of<'EpisodeRecorded'>): Episode => {
  const { sourceSite, sessionId, observedAt, transcript, continues, awaits, requestHash } = data
  const said = saidOf(data.said)
  return {
    ...{ id, sourceSite, sessionId, observedAt, transcript, continues, awaits, requestHash },
    ...{
      attempts: 0,
      failed: null,
      fellBack: false,
      extracted: new Map(),
      shown: new Map(),
      paid: new Map(),
      result: null,
      derived: null,
    },
    readers: readersIn(data),
    recordedAt: metadata.at,
    frame: said === 'erased' ? NOTHING : said,
    form: said === 'erased' ? null : said.form,
    turns: said === 'erased' ? [] : said.turns.map((each, turn) => ({ ...each, turn })),
    counts: null,
  }
}

const NOTHING = { sourceUrl: '', metadata: {} }

/** A memory's content was stated in turns of episodes, so the content and metadata of those turns go with it. */
const erase = (episodes: Map<string, Episode>, { data: { turns }, metadata }: Of<'MemoryErased'>): void => {
  const { episodeId } = metadata
  const gone = new Set(turns.map(([id, turn]) => `${id} ${turn}`))
  const touched = new Set([...(episodeId === undefined ? [] : [episodeId]), ...turns.map(([id]) => id)])
  for (const id of touched) {
    const episode = episodes.get(id)
    if (episode === undefined) continue
    const blank = episode.turns.map((each) => (gone.has(`${id} ${each.turn}`) ? { ...each, ...ERASED } : each))
    episodes.set(id, { ...episode, frame: NOTHING, turns: blank, extracted: new Map() })
  }
}

const eraseMany = (episodes: Map<string, Episode>, { data }: Of<'MemoriesErased'>): void => {
  for (const [id, turns] of data.episodes)
    change(episodes, id, (episode) => ({
      ...(turns === null ? { ...episode, turns: [], extracted: new Map() } : blanked(turns, ERASED)(episode)),
      frame: NOTHING,
    }))
  for (const id of data.extracted ?? []) change(episodes, id, (episode) => ({ ...episode, extracted: new Map() }))
}

const change = (episodes: Map<string, Episode>, id: string, how: (episode: Episode) => Episode): void => {
  const episode = episodes.get(id)
  if (episode) episodes.set(id, how(episode))
}

/** What is left of a turn that is deleted, and of one that is erased. */
const DELETED = { content: null, key: undefined, replaces: undefined }
const ERASED = { ...DELETED, role: null, name: null }

/** Without the words of these turns, and without all that was extracted of the episode: it may hold them. */
const blanked =
  (gone: readonly Stretch[], blank: Partial<Episode['turns'][number]> = DELETED) =>
  (episode: Episode): Episode => {
    const without = new Set(gone.flatMap(turnsIn))
    return {
      ...episode,
      turns: episode.turns.map((each) => (without.has(each.turn) ? { ...each, ...blank } : each)),
      extracted: new Map(),
    }
  }
