import { z } from 'zod'
import { get, memoryRecord } from '../../http/routes/memories.js'
import { search, searchAnswer } from '../../http/routes/search.js'
import { toldAt } from '../tool.js'
import { reading } from './profile-tool.js'

const LONGEST_TITLE = 80

/** ChatGPT cites only what has an address. */
const cited = ({ id, content }: { readonly id: string; readonly content: string }) => ({
  id,
  title: [...content.replace(/\s+/g, ' ')].slice(0, LONGEST_TITLE).join(''),
  url: `palimpsest://memory/${id}`,
})
const citation = z.object({ id: z.string(), title: z.string(), url: z.string() })

const Found = searchAnswer.pick({ memories: true })
const Record = memoryRecord.pick({
  id: true,
  content: true,
  source_site: true,
  source_url: true,
  observed_at: true,
  observed_offset: true,
})

/** What connectors of ChatGPT and its deep research ask for. */
export const chatgpt = [
  reading({
    name: 'search',
    description: 'Find what is remembered. Call it before you answer what may depend on earlier conversations.',
    input: { query: z.string().describe('What to look for: a question or a few words.') },
    output: z.object({ results: z.array(citation) }),
    run: async ({ query }, { ask, scope }) => {
      const { memories } = Found.parse((await ask(search, { input: { ...scope, query } })).body)
      return { results: memories.filter(({ below_threshold }) => !below_threshold).map(cited) }
    },
  }),
  reading({
    name: 'fetch',
    description: 'Read one memory in full. Call it with an id that search has answered.',
    input: { id: z.uuid().describe('The id of the memory.') },
    output: citation.extend({ text: z.string(), metadata: z.record(z.string(), z.string()) }),
    run: async ({ id }, { ask, scope }) => {
      const record = Record.parse((await ask(get, { params: { id }, input: scope })).body)
      const { content: text, source_site, source_url } = record
      return { ...cited(record), text, metadata: { source_site, source_url, observed_at: toldAt(record) } }
    },
  }),
]
