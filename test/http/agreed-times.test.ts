import { describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('a time that two agree on, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, lines: readonly string[]) => {
    const told = { ...who, source_site: 'chat', conversation: lines.join('\n'), session_id: 's' }
    expect((await app.ask('/v1/memories/ingest', told)).status).toBe(200)
  }
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)

  test.each([
    ['Ann: The dentist appointment is at 15:00.', 'Bob: How about 16:30?', 'Ann: Works for me.'],
    ['Ann: The dentist appointment is at 15:00.', 'Bob: Can we make it 16:30 instead?', 'Ann: Sure.'],
    ['Bob: The board meeting is on Thursday.', 'Ann: Would Friday work?', 'Bob: Yes, that works.'],
  ])('takes the place of the one before: %s', async (...lines) => {
    const who = someone()
    await ingest(who, lines)
    const agreed = `${lines[1]}\n${lines[2]}`
    expect(await contents(who)).toEqual([agreed])
  })

  test.each([
    ['Ann: The dentist appointment is at 15:00.', 'Bob: How about 16:30?', 'Ann: No, sorry.'],
    ['Ann: The dentist appointment is at 15:00.', 'Bob: How about a coffee?', 'Ann: Works for me.'],
    ['Ann: The dentist appointment is at 15:00.', 'Bob: How about 16:30?', 'Ann: I will ask.'],
  ])('is none where it is refused, left open or no time: %s %s %s', async (...lines) => {
    const who = someone()
    await ingest(who, lines)
    expect(await contents(who)).toContain(lines[0])
  })
})
