import { z } from 'zod'
import { counts as ingestCounts } from '../../domain/episode.js'
import { AT, count, EPISODE, id, MEMORY, moment, named, none, usage } from './named.js'

const EXAMPLE_COUNTS = {
  factsExtracted: 1,
  memoriesStored: 1,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 0,
  linksCreated: 0,
  compositesCreated: 0,
}

const facts = z
  .object({
    state: z.enum(['awaited', 'derived']).meta({
      description: 'Awaited: facts by a language model are still to come.',
      examples: ['derived'],
    }),
    attempts: count.meta({ description: 'Failed attempts; after five it goes by rules.', examples: [0] }),
    failed: z
      .string()
      .nullable()
      .meta({ description: 'Why the last of them failed.', examples: ['unavailable'] }),
    fell_back: z.boolean().meta({
      description: 'Whether a part went by rules: the model failed, or its budget was spent.',
      examples: [false],
    }),
    windows_read: count
      .nullable()
      .meta({ description: 'Windows read so far; null once facts are derived.', examples: [null] }),
    counts: ingestCounts.nullable().meta({
      description: 'What came of the facts, beside what came of the turns.',
      examples: [EXAMPLE_COUNTS],
    }),
    usage: usage.meta({
      ...usage.meta(),
      description:
        'What the language model took, by stage, failed attempts included; until the end so far, without its cost.',
    }),
    none,
    by_rules: z
      .object({
        turns: count.meta({ description: 'How many these are.', examples: [2] }),
      })
      .nullable()
      .meta({
        description: 'Turns of windows that went by rules, because the model failed. Null where there are none.',
        examples: [null],
      }),
  })
  .nullable()
  .meta({
    description: 'Facts by a language model; null where none were asked for.',
    examples: [
      {
        ...{ state: 'derived', attempts: 0, failed: null, fell_back: false, windows_read: null },
        ...{ counts: EXAMPLE_COUNTS, usage: [], none: null, by_rules: null },
      },
    ],
  })

const head = {
  id,
  state: z.enum(['recorded', 'ingested']).describe('Recorded: its memories are still to come.'),
  source_site: z.string(),
  source_url: z.string().describe('May be empty.'),
  session_id: z.string().nullable(),
  observed_at: moment.describe('When it took place.'),
  recorded_at: moment.describe('When it was written.'),
  metadata: z.record(z.string(), z.unknown()),
  counts: ingestCounts.nullable().describe('What the ingest did; null until then.'),
  facts,
}

const moving = {
  id: EPISODE,
  state: 'ingested' as const,
  source_site: 'chat',
  source_url: 'https://chat.example/c/17',
  session_id: 'c-17',
  observed_at: '2026-05-08T00:00:00.000Z',
  recorded_at: AT,
  metadata: { topic: 'moving' },
  counts: EXAMPLE_COUNTS,
  facts: null,
}

const episodeHead = named({
  name: 'EpisodeHead',
  says: 'An ingest, without what was said.',
  fields: head,
  example: moving,
})

export const episodePage = named({
  name: 'EpisodePage',
  says: 'A page of episodes, newest first.',
  fields: {
    episodes: z.array(episodeHead),
    count: count.describe('How many are on this page.'),
    total: count.describe('How many are in scope.'),
  },
  example: { episodes: [moving], count: 1, total: 1 },
})

const message = z.object({ role: z.string(), content: z.string(), name: z.string().optional() })

export const episode = named({
  name: 'Episode',
  says:
    'An ingest with what was said, secrets redacted. It came as text or as messages; both are null once erased. ' +
    'A turn is blank while a memory made of it is hidden from the caller: deleted, or no longer shared.',
  fields: {
    ...head,
    continues: id.nullable().describe('The episode that holds the turns before these, where there is one.'),
    conversation: z.string().nullable(),
    messages: z.array(message).nullable(),
    memory_ids: z.array(id).describe('Those that the caller sees now, in the order of the conversation.'),
  },
  example: {
    ...moving,
    continues: null,
    conversation: '[Session date: 8 May 2026]\nAna: I moved to Lisbon yesterday.',
    messages: null,
    memory_ids: [MEMORY],
  },
})
