import { describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const NOTES = `# boxes

## 2.1.0

- Adds a lid to every box.
- Adds handles made of rope.

## 2.0.0

- Removes the old hinge.
- Renames Crate to Box.
- Updates dependencies.
`
const GROWN = NOTES.replace('## 2.1.0', '## 2.2.0\n\n- Adds wheels.\n- Updates dependencies.\n\n## 2.1.0')

describe.each(databasesFor(import.meta.url))('a document that is edited and sent again, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  const sent = async (who: Who, conversation: string, over: object = {}) => {
    const body = { ...who, source_site: 'notes', session_id: 'boxes', conversation, ...over }
    const { body: answer } = await app.ask<{ knownTurns: number; memoriesStored: number }>(
      '/v1/memories/ingest/quick',
      body,
    )
    return answer
  }
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)
  const begun = async () => {
    const who = { user_id: `editor ${users++}` }
    await sent(who, NOTES)
    const { memories } = await client.list(who)
    const hinge = memories.find(({ content }) => content.includes('hinge'))
    await client.remove(who, hinge?.id ?? '')
    return who
  }

  test('brings back nothing that was deleted, and stores what is new', async () => {
    const who = await begun()
    expect(await sent(who, GROWN)).toMatchObject({ knownTurns: 8, memoriesStored: 2 })
    const now = (await contents(who)).join('\n')
    expect(now).not.toContain('hinge')
    expect(now).toContain('Adds wheels.')
    expect(now.match(/Updates dependencies/g)).toHaveLength(2)
    expect(await sent(who, GROWN)).toMatchObject({ knownTurns: 11, memoriesStored: 0 })
  })

  test('is known also behind further edits', async () => {
    const who = await begun()
    await sent(who, GROWN)
    expect(await sent(who, GROWN.replace('made of rope', 'made of leather'))).toMatchObject({ memoriesStored: 1 })
    const now = (await contents(who)).join('\n')
    expect(now).not.toContain('hinge')
    expect(now).toContain('leather')
  })

  test('is told anew in another session', async () => {
    const who = await begun()
    await sent(who, GROWN, { session_id: 'another' })
    expect((await contents(who)).join('\n')).toContain('hinge')
  })
})
