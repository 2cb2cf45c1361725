import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const NOTHING = {
  factsExtracted: 0,
  memoriesStored: 0,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 0,
  linksCreated: 0,
  compositesCreated: 0,
  knownTurns: 0,
}
const stored = (count: number, more = {}) => ({ ...NOTHING, factsExtracted: count, memoriesStored: count, ...more })
const MOVED = 'Anna: I moved to Lisbon last week.\nBen: Great, I bought a red bicycle.'

describe.each(databasesFor(import.meta.url))('what an ingest answers, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  const someone = () => ({ user_id: `user ${users++}` })

  /** The answer without its ids, and that the ids are what is listed. */
  const tell = async (who: { user_id: string }, conversation: string, more = {}) => {
    const before = await client.list(who)
    const { episodeId, memoryIds, ...counts } = await client.tell(who, conversation, more)
    const { memories, total } = await client.list(who)
    const fresh = memories.filter(({ id }) => !before.memories.some((old) => old.id === id))
    expect(fresh.map(({ id }) => id).sort()).toEqual([...memoryIds].sort())
    expect(total).toBe(before.total + counts.memoriesStored)
    expect(fresh.every(({ episode_id }) => episode_id === episodeId)).toBe(true)
    return counts
  }

  test('each turn with something in it is a memory', async () => {
    expect(await tell(someone(), MOVED)).toEqual(stored(2))
  })

  test('the full ingest counts the same way', async () => {
    const answer = await app.ask('/v1/memories/ingest', { ...someone(), conversation: MOVED, source_site: 'chat' })
    expect(answer.body).toMatchObject({ ...stored(2), memoryIds: [expect.any(String), expect.any(String)] })
  })

  test('turns that were told before are counted in none of the outcomes', async () => {
    const who = someone()
    await tell(who, MOVED)
    expect(await tell(who, MOVED)).toEqual({ ...NOTHING, knownTurns: 2 })
    expect((await client.tell(who, MOVED)).memoryIds).toEqual([])
    expect(await tell(who, `${MOVED}\nAnna: My new flat has a balcony.`)).toMatchObject(stored(1, { knownTurns: 2 }))
  })

  test.each(['Anna: Hi!\nBen: Hello there. Thanks!', 'ok', '   ', '🎉🎊', '\n\r\n'])(
    'there is no fact in %j',
    async (text) => {
      expect(await tell(someone(), text)).toEqual(NOTHING)
    },
  )

  test('what a conversation says twice is stored once', async () => {
    const answer = await tell(someone(), 'Anna: I love green tea.\nBen: ok\nAnna: I love  GREEN tea!')
    expect(answer).toEqual(stored(1, { duplicates: 1 }))
  })

  test('the same words of two speakers are two memories', async () => {
    expect(await tell(someone(), 'Anna: I love green tea.\nBen: I love green tea.')).toMatchObject(
      stored(2, { linksCreated: 1 }),
    )
  })

  test('messages count like the conversation that they are', async () => {
    const messages = [
      { role: 'user', name: 'Anna', content: 'I moved to Lisbon last week.' },
      { role: 'user', name: 'Ben', content: 'Great, I bought a red bicycle.' },
    ]
    const who = someone()
    const answer = await app.ask<object>('/v1/memories/ingest/quick', { ...who, messages, source_site: 'chat' })
    expect(answer.body).toMatchObject(stored(2))
    expect(await tell(who, MOVED)).toEqual({ ...NOTHING, duplicates: 2 })
  })

  test('links lead to older memories that stand close', async () => {
    const who = someone()
    await tell(who, 'Anna: I play the violin in an orchestra.')
    const { linksCreated } = await tell(who, 'Anna: I play the violin in a small orchestra on Mondays.')
    expect(linksCreated).toBe(1)
  })

  test('text that was pasted back from an answer is not stored again', async () => {
    const who = someone()
    await tell(who, MOVED)
    const { injection_text } = await client.search(who, 'Who bought a bicycle, and who moved to Lisbon?')
    expect(injection_text).toContain('red bicycle')
    expect(await tell(who, injection_text)).toEqual(NOTHING)
    const mixed = `user: Here is what I know:\n${injection_text}\nBen: The bicycle was stolen from the shed.`
    const { memoryIds } = await client.tell(who, mixed)
    const contents = await client.expand(who, memoryIds)
    expect(contents.some(({ content }) => content.includes('stolen'))).toBe(true)
    expect(contents.some(({ content }) => /\[(answer|context)\]|### Subject/.test(content))).toBe(false)
    expect(contents.filter(({ content }) => content.includes('Lisbon'))).toEqual([])
  })

  test('what was acknowledged is shown by the very next list and search', async () => {
    const who = someone()
    for (let i = 0; i < 10; i++) {
      const { memoryIds } = await client.tell(who, `Anna: Parcel ${i} was sent to house ${i * 7} in street ${i * 31}.`)
      const [page, found] = await Promise.all([client.list(who), client.search(who, `parcel ${i}`)])
      expect(page.total).toBe(i + 1)
      expect(found.memories.map(({ id }) => id)).toContain(memoryIds[0])
    }
  })
})
