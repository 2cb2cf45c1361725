import { z } from 'zod'
import { ingestResult } from '../../http/answers/ingest.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { ingest, ingestQuick } from '../../http/routes/ingest.js'
import { independentSentences } from '../../text/sentences.js'
import { affected, inWords, onlyThis } from '../affected.js'
import { Refused } from '../operations.js'
import { userArgument } from '../scope.js'
import { howToKeep, timeZoneArgument, tool, WRITES } from '../tool.js'

/** Where memories come from that a model wrote down by itself. */
const SOURCE = 'mcp'

type Ingested = z.output<typeof ingestResult>

const input = z.strictObject({
  text: z
    .string()
    .optional()
    .describe(
      'What to remember, in full sentences that make sense alone: each becomes a memory, unless they replace something. Or give messages.',
    ),
  messages: z
    .array(
      // What else a message of the interface may have, such as a timestamp, is for those who know it.
      z.looseObject({
        role: z.string().describe('user, assistant, or a name.'),
        content: z.string(),
        name: z.string().optional().describe('Who speaks, where several people do.'),
        key: z.string().optional().describe('As the key of the whole, for this message.'),
        replaces: z.array(z.string()).optional().describe('As the replaces of the whole, for this message.'),
      }),
    )
    .optional()
    .describe('A conversation to remember, oldest message first, instead of text.'),
  replaces: z
    .array(z.uuid())
    .max(20)
    .optional()
    .describe('Ids of memories, as recall answers them, that hold no longer because of this. Their history is kept.'),
  key: z
    .string()
    .optional()
    .describe('A slot that holds one thing at a time, such as user.home_city: what was in it before is superseded.'),
  only_this: onlyThis.describe('true: of what `replaces` names, leave your other memories with the same words.'),
  session_id: z.string().optional().describe('The conversation that it belongs to, if it has an id.'),
  time_zone: timeZoneArgument,
  mode: z
    .enum(['quick', 'full'])
    .default('quick')
    .describe('quick: stored as it was said. full: also compared with what is known; slower.'),
  user_id: userArgument,
})

const count = z.int().min(0)

const output = z.object({
  memory_ids: z.array(z.string()).describe('The memories that were stored or updated.'),
  outcomes: z
    .object({
      stored: count,
      updated: count.describe('Superseded or rewritten.'),
      deleted: count.describe('Deleted, because the text asked for that.'),
      skipped: count,
      duplicates: count.describe('Known already, in the same words.'),
      known_turns: count.describe('Turns of a conversation that were remembered before.'),
    })
    .describe('What became of it.'),
  facts: z
    .array(z.object({ memory_id: z.string(), outcome: z.string(), reason: z.string(), replaces: z.array(z.string()) }))
    .describe('The same of each fact; in quick mode only of requests to forget.'),
  conflicts: z
    .array(z.object({ id: z.string(), memory_id: z.string(), with: z.string() }))
    .describe('Contradictions with what other agents have stored.'),
  also_lost: z
    .array(z.string())
    .describe(
      'What else was said by the memories that were replaced: it holds no longer either. Remember what still holds.',
    ),
  ids: z.array(z.string()).describe('The memories that were replaced, or deleted because the text asked for that.'),
  same_words: affected.same_words,
  episode_id: z.string(),
  position: z.string().describe('Pass it to recall, to be sure that the answer includes this.'),
})

export const remember = tool({
  name: 'remember',
  description:
    'Store something for later conversations. Call it whenever the user tells a lasting fact about themselves, a preference, a ' +
    'decision, a plan or how they want things done, and whenever they ask you to remember something. When you learn that ' +
    'something has changed, call recall first, and pass the ids of the memories that hold no longer in `replaces`. What is known ' +
    'already is not stored twice. Do not store secrets, or what matters for this conversation only.',
  hints: WRITES,
  input,
  output,
  run: async ({ text, messages, mode, replaces, only_this, key, session_id, time_zone }, { ask, scope }) => {
    if ((text === undefined) === (messages === undefined)) throw new Refused('Give either text or messages.')
    const isWhole = key !== undefined || replaces !== undefined
    const conversation = text === undefined || isWhole ? text : onePerLine(text)
    const said = omitUndefined({ conversation, messages, replaces, only_this, key, session_id, time_zone })
    const answered = await ask(mode === 'full' ? ingest : ingestQuick, {
      input: { ...scope, ...said, source_site: SOURCE },
    })
    const ingested = ingestResult.parse(answered.body)
    return { text: wordsOf(ingested, answered.position), data: { ...dataOf(ingested), position: answered.position } }
  },
})

/** Each line of a list becomes a memory, so that one of them can be replaced or forgotten later without the others. */
const onePerLine = (text: string): string => independentSentences(text)?.join('\n') ?? text

const dataOf = (ingested: Ingested) => ({
  memory_ids: ingested.memoryIds,
  outcomes: {
    stored: ingested.memoriesStored,
    updated: ingested.memoriesUpdated,
    deleted: ingested.memoriesDeleted,
    skipped: ingested.memoriesSkipped,
    duplicates: ingested.duplicates,
    known_turns: ingested.knownTurns,
  },
  facts: (ingested.outcomes ?? []).map(({ memoryId, ...fact }) => ({ memory_id: memoryId, ...fact })),
  conflicts: (ingested.conflicts ?? []).map((conflict) => ({
    id: conflict.id,
    memory_id: conflict.memoryId,
    with: conflict.with,
  })),
  also_lost: ingested.also_lost ?? [],
  ids: ingested.ids ?? [],
  ...omitUndefined({ same_words: ingested.same_words }),
  episode_id: ingested.episodeId,
})

const wordsOf = (ingested: Ingested, position: string): string => {
  const { memoryIds, memoriesUpdated, memoriesDeleted, conflicts = [], also_lost = [], ids = [], same_words } = ingested
  const known = ingested.duplicates + ingested.knownTurns > 0
  return [
    memoryIds.length > 0
      ? `Remembered: ${memoryIds.join(', ')}.`
      : known
        ? 'This is known already; nothing new was stored.'
        : 'Nothing was stored.',
    ...(memoriesUpdated > 0 ? [`${memoriesUpdated} earlier memories hold no longer because of it.`] : []),
    ...(also_lost.length > 0 ? [howToKeep(also_lost)] : []),
    ...(memoriesDeleted > 0 ? [`${memoriesDeleted} memories were deleted, as it asked for.`] : []),
    ...(ids.length > 0 ? [`No longer in force: ${inWords({ ids, ...(same_words && { same_words }) })}`] : []),
    ...conflicts.map(
      ({ id, memoryId }) => `${memoryId} contradicts another agent (conflict ${id}); it waits for a decision.`,
    ),
    `Position ${position}.`,
  ].join(' ')
}
