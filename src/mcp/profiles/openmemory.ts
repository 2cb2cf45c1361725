import { z } from 'zod'
import { ingest, ingestQuick } from '../../http/routes/ingest.js'
import { add, find, forgotten, listed, memories, removeAll } from './memories.js'
import { deleting, reading, writing } from './profile-tool.js'

/** A model has no use for more, and search_memory finds the rest. */
const MOST_LISTED = '1000'

/** The tools of OpenMemory. */
export const openmemory = [
  writing({
    name: 'add_memories',
    description:
      'Store a lasting fact, preference or decision. Call it whenever the user tells one, or asks you to remember.',
    input: {
      text: z.string().describe('What to remember, in full sentences.'),
      infer: z.boolean().default(true).describe('false: the whole text becomes one memory, verbatim.'),
    },
    output: memories,
    run: ({ text: conversation, infer }, using) =>
      infer ? add(ingest, { conversation }, using) : add(ingestQuick, { conversation, skip_extraction: true }, using),
  }),
  reading({
    name: 'search_memory',
    description: 'Find what is remembered. Call it before you answer what may depend on earlier conversations.',
    input: { query: z.string().describe('What to look for: a question or a few words.') },
    output: memories,
    run: ({ query }, using) => find({ query }, using),
  }),
  reading({
    name: 'list_memories',
    description: 'List what is remembered, newest first. Call it when the user asks what you know about them.',
    input: {},
    output: memories,
    run: async (_, using) => ({ results: (await listed({ limit: MOST_LISTED }, using)).results }),
  }),
  deleting({
    name: 'delete_memories',
    description: 'Delete some memories. Call it only when the user asks you to forget them, with their ids.',
    input: { memory_ids: z.array(z.uuid()).describe('Which memories.') },
    output: z.object({ messages: z.array(z.string()).describe('What became of each.') }),
    run: async ({ memory_ids }, using) => {
      const messages: string[] = []
      for (const id of memory_ids) messages.push(await forgotten(id, using))
      return { messages }
    },
  }),
  deleting({
    name: 'delete_all_memories',
    description: 'Delete all memories of the user. Call it only when the user has asked for exactly that.',
    input: {},
    output: z.object({ message: z.string() }),
    run: async (_, using) => ({ message: await removeAll({}, using) }),
  }),
]
