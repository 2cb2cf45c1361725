import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

describe.each(databasesFor(import.meta.url))('what took the place of a named value, on $name', (database) => {
  let app: RunningApp
  let client: Client
  beforeAll(async () => {
    app = await startApp(database)
    client = clientOf(app)
  })
  afterAll(() => app.close())

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
