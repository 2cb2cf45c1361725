import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { appendMemory } from '../support/append-memory.js'
import { type Client, clientOf } from '../support/client.js'
import { databases, databasesFor } from '../support/database.js'

const WORDS = 'harbour violin meadow copper lantern orchard ferry glacier pepper saddle timber walnut'.split(' ')
const word = (n: number) => WORDS[n % WORDS.length]
/** Turns that differ enough to be no duplicates, together `length` characters. */
const conversation = (turns: number, length: number) => {
  const line = (i: number) =>
    `${i % 2 ? 'Anna' : 'Ben'}: Entry ${i} tells of the ${word(i)} and the ${word(i * 5 + 1)} in house ${i * 13}`
  const room = Math.floor(length / turns) - 2
  const text = Array.from(
    { length: turns },
    (_, i) =>
      `${line(i)
        .padEnd(room, ` ${word(i * 7)}`)
        .slice(0, room)}.`,
  ).join('\n')
  return text.padEnd(length, '.')
}

describe.each(databasesFor(import.meta.url))('a conversation larger than an append, on $name', (database) => {
  let app: RunningApp
  let client: Client
  beforeAll(async () => {
    app = await startApp(database, { MAX_APPEND_BYTES: `${2 ** 20}` })
    client = clientOf(app)
  })
  afterAll(() => app.close())

  test('of 100,000 characters goes in parts, and is visible whole or not at all', async () => {
    const who = { user_id: 'large' }
    let told = false
    const answered = client.tell(who, conversation(300, 100_000), { session_id: 's' }).finally(() => {
      told = true
    })
    const seen = new Set<number>()
    while (!told) seen.add((await client.list(who, { limit: '1' })).total)
    const answer = await answered
    expect([...seen].filter((total) => total !== 0 && total !== 300)).toEqual([])
    expect(answer).toMatchObject({ factsExtracted: 300, memoriesStored: 300, duplicates: 0 })
    expect(new Set(answer.memoryIds).size).toBe(300)
    expect(await client.list(who, { limit: '7', offset: '295' })).toMatchObject({ count: 5, total: 300 })
    expect((await client.stats(who)).count).toBe(300)
    const found = await client.search(who, 'What does entry 221 tell of?', { limit: 3 })
    expect(found.memories[0]?.content).toContain('Entry 221 ')
  })

  test('is several appends, of which only the last decides', async () => {
    const events = (await client.log()).filter(({ type }) => type !== 'MemoriesRecalled')
    const appends = events.filter(({ metadata }) => metadata.append.index === 0)
    expect(appends.length).toBeGreaterThan(2)
    expect(events.filter(({ type }) => type === 'MemoryStored').every(({ data }) => data.status === 'pending')).toBe(
      true,
    )
    expect(events.at(-1)).toMatchObject({ type: 'EpisodeIngested' })
    expect(events.filter(({ type }) => type === 'EpisodeIngested')).toHaveLength(1)
  })

  test('stands before what the same session says later', async () => {
    const who = { user_id: 'large' }
    await client.tell(who, 'Rosa: The zeppelin has landed.\nRosa: Its captain waved.', { session_id: 's' })
    const found = await client.search(who, 'zeppelin', { threshold: 1 })
    const neighbours = found.memories.map(({ content }) => content).filter((content) => !content.startsWith('Rosa'))
    expect(neighbours.length).toBeGreaterThan(0)
    expect(neighbours.filter((content) => !/Entry 29[89] /.test(content))).toEqual([])
  })

  test('that is known already stores nothing', async () => {
    const again = await client.tell({ user_id: 'large' }, conversation(300, 100_000))
    expect(again).toMatchObject({ factsExtracted: 0, memoryIds: [], duplicates: 300, linksCreated: 0 })
    expect((await client.list({ user_id: 'large' })).total).toBe(302)
  })

  test('goes in parts also where only the append shows that it is too large', async () => {
    const who = { user_id: 'signs' }
    const text = `The lamp. ${'\u0001'.repeat(99_000)}`
    const answer = await client.tell(who, text, { skip_extraction: true })
    expect(answer).toMatchObject({ memoriesStored: 1 })
    expect((await client.get(who, String(answer.memoryIds[0]))).content).toBe(text)
    const stored = (await client.log('MemoryStored')).filter(({ metadata }) => metadata.userId === 'signs')
    expect(stored.map(({ data }) => data.status)).toEqual(['pending'])
  })

  test('raw material that no decision came for is invisible, and nothing is a duplicate of it', async () => {
    const text = 'The lighthouse keeper is on holiday.'
    const id = await appendMemory(app, text, { status: 'pending' })
    const who = { user_id: 'u' }
    expect((await client.list(who)).total).toBe(0)
    expect((await client.search(who, 'lighthouse keeper', { threshold: 0 })).count).toBe(0)
    expect(await client.expand(who, [id])).toEqual([])
    for (const path of [`/v1/memories/${id}`, `/v1/memories/${id}/audit`])
      expect((await client.ask(path, who)).status).toBe(404)
    expect((await client.remove(who, id)).status).toBe(404)
    expect(await client.tell(who, text)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
  })
})

describe.each(databases.slice(-1))('at the edge of what is allowed', (database) => {
  let app: RunningApp
  let client: Client
  let users = 0
  beforeAll(async () => {
    app = await startApp(database)
    client = clientOf(app)
  })
  afterAll(() => app.close())
  const someone = () => ({ user_id: `user ${users++}` })

  test.each([
    ['emoji', '🎻'],
    ['control characters', '\u0001'],
    ['three-byte letters', '語'],
    ['a word without end', 'x'],
    ['quotation marks', '"'],
  ])('a single memory of 100,000 %s', async (_, character) => {
    const who = someone()
    const text = `Violin${character.repeat(99_993)}.`
    const id = await client.keep(who, text)
    expect((await client.get(who, id)).content).toBe(text)
    expect((await client.list(who)).total).toBe(1)
  })

  test('a conversation of 100,000 code points, each of four bytes, loses nothing', async () => {
    const who = someone()
    const line = '𝕬𝖓𝖓𝖆 𝖘𝖆𝖜 𝖙𝖍𝖊 𝖘𝖊𝖆. '
    const text = line.repeat(Math.ceil(100_000 / [...line].length))
    const { memoryIds } = await client.tell(who, [...text].slice(0, 100_000).join(''))
    const { memories } = await client.list(who)
    expect(memories).toHaveLength(memoryIds.length)
    expect(memories.every(({ content }) => !/\p{Surrogate}/u.test(content))).toBe(true)
  })

  test.each(['conversation', 'messages'])('one character more is refused, as %s', async (field) => {
    const long = '🎻'.repeat(100_001)
    const body = field === 'messages' ? { messages: [{ role: 'user', content: long }] } : { conversation: long }
    const answer = await app.ask('/v1/memories/ingest/quick', { ...someone(), source_site: 'chat', ...body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: expect.stringContaining(`${field}: `) })
  })
})
