import { z } from 'zod'
import { ingestResult } from '../../http/answers/ingest.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { ingest } from '../../http/routes/ingest.js'
import { search, searchAnswer, searchFast } from '../../http/routes/search.js'
import { Refused } from '../operations.js'
import { toldAt, type Using } from '../tool.js'
import { SOURCE } from './memories.js'
import { orNull, reading, writing } from './profile-tool.js'

const text = orNull(z.string())
const texts = orNull(z.array(z.string()))
const object = orNull(z.record(z.string(), z.unknown()))
const flag = z.boolean().default(false)
const unused = 'Without effect.'
const bank_id = text.describe('The user whose memories. Leave it out unless you were told to give it.')
const userIn = ({ bank_id: user }: { readonly bank_id: string | undefined }) => user

const asked = {
  query: z.string().describe('What to look for: a question or a few words.'),
  max_tokens: z.int().default(4096).describe('The most tokens of the answer.'),
  budget: z.string().default('high').describe('low: quick; mid or high: with everything that is known to do.'),
  tags: texts.describe('Only memories with these tags.'),
  tags_match: z
    .string()
    .default('any')
    .describe('any or all of the tags, or no tags; any_strict, all_strict: not without tags; exact: these alone.'),
  bank_id,
}
type RecallInput = z.output<z.ZodObject<typeof asked>>

const result = z.object({
  id: z.string(),
  text: z.string(),
  mentioned_at: z.string().describe('When it was said.'),
  context: z.string().nullable(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
})
type Recalled = z.output<typeof result>

const Found = searchAnswer.pick({ memories: true })
const Marks = z.object({ context: z.string().nullable().catch(null), tags: z.array(z.string()).catch([]) })

/** As many as a search answers. */
const MOST = 100
const CHARACTERS_PER_TOKEN = 4

/** The best memories with these tags, as far as the tokens reach. */
const recalled = async (
  { query, budget, max_tokens, ...wanted }: RecallInput,
  { ask, scope }: Using,
): Promise<Recalled[]> => {
  const { body } = await ask(budget === 'low' ? searchFast : search, { input: { ...scope, query, limit: MOST } })
  let left = max_tokens * CHARACTERS_PER_TOKEN
  return Found.parse(body)
    .memories.map(({ id, content: text, metadata, ...told }) => ({
      id,
      text,
      mentioned_at: toldAt(told),
      // What it was retained with beside its own metadata.
      ...Marks.parse(metadata),
      metadata,
    }))
    .filter(({ tags }) => isTagged(tags, wanted))
    .filter(({ text }) => {
      left -= text.length
      return left >= 0
    })
}

const isTagged = (
  tags: readonly string[],
  { tags: wanted, tags_match: match }: Pick<RecallInput, 'tags' | 'tags_match'>,
) => {
  if (wanted === undefined) return true
  const held = wanted.filter((tag) => tags.includes(tag)).length
  if (match === 'exact') return held === wanted.length && held === tags.length
  if (wanted.length === 0 || (tags.length === 0 && !match.endsWith('_strict'))) return true
  return match.startsWith('all') ? held === wanted.length : held > 0
}

/** The tools of Hindsight for the memories of a bank. */
export const hindsight = [
  writing({
    name: 'retain',
    description: 'Store a lasting fact, preference, decision or event. Call it whenever the user tells one.',
    input: {
      content: z.string().describe('What to remember, in full sentences.'),
      context: z.string().default('general').describe('What it belongs to, such as preferences or work.'),
      timestamp: text.describe('When it happened: an ISO 8601 date, or date and time.'),
      tags: texts.describe('By which it can be narrowed down later.'),
      metadata: orNull(z.record(z.string(), z.string())).describe('Shown on every memory of it.'),
      document_id: text.describe('The document that it is the text of.'),
      bank_id,
      strategy: text.describe(unused),
      update_mode: text.describe('With document_id. append: its earlier text stays; else this takes its place.'),
    },
    output: z.object({
      status: z.literal('completed'),
      operation_id: z.string().describe('The episode.'),
      memory_ids: z.array(z.string()).describe('The memories that came of it.'),
    }),
    userIn,
    run: async ({ content, context, timestamp, tags = [], metadata, document_id, update_mode }, { ask, scope }) => {
      const input = {
        ...scope,
        conversation: content,
        source_site: SOURCE,
        metadata: { ...metadata, context, ...(tags.length > 0 && { tags }) },
        // A document is a slot for its text: what was there before is superseded, and its history stays.
        ...omitUndefined({ observed_at: timestamp, session_id: document_id }),
        ...omitUndefined({ key: update_mode === 'append' ? undefined : document_id }),
      }
      const { episodeId, memoryIds } = ingestResult.parse((await ask(ingest, { input })).body)
      return { status: 'completed', operation_id: episodeId, memory_ids: memoryIds }
    },
  }),
  reading({
    name: 'recall',
    description: 'Find what is remembered. Call it before you answer what may depend on earlier conversations.',
    input: {
      ...asked,
      types: texts.describe('Not offered.'),
      tag_groups: orNull(z.array(z.record(z.string(), z.unknown()))).describe('Not offered.'),
      min_scores: object.describe('Not offered.'),
      prefer_observations: flag.describe(unused),
      query_timestamp: text.describe(unused),
      temporal_window: object.describe(unused),
    },
    output: z.object({ results: z.array(result).describe('Best first.') }),
    userIn,
    run: async ({ types, tag_groups, min_scores, ...wanted }, using) => {
      // Ignored, they would find too much.
      for (const [name, value] of Object.entries({ types, tag_groups, min_scores }))
        if (value !== undefined) throw new Refused(`${name}: is not offered; leave it out`)
      return { results: await recalled(wanted, using) }
    },
  }),
  reading({
    name: 'reflect',
    description:
      'Get the memories that bear on a question, to draw your own conclusions from: no model reflects on them here. Call it for questions ' +
      'such as what would suit the user.',
    input: {
      ...asked,
      budget: asked.budget.default('low'),
      context: text.describe(unused),
      response_schema: object.describe(unused),
      apply_all_directives: flag.describe(unused),
      include_based_on: flag.describe('Whether to list the memories with their ids as well.'),
      include_trace: flag.describe(unused),
    },
    output: z.object({ text: z.string(), based_on: z.array(result).optional() }),
    userIn,
    run: async ({ include_based_on, ...wanted }, using) => {
      const results = await recalled(wanted, using)
      const lines = results.map(({ text, mentioned_at }) => `- [${mentioned_at.slice(0, 10)}] ${text}`)
      const found = lines.length > 0 ? 'These memories bear on the question:' : 'Nothing is remembered about this.'
      const text = ['No model reflects here; the conclusion is yours.', found, ...lines].join('\n')
      return { text, ...(include_based_on && { based_on: results }) }
    },
  }),
]
