import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('what took the place of a named value, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)

  test('is found by that value, whatever it is called, and of no other subject', async () => {
    const who = { user_id: 'ann' }
    for (const conversation of [
      'Kestrel is built with Webpack.',
      'Heron is built with Webpack.',
      'We moved Kestrel from Webpack to Vite.',
    ])
      expect(await app.ask('/v1/memories/ingest', { ...who, conversation, source_site: 'chat' })).toMatchObject({
        status: 200,
      })
    const { memories } = await client.list(who)
    expect(memories.map(({ content }) => content).sort()).toEqual([
      'Heron is built with Webpack.',
      'We moved Kestrel from Webpack to Vite.',
    ])
  })
})
