import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '../faults/rounds.js'
import { startApp } from '../support/app.js'
import { type Client, clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

/** How many languages are searched apart from the others, too. */
const APART = rounds(3, 100)

/** By language: sentences, each with a query of some of its words in other forms, and sentences like them. */
type Sentences = Readonly<
  Record<string, { readonly asked: readonly (readonly [string, string])[]; readonly beside: readonly string[] }>
>
const file = readFileSync(new URL('languages.json', import.meta.url), 'utf8')
const sentences = Object.entries(JSON.parse(file) as Sentences) // the file beside this one

const alone = (language: string): Who => ({ user_id: `alone ${language}` })
const mixed: Who = { user_id: 'mixed' }
const agent = (agent_id: string): Who => ({ user_id: 'shared', workspace_id: 'w', agent_id })
const joined = (texts: readonly string[]): string => texts.join('\n\n')
const half = <Each>(all: readonly Each[], rest: 0 | 1): readonly Each[] => all.filter((_, i) => i % 2 === rest)

describe.each(databasesFor(import.meta.url))('search in other languages on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    for (const [i, [language, { asked, beside }]] of sentences.entries()) {
      const texts = asked.map(([text]) => text)
      await client.tell(mixed, joined([...texts, ...beside]))
      if (i >= APART) continue
      await Promise.all([
        client.tell(alone(language), joined([...texts, ...beside])),
        client.tell(agent('a'), joined([...half(texts, 0), ...beside]), { visibility: 'agent_only' }),
        client.tell(agent('b'), joined(half(texts, 1)), { visibility: 'agent_only' }),
      ])
    }
  })
  afterAll(() => close())

  /** Where each sentence stands in the answer to its query, from 1; 0 where it is not among the first three. */
  const ranksFor = (who: Who, asked: readonly (readonly [string, string])[]) =>
    Promise.all(
      asked.map(async ([text, query]) => {
        const { memories } = await client.search(who, query, { limit: 3 })
        return { query, rank: memories.findIndex(({ content }) => content === text) + 1 }
      }),
    )

  describe.each(sentences)('%s', (language, { asked }) => {
    const apart = sentences.findIndex(([each]) => each === language) < APART
    test.each([
      ['among all languages', mixed, asked] as const,
      ...(apart
        ? [
            ['in a store of that language', alone(language), asked] as const,
            ['for an agent who sees half', agent('a'), half(asked, 0)] as const,
          ]
        : []),
    ])('%s', async (_, who, wanted) => {
      const ranks = await ranksFor(who, wanted)
      expect(ranks.filter(({ rank }) => rank === 0)).toEqual([])
      expect(ranks.filter(({ rank }) => rank > 1).length).toBeLessThanOrEqual(1)
    })
  })
})
