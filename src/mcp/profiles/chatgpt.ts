import { z } from 'zod'
import { memoryRecord } from '../../http/answers/memory.js'
import { searchAnswer } from '../../http/answers/search.js'
import { get } from '../../http/routes/memories.js'
import { search as searchRoute } from '../../http/routes/search.js'
import { asJson, READS, type Tool, tool } from '../tool.js'

/** ChatGPT cites only what has an address. */
const addressOf = (id: string): string => `palimpsest://memory/${id}`

const LONGEST_TITLE = 80

const titleOf = (content: string): string => {
  const points = [...content.replace(/\s+/g, ' ')]
  return points.length <= LONGEST_TITLE ? points.join('') : `${points.slice(0, LONGEST_TITLE - 1).join('')}…`
}

const search = tool({
  name: 'search',
  title: 'Search memories',
  description:
    'Find what is remembered about something. Call it before you answer what may depend on earlier conversations.',
  hints: READS,
  input: z.object({ query: z.string().describe('What to look for: a question or a few words.') }),
  output: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }),
  run: async ({ query }, { ask, scope }) => {
    const { body } = await ask(searchRoute, { input: { ...scope, query } })
    const { memories } = searchAnswer.pick({ memories: true }).parse(body)
    return asJson({ results: memories.map(({ id, content }) => ({ id, title: titleOf(content), url: addressOf(id) })) })
  },
})

const Read = memoryRecord.pick({
  content: true,
  source_site: true,
  source_url: true,
  observed_at: true,
  session_id: true,
  memory_type: true,
})

const fetchMemory = tool({
  name: 'fetch',
  title: 'Fetch a memory',
  description: 'Read one memory in full. Call it with an id that search has answered.',
  hints: READS,
  input: z.object({ id: z.string().describe('The id of the memory.') }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string().nullable()),
  }),
  run: async ({ id }, { ask, scope }) => {
    const { body } = await ask(get, { params: { id }, input: scope })
    const { content: text, source_url, ...metadata } = Read.parse(body)
    return asJson({ id, title: titleOf(text), text, url: source_url || addressOf(id), metadata })
  },
})

/** What connectors of ChatGPT and its deep research ask for. */
export const chatgpt: readonly Tool[] = [search, fetchMemory]
