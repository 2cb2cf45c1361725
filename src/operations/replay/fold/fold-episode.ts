import type { UserEvent } from '../../../domain/all-events.js'
import { isErased, uuidOf } from '../../../domain/event.js'
import type { Paid } from '../../../domain/extraction.js'
import { type Stretch, turnsIn } from '../../../domain/text-range.js'
import { type ModelRow, type Rows, readerColumns } from './rows.js'

type EventOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>

/** Applies an event to episodes. One about an episode that was never recorded changes nothing. */
export const foldEpisode = (rows: Rows, event: UserEvent): void => {
  if (event.type === 'MemoryErased') eraseTurns(rows, event)
  if (event.type === 'MemoriesErased') eraseMany(rows, event)
  if (event.type === 'EpisodesDeleted')
    for (const [id, turns] of event.data.episodes) blank(rows, id, { turns, columns: DELETED })
  if (event.type === 'EpisodeRecorded') record(rows, event)
  const { episodeId: id } = event.metadata
  if (id === undefined || rows.of('episode', id).length === 0) return
  if (event.type === 'EpisodeAbandoned') rows.dropAll('episode', id)
  if (event.type === 'EpisodeIngested') ingest(rows, event)
  if (event.type === 'EpisodeExtracted') extract(rows, event)
  if (event.type === 'EpisodeFailed') fail(rows, event)
  if (event.type === 'FactsDerived') {
    rows.set('episode', id, { awaits: 'nothing', derived: event.data })
    rows.drop('episode_extraction', id)
    rows.drop('episode_paid', id)
  }
}

const record = (rows: Rows, { data, metadata: { episodeId: id, at } }: EventOf<'EpisodeRecorded'>): void => {
  const said = isErased(data.said) ? { form: null, turns: [], sourceUrl: '', metadata: {} } : data.said
  rows.dropAll('episode', id)
  rows.put('episode', {
    ...readerColumns(data),
    id,
    state: 'recorded',
    source_site: data.sourceSite,
    source_url: said.sourceUrl,
    session_id: data.sessionId,
    observed_at: data.observedAt,
    metadata: said.metadata,
    recorded_at: at,
    counts: null,
    form: said.form,
    continues: data.continues,
    awaits: data.awaits,
    request_hash: data.requestHash,
    attempts: 0,
    failed: null,
    fell_back: false,
    usage: null,
    outcomes: null,
    derived: null,
  })
  for (const [turn, { role, name, content, at = null, key = null, replaces = null }] of said.turns.entries())
    rows.put('episode_turn', { episode_id: id, turn, role, name, content, at, key, replaces })
  if (data.transcript !== null) recordTranscript(rows, { id, at }, data.transcript)
}

type Recorded = { readonly id: string; readonly at: string }
type Transcript = NonNullable<EventOf<'EpisodeRecorded'>['data']['transcript']>

const recordTranscript = (rows: Rows, { id, at }: Recorded, { messages = [], ...transcript }: Transcript): void => {
  const { id: conversation, base, keys } = transcript
  rows.put('episode_transcript', {
    id,
    transcript: uuidOf(conversation),
    base: uuidOf(base),
    keys: keys.map(uuidOf),
    message_ids: messages.map((message) => uuidOf(message.id)),
    message_words: messages.map((message) => uuidOf(message.words)),
    message_turns: messages.map((message) => message.turn),
    state: 'recorded',
    recorded_at: at,
  })
}

const ingest = (rows: Rows, { data, metadata: { episodeId: id } }: EventOf<'EpisodeIngested'>): void => {
  const { counts, usage, outcomes } = data
  rows.set('episode', id, { state: 'ingested', counts, usage, outcomes })
  rows.set('episode_transcript', id, { state: 'ingested' })
}

const extract = (rows: Rows, { data, metadata }: EventOf<'EpisodeExtracted'>): void => {
  const { episodeId: id, at } = metadata
  rows.put('episode_extraction', {
    episode_id: id,
    window_no: data.window,
    memories: data.memories,
    context: data.context,
    known: data.known,
    model: data.by?.model ?? null,
    prompt: data.by?.prompt ?? null,
    usage: data.usage,
    dropped: data.dropped,
    facts: isErased(data.said) ? null : data.said.facts,
  })
  for (const [memoryId] of [...data.context, ...data.known])
    rows.put('episode_shown', { episode_id: id, memory_id: memoryId, shown_at: at })
  if (data.by === null) rows.set('episode', id, { fell_back: true })
  else pay(rows, metadata, [{ stage: 'extract', ...data.by, ...data.usage }])
}

const fail = (rows: Rows, { data: { attempt, code, paid = [] }, metadata }: EventOf<'EpisodeFailed'>): void => {
  rows.set('episode', metadata.episodeId, { attempts: attempt, failed: code })
  pay(rows, metadata, paid)
}

const pay = (
  rows: Rows,
  { episodeId, commandId }: EventOf<'EpisodeFailed'>['metadata'],
  paid: readonly Paid[],
): void => {
  for (const { inputTokens, outputTokens, ...rest } of paid)
    rows.put('episode_paid', {
      ...rest,
      episode_id: episodeId,
      command_id: commandId,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    })
}

/** What is left of a turn that is deleted, of one that is erased, and of what the caller told of an episode with such a turn. */
const DELETED = { content: null, key: null, replaces: null }
const ERASED = { ...DELETED, role: null, name: null, at: null }
const FRAME_ERASED = { source_url: '', metadata: {} }

type Blank = { readonly turns: readonly Stretch[]; readonly columns: ModelRow }

/** Without the words of these turns, and without all that was extracted of the episode: it may hold them. */
const blank = (rows: Rows, id: string, { turns, columns }: Blank): void => {
  const gone = new Set<unknown>(turns.flatMap(turnsIn))
  rows.change('episode_turn', id, (row) => (gone.has(row.turn) ? { ...row, ...columns } : row))
  rows.drop('episode_extraction', id)
}

/** A memory's content was stated in turns of episodes, so the content and metadata of those turns go with it. */
const eraseTurns = (rows: Rows, { data: { turns }, metadata: { episodeId } }: EventOf<'MemoryErased'>): void => {
  for (const id of new Set([...(episodeId === undefined ? [] : [episodeId]), ...turns.map(([id]) => id)])) {
    const ofIt = turns.flatMap(([of, turn]) => (of === id ? [[turn, turn] as const] : []))
    blank(rows, id, { turns: ofIt, columns: ERASED })
    rows.set('episode', id, FRAME_ERASED)
  }
}

const eraseMany = (rows: Rows, { data: { episodes, extracted = [] } }: EventOf<'MemoriesErased'>): void => {
  for (const [id, turns] of episodes) {
    if (turns === null) rows.drop('episode_turn', id)
    blank(rows, id, { turns: turns ?? [], columns: ERASED })
    rows.set('episode', id, FRAME_ERASED)
  }
  for (const id of extracted) rows.drop('episode_extraction', id)
}
