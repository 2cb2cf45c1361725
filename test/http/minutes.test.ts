import { beforeAll, describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const MEETINGS = [
  ['3 March', '2026-03-03', 'We launch the shop in May.', 'Ann to write the press release by 10 March.'],
  ['17 March', '2026-03-17', 'We postpone the launch of the shop to June.', 'Bob to call the printer by 20 March.'],
  ['31 March', '2026-03-31', 'We drop the printed catalogue.', 'Carl to tell the agency by 2 April.'],
] as const

describe.each(databasesFor(import.meta.url))('the minutes of several meetings, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const who: Who = { user_id: 'ana' }
  beforeAll(async () => {
    for (const [day, on, decision, action] of MEETINGS) {
      const conversation = `Minutes of ${day}\nAttendees: Ann, Bob, Carl\nDecision: ${decision}\nAction: ${action}\nNext meeting in two weeks.`
      const told = { ...who, source_site: 'notes', conversation, observed_at: on, session_id: day }
      expect((await app.ask('/v1/memories/ingest/quick', told)).status).toBe(200)
    }
  })
  /** The lines with a heading among what is found, in their order. */
  const lines = async (query: string, heading: string) =>
    (await client.search(who, query)).memories
      .map(({ content }) => content)
      .filter((content) => content.startsWith(heading))

  test.each([
    'What was decided at the last meeting?',
    "What was the last meeting's decision?",
    'What is the latest decision?',
  ])('give the decision of the last one first: %s', async (query) => {
    expect((await lines(query, 'Decision'))[0]).toBe('Decision: We drop the printed catalogue.')
  })

  test('give the action of the last one first', async () => {
    expect((await lines('What action came out of the last meeting?', 'Action'))[0]).toContain('Carl')
  })

  test('give those of a day where it is named, and of what is asked for', async () => {
    expect((await lines('What was decided on 17 March?', 'Decision'))[0]).toContain('postpone')
    expect((await lines('Which decision was there about the launch of the shop?', 'Decision'))[0]).toContain('shop')
  })
})
