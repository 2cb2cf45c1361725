import { z } from 'zod'
import { counts as ingestCounts } from '../../domain/episode.js'
import { count, id, moment, named, none, usage } from './named.js'

const facts = z
  .object({
    state: z.enum(['awaited', 'derived']).describe('Awaited: facts by a language model are still to come.'),
    attempts: count.describe('Failed attempts; after five it goes by rules.'),
    failed: z.string().nullable().describe('Why the last of them failed.'),
    fell_back: z.boolean().describe('Whether a part went by rules: the model failed, or its budget was spent.'),
    windows_read: count.nullable().describe('Windows read so far; null once facts are derived.'),
    counts: ingestCounts.nullable().describe('What came of the facts, beside what came of the turns.'),
    usage: usage.describe(
      'What the language model took, by stage, failed attempts included; until the end so far, without its cost.',
    ),
    none,
    by_rules: z
      .object({ turns: count.describe('How many these are.') })
      .nullable()
      .describe('Turns of windows that went by rules, because the model failed. Null where there are none.'),
  })
  .nullable()
  .describe('Facts by a language model; null where none were asked for.')

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

const episodeHead = named('EpisodeHead', 'An ingest, without what was said.', head)

export const episodePage = named('EpisodePage', 'A page of episodes, newest first.', {
  episodes: z.array(episodeHead),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many are in scope.'),
})

const message = z.object({
  role: z.string(),
  content: z.string(),
  name: z.string().optional(),
  at: moment.optional().describe('When it was sent, where its client said so.'),
})

export const episode = named(
  'Episode',
  'An ingest with what was said, secrets redacted. It came as text or as messages; both are null once erased. ' +
    'A turn is blank while a memory made of it is hidden from the caller: deleted, or no longer shared.',
  {
    ...head,
    continues: id.nullable().describe('The episode that holds the turns before these, where there is one.'),
    conversation: z.string().nullable(),
    messages: z.array(message).nullable(),
    memory_ids: z.array(id).describe('Those that the caller sees now, in the order of the conversation.'),
  },
)
