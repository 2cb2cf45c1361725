import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databases } from '../support/database.js'
import { served } from '../support/served.js'

/** How clients put what a search has found into their prompt. */
const STYLES: readonly ((memories: readonly string[]) => string)[] = [
  (memories) => memories.map((each) => `- ${each}`).join('\n'),
  (memories) => memories.map((each, i) => `${i + 1}. ${each}`).join('\n'),
  (memories) => JSON.stringify(memories.map((memory) => ({ memory }))),
  (memories) => `<memories>\n${memories.map((each) => `<memory>${each}</memory>`).join('\n')}\n</memories>`,
  (memories) => memories.join('\n'),
]
const FACTS = Array.from({ length: 20 }, (_, n) => `Crate ${n} of my attic holds ${n * 3 + 2} glass bottles.`)

describe.each(databases)('the usual client, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)

  test('searches, puts what it finds into the prompt, answers and sends all of it: what was said is stored once, and nothing else', async () => {
    const who = { user_id: 'ana' }
    const chat: { role: string; content: string }[] = []
    for (const [n, fact] of FACTS.entries()) {
      const { memories } = await client.search(who, fact, { limit: 5 })
      const found = memories.map(({ content }) => content)
      const system = { role: 'system', content: `You know this:\n${STYLES[n % STYLES.length]?.(found)}` }
      chat.push({ role: 'user', content: fact }, { role: 'assistant', content: 'OK.' })
      const body = { ...who, messages: [system, ...chat], source_site: 'chat', session_id: 's' }
      expect((await app.ask('/v1/memories/ingest', body)).status).toBe(200)
      if (n === 10) await client.remove(who, (await client.list(who)).memories.at(-1)?.id ?? '')
    }
    const left = (await client.list(who)).memories.map(({ content }) => content)
    expect(left.toSorted()).toEqual(
      FACTS.slice(1)
        .map((fact) => `User: ${fact}`)
        .toSorted(),
    )
  })
})
