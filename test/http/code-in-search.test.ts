import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('what stands in code or is quoted, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  /** What a search shows, of two statements of one speaker. */
  const shown = async (query: string, earlier: string, later: string) => {
    const who = { user_id: `user ${users++}` }
    const say = (content: string, observed_at: string) =>
      app.ask('/v1/memories/ingest/quick', {
        ...{ ...who, source_site: 'chat', observed_at },
        messages: [{ role: 'user', content }],
      })
    await say(earlier, '2026-05-01')
    await say(later, '2026-06-01')
    return (await client.search(who, query)).memories.map(({ content }) => content)
  }

  test.each([
    ['Where do I live?', 'I live in Berlin.', '```python\n# I live in Madrid\nname = "Bo"\n```\nWhat is wrong here?'],
    ['Where do I live?', 'I live in Berlin.', '```\nI moved to Madrid.\n```'],
    ['Where do I live?', 'I live in Berlin.', 'Here is the fixture:\n```json\n{"bio": "I live in Madrid now"}\n```'],
    [
      'Which port does our API listen on?',
      'Our API listens on port 8080.',
      '```yaml\n# Our API listens on port 9090.\n```',
    ],
    [
      'Which port does our API listen on?',
      'Our API listens on port 8080.',
      '> Our API listens on port 9090.\n\nTom wrote that in the wiki.',
    ],
  ])('answers not "%s" ahead of what was stated', async (query, earlier, later) => {
    expect((await shown(query, earlier, later))[0]).toBe(`User: ${earlier}`)
  })

  test.each([
    ['Where do I live?', 'I live in Berlin.', 'I moved to Madrid.\n```\nprint("home")\n```'],
    [
      'Which port does our API listen on?',
      'Our API listens on port 8080.',
      'Our API listens on port 9090 now:\n```\nport: 9090\n```',
    ],
  ])('leaves "%s" to what is stated beside it', async (query, earlier, later) => {
    expect((await shown(query, earlier, later))[0]).toBe(`User: ${later}`)
  })
})
