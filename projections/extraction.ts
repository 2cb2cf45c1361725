import type { DomainEvent } from '../src/domain/all-events.js'
import { isErased, type Metadata } from '../src/domain/event.js'
import type { Paid } from '../src/domain/extraction.js'
import { type Change, clear, type Projection, patch, put } from '../src/projector/projection.js'
import { episodeKey } from './keys.js'

/** What was worked out about episodes of which facts are still to be derived. */
export const extraction: Projection<DomainEvent> = {
  EpisodeExtracted: ({ data, metadata: m }) => [
    put(
      'episode_extraction',
      { user_id: m.userId, episode_id: m.episodeId, window_no: data.window },
      {
        memories: data.memories,
        context: data.context,
        known: data.known,
        model: data.by?.model ?? null,
        prompt: data.by?.prompt ?? null,
        usage: data.usage,
        dropped: data.dropped,
        facts: isErased(data.said) ? null : data.said.facts,
      },
    ),
    ...[...data.context, ...data.known].map(([id]) =>
      put('episode_shown', { user_id: m.userId, memory_id: id, episode_id: m.episodeId }, { shown_at: m.at }),
    ),
    ...(data.by === null
      ? [patch('episode', episodeKey(m), { fell_back: true })]
      : paid(m, [{ stage: 'extract', ...data.by, ...data.usage }])),
  ],
  EpisodeFailed: ({ data, metadata: m }) => [
    patch('episode', episodeKey(m), { attempts: data.attempt, failed: data.code }),
    ...paid(m, data.paid),
  ],
  FactsDerived: ({ data, metadata: m }) => [
    patch('episode', episodeKey(m), {
      awaits: 'nothing',
      derived: data,
    }),
    workedOut(m, m.episodeId),
    clear('episode_paid', { user_id: m.userId, episode_id: m.episodeId }),
  ],
  // Any of its facts may hold words of any of its turns: all of them go, and what is left is extracted again.
  EpisodesDeleted: ({ data, metadata: m }) => wordless(m, idsIn(data.episodes)),
  MemoriesErased: ({ data, metadata: m }) => wordless(m, [...idsIn(data.episodes), ...(data.extracted ?? [])]),
  MemoryErased: ({ data, metadata: m }) =>
    wordless(m, [...(m.episodeId === undefined ? [] : [m.episodeId]), ...idsIn(data.turns)]),
}

/** What was paid stays when words are erased. */
const paid = (m: Metadata & { readonly episodeId: string }, by: readonly Paid[] = []): readonly Change[] =>
  by.map(({ stage, model, prompt, calls, inputTokens, outputTokens, ms }) =>
    put(
      'episode_paid',
      { user_id: m.userId, episode_id: m.episodeId, command_id: m.commandId, stage },
      { model, prompt, calls, input_tokens: inputTokens, output_tokens: outputTokens, ms },
    ),
  )

const idsIn = (pairs: readonly (readonly [string, unknown])[]): readonly string[] => pairs.map(([id]) => id)

const wordless = (m: Metadata, episodeIds: readonly string[]): readonly Change[] =>
  [...new Set(episodeIds)].map((id) => workedOut(m, id))

/** What is known until facts are derived. */
const workedOut = ({ userId }: Metadata, episodeId: string): Change =>
  clear('episode_extraction', { user_id: userId, episode_id: episodeId })
