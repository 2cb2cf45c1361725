import type { Readers } from '../../../domain/scope.js'
import { saidOf } from '../fold/fold-memory.js'
import type { Episode } from '../fold/state.js'
import { digestOf, type Row, type Table } from './read-rows.js'

export const readerColumns = ({ workspaceId, agentId, visibility, grantedTo }: Readers) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  visibility,
  granted_to: grantedTo,
})

/** Its address and the caller's metadata are erased with the content when a memory of it is erased. */
const episodeRow = ({ frame, ...episode }: Episode): Row => ({
  ...readerColumns(episode.readers),
  ...{ id: episode.id, state: stateOf(episode), counts: episode.counts },
  ...{ source_site: episode.sourceSite, source_url: digestOf(frame.sourceUrl), metadata: frame.metadata },
  ...{ session_id: episode.sessionId, observed_at: episode.observedAt, recorded_at: episode.recordedAt },
  ...{ form: episode.form, continues: episode.continues },
  ...{ awaits: episode.awaits, request_hash: episode.requestHash, fell_back: episode.fellBack },
  ...{ attempts: episode.attempts, failed: episode.failed },
  ...{ usage: episode.result?.usage ?? null, outcomes: episode.result?.outcomes ?? null },
  derived: episode.derived,
})

const stateOf = ({ counts }: Pick<Episode, 'counts'>): string => (counts === null ? 'recorded' : 'ingested')

const turnRows = ({ id, turns }: Episode): readonly Row[] =>
  turns.map(({ turn, role, name, content, at = null, key = null, replaces = null }) => ({
    ...{ id, turn, at },
    ...{ role: digestOf(role), name: digestOf(name), content: content === null ? null : digestOf(content) },
    ...{ key: digestOf(key), replaces },
  }))

const transcriptRows = (episode: Episode): readonly Row[] => {
  const { id, transcript } = episode
  if (transcript === null) return []
  const { id: name, base, keys, messages = [] } = transcript
  return [
    {
      ...{ id, transcript: name, base, keys, state: stateOf(episode), recorded_at: episode.recordedAt },
      message_ids: messages.map((message) => message.id),
      message_words: messages.map(({ words }) => words),
      message_turns: messages.map(({ turn }) => turn),
    },
  ]
}

const extractionRows = ({ id, extracted }: Episode): readonly Row[] =>
  [...extracted.values()].map(({ window, memories, context, known, by, usage, dropped, said }) => {
    const words = saidOf(said)
    return {
      ...{ id, window_no: window, memories, context, known, usage, dropped },
      ...{ model: by?.model ?? null, prompt: by?.prompt ?? null, facts: words === 'erased' ? null : words.facts },
    }
  })

const shownRows = ({ id, shown }: Episode): readonly Row[] =>
  [...shown].map(([memoryId, at]) => ({ id, memory_id: memoryId, shown_at: at }))

const paidRows = ({ id, paid }: Episode): readonly Row[] =>
  [...paid.values()].map(({ commandId, inputTokens, outputTokens, ...rest }) => ({
    ...{ id, command_id: commandId, input_tokens: inputTokens, output_tokens: outputTokens },
    ...rest,
  }))

/** The expected rows of an episode, by table. */
export const OF_EPISODE: Readonly<Partial<Record<Table, (episode: Episode) => readonly Row[]>>> = {
  episode: (episode) => [episodeRow(episode)],
  episode_turn: turnRows,
  episode_transcript: transcriptRows,
  episode_extraction: extractionRows,
  episode_shown: shownRows,
  episode_paid: paidRows,
}
