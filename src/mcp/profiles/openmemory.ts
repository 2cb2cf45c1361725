import { z } from 'zod'
import { ingest, ingestQuick } from '../../http/routes/ingest.js'
import { Refused } from '../operations.js'
import { asJson, DELETES, READS, type Tool, tool, type Using, WRITES } from '../tool.js'
import { forget } from '../tools/forget.js'
import { add, find, memoryList, page, removeAll } from './memories.js'

const addMemories = tool({
  name: 'add_memories',
  title: 'Add memories',
  description:
    'Store something lasting about the user. Call it whenever the user tells a fact about themselves, a preference or a decision, ' +
    'and whenever they ask you to remember something.',
  hints: WRITES,
  input: z.object({
    text: z.string().describe('What to remember, in full sentences.'),
    infer: z.boolean().default(true).describe('false: the whole text becomes one memory, verbatim.'),
  }),
  output: memoryList,
  run: async ({ text: conversation, infer }, using) =>
    asJson(
      infer
        ? await add(ingest, { conversation }, using)
        : await add(ingestQuick, { conversation, skip_extraction: true }, using),
    ),
})

const searchMemory = tool({
  name: 'search_memory',
  title: 'Search memory',
  description:
    'Find what is remembered about something. Call it before you answer what may depend on earlier conversations.',
  hints: READS,
  input: z.object({ query: z.string().describe('What to look for: a question or a few words.') }),
  output: memoryList,
  run: async ({ query }, using) => asJson(await find({ query }, using)),
})

/** A model has no use for more, and search_memory finds the rest. */
const MOST_LISTED = '1000'

const listMemories = tool({
  name: 'list_memories',
  title: 'List memories',
  description:
    'List what is remembered, newest first, at most 1,000. Call it when the user asks what you know about them.',
  hints: READS,
  input: z.object({}),
  output: memoryList,
  run: async (_, using) => asJson({ results: (await page({ limit: MOST_LISTED }, using)).results }),
})

const deleteMemories = tool({
  name: 'delete_memories',
  title: 'Delete memories',
  description: 'Delete some memories. Call it only when the user asks you to forget them, with their ids.',
  hints: DELETES,
  input: z.strictObject({ memory_ids: z.array(z.uuid()).describe('Which memories.') }),
  output: z.object({ messages: z.array(z.string()).describe('What became of each.') }),
  run: async ({ memory_ids }, using) => {
    const messages: string[] = []
    for (const id of memory_ids) messages.push(await forgotten(id, using))
    return asJson({ messages })
  },
})

/** What became of one; that another is not there stops none. */
const forgotten = async (id: string, using: Using): Promise<string> => {
  try {
    return (await forget.run({ id }, using)).text
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

const deleteAllMemories = tool({
  name: 'delete_all_memories',
  title: 'Delete all memories',
  description: 'Delete all memories of the user. Call it only when the user has asked for exactly that.',
  hints: DELETES,
  input: z.strictObject({}),
  output: z.object({ message: z.string() }),
  run: async (_, using) => asJson({ message: `Deleted ${await removeAll({}, using)} memories.` }),
})

/** The tools of OpenMemory. */
export const openmemory: readonly Tool[] = [addMemories, searchMemory, listMemories, deleteMemories, deleteAllMemories]
