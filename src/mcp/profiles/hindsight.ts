import { z } from 'zod'
import { ingestResult } from '../../http/answers/writes.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { ingest } from '../../http/routes/ingest.js'
import { search, searchFast } from '../../http/routes/search.js'
import { Refused } from '../operations.js'
import { asJson, orNull, READS, type Tool, tool, type Using, WRITES } from '../tool.js'
import { SOURCE } from './memories.js'

const text = orNull(z.string())
const texts = orNull(z.array(z.string()))
const object = orNull(z.record(z.string(), z.unknown()))
const flag = z.boolean().default(false)
const unused = 'Without effect.'

const bank_id = text.describe('Whose memories: the user. Leave it out unless you were told to give it.')
const userIn = ({ bank_id: user }: { readonly bank_id: string | undefined }) => user

const retain = tool({
  name: 'retain',
  title: 'Retain',
  description:
    'Store something lasting. Call it whenever the user tells a fact about themselves, a preference, a decision or an event, with all ' +
    'that is needed to understand it later.',
  hints: WRITES,
  input: z.object({
    content: z.string().describe('What to remember, in full sentences.'),
    context: z.string().default('general').describe('What it belongs to, such as preferences or work.'),
    timestamp: text.describe('When it happened: an ISO 8601 date, or date and time.'),
    tags: texts.describe('By which it can be narrowed down later.'),
    metadata: orNull(z.record(z.string(), z.string())).describe('Shown on every memory of it.'),
    document_id: text.describe('The document that it is the text of, or belongs to.'),
    bank_id,
    strategy: text.describe(unused),
    update_mode: text.describe(
      'With document_id. replace, the default: takes the place of its text; append: is added to it.',
    ),
  }),
  output: z.object({
    status: z.literal('completed'),
    message: z.string(),
    operation_id: z.string().describe('The episode.'),
    memory_ids: z.array(z.string()).describe('The memories that came of it.'),
  }),
  userIn,
  run: async ({ content, context, timestamp, tags = [], metadata, document_id, update_mode }, { ask, scope }) => {
    const replaces = document_id !== undefined && update_mode !== 'append'
    const told = {
      conversation: content,
      source_site: SOURCE,
      metadata: { ...metadata, context, ...(tags.length > 0 && { tags }) },
      // The text of a document is a slot: an earlier one is superseded, and its history stays.
      ...omitUndefined({ observed_at: timestamp, session_id: document_id, key: replaces ? document_id : undefined }),
    }
    const { episodeId: operation_id, memoryIds } = ingestResult.parse(
      (await ask(ingest, { input: { ...scope, ...told } })).body,
    )
    const message = memoryIds.length > 0 ? 'Stored.' : 'Nothing new was stored.'
    return asJson({ status: 'completed', message, operation_id, memory_ids: memoryIds })
  },
})

const result = z.object({
  id: z.string(),
  text: z.string(),
  context: z.string().nullable(),
  mentioned_at: z.string().describe('When it was said.'),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  score: z.number(),
})
type Recalled = z.output<typeof result>

const narrowing = {
  tags: texts.describe('Only memories that were retained with these tags.'),
  tags_match: z
    .string()
    .default('any')
    .describe(
      'any or all of the tags, or no tags at all; any_strict, all_strict: with tags only; exact: these and no others.',
    ),
}
const max_tokens = z.int().default(4096).describe('The most tokens of the answer.')
const budget = z.string().describe('low: quick; mid, high: with everything that is known to do.')

/** The tags and the context of a memory stand in its metadata. */
const Found = z.object({
  memories: z.array(
    z.object({
      id: z.string(),
      content: z.string(),
      observed_at: z.string(),
      score: z.number(),
      metadata: z.looseObject({
        context: z.string().nullable().catch(null).default(null),
        tags: z.array(z.string()).catch([]).default([]),
      }),
    }),
  ),
})

type Wanted = {
  readonly query: string
  readonly budget: string
  readonly max_tokens: number
  readonly tags: readonly string[] | undefined
  readonly tags_match: string
}

/** As many as a search answers. */
const MOST = 100
const CHARACTERS_PER_TOKEN = 4

/** The best memories with these tags, as far as the tokens reach. */
const recalled = async (wanted: Wanted, { ask, scope }: Using): Promise<readonly Recalled[]> => {
  const route = wanted.budget === 'low' ? searchFast : search
  const { body } = await ask(route, { input: { ...scope, query: wanted.query, limit: MOST } })
  let left = wanted.max_tokens * CHARACTERS_PER_TOKEN
  return Found.parse(body)
    .memories.filter(({ metadata: { tags } }) => hasTags(tags, wanted))
    .flatMap(({ id, content: text, observed_at: mentioned_at, score, metadata: { context, tags, ...metadata } }) => {
      left -= text.length
      return left < 0 ? [] : [{ id, text, context, mentioned_at, tags, metadata, score }]
    })
}

const hasTags = (tags: readonly string[], { tags: wanted, tags_match: match }: Wanted): boolean => {
  if (wanted === undefined) return true
  const held = wanted.filter((tag) => tags.includes(tag)).length
  if (match === 'exact') return held === wanted.length && tags.length === held
  if (wanted.length === 0 || (tags.length === 0 && !match.endsWith('_strict'))) return true
  return match.startsWith('all') ? held === wanted.length : held > 0
}

const recall = tool({
  name: 'recall',
  title: 'Recall',
  description:
    'Find what is remembered about something. Call it at the beginning of a conversation, and before you answer what may depend on ' +
    'what the user has said before.',
  hints: READS,
  input: z.object({
    query: z.string().describe('What to look for: a question or a few words.'),
    max_tokens,
    budget: budget.default('high'),
    types: texts.describe('Not offered.'),
    prefer_observations: flag.describe(unused),
    ...narrowing,
    tag_groups: orNull(z.array(z.record(z.string(), z.unknown()))).describe('Not offered.'),
    query_timestamp: text.describe(unused),
    min_scores: object.describe('Not offered.'),
    temporal_window: object.describe(unused),
    bank_id,
  }),
  output: z.object({ results: z.array(result).describe('Best first.') }),
  userIn,
  run: async ({ types, tag_groups, min_scores, ...wanted }, using) => {
    // Ignored they would find too much.
    for (const [name, value] of Object.entries({ types, tag_groups, min_scores }))
      if (value !== undefined) throw new Refused(`${name}: is not offered; leave it out`)
    return asJson({ results: [...(await recalled(wanted, using))] })
  },
})

const reflect = tool({
  name: 'reflect',
  title: 'Reflect',
  description:
    'Get the memories that bear on a question, to draw your own conclusions from. Call it for questions such as what would suit the ' +
    'user. No model reflects on them here: that is up to you.',
  hints: READS,
  input: z.object({
    query: z.string().describe('The question.'),
    context: text.describe('Why it is asked.'),
    budget: budget.default('low'),
    max_tokens,
    response_schema: object.describe(unused),
    ...narrowing,
    apply_all_directives: flag.describe(unused),
    include_based_on: flag.describe('Whether to list the memories with their ids as well.'),
    include_trace: flag.describe(unused),
    bank_id,
  }),
  output: z.object({ text: z.string(), based_on: z.array(result).optional() }),
  userIn,
  run: async ({ include_based_on, ...wanted }, using) => {
    const results = [...(await recalled(wanted, using))]
    const lines = results.map(({ text, mentioned_at }) => `- [${mentioned_at.slice(0, 10)}] ${text}`)
    const words =
      lines.length > 0 ? ['These memories bear on the question:', ...lines] : ['Nothing is remembered about this.']
    const text = ['No model reflects here; the conclusion is yours.', ...words].join('\n')
    return asJson({ text, ...(include_based_on && { based_on: results }) })
  },
})

/** The tools of Hindsight that every bank has. */
export const hindsight: readonly Tool[] = [retain, recall, reflect]
