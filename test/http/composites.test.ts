import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'
import { served } from '../support/served.js'

const HOME = 'User: I live in Lisbon.'
const FLAT = 'User: My flat in Lisbon has two rooms.'
const TALK = [HOME, 'Assistant: Nice.', FLAT, 'User: Green tea is what I drink.'].join('\n')
const COMPOSED = 'User: I live in Lisbon.\nMy flat in Lisbon has two rooms.'

type Link = Readonly<{ from: string; to: string; kind: string; similarity: number | null }>

describe.each(databasesFor(import.meta.url))('what a full ingest relates, on $name', (database) => {
  const app = served(database, { ...ADMIN, MAX_APPEND_BYTES: `${2 ** 20}` })
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, conversation: string, more: Fields = {}): Promise<IngestResult> =>
    (await app.ask<IngestResult>('/v1/memories/ingest', { ...who, conversation, source_site: 'chat', ...more })).body
  const composites = async (who: Who) => (await client.list(who, { memory_type: 'composite' })).memories
  const composite = async (who: Who, conversation = TALK) => {
    const answer = await ingest(who, conversation)
    const [made] = await composites(who)
    if (made === undefined) throw new Error('nothing was composed')
    return { answer, id: made.id, made }
  }
  const links = async ({ episodeId }: IngestResult): Promise<readonly Link[]> =>
    (await client.log('MemoriesLinked'))
      .filter(({ metadata }) => metadata.episodeId === episodeId)
      .flatMap(({ data }) => data.links as readonly Link[])
  const statusOf = async (who: Who, id: string) => (await client.ask(`/v1/memories/${id}`, who)).status

  test('is composed of two facts that name the same, and counted apart from them', async () => {
    const who = someone()
    const { answer, id, made } = await composite(who)
    expect(answer).toMatchObject({ factsExtracted: 3, memoriesStored: 3, compositesCreated: 1 })
    expect(answer.memoryIds).not.toContain(id)
    expect(made).toMatchObject({ content: COMPOSED, memory_type: 'composite', version: 1 })
    expect((await client.list(who)).total).toBe(4)
    const { trail } = await client.trail(who, id)
    expect(trail).toMatchObject([{ version: 1, action: 'add', reason: 'composed' }])
    const evidence = (await links(answer)).filter(({ kind }) => kind === 'evidence')
    expect(evidence).toEqual(
      answer.memoryIds.slice(0, 2).map((to) => ({ from: id, to, kind: 'evidence', similarity: null })),
    )
  })

  test('is said again by its parts alone: a search shows these, now and in the past', async () => {
    const who = someone()
    const { id } = await composite(who)
    for (const more of [{}, { as_of: new Date().toISOString() }]) {
      const found = (await client.search(who, 'Lisbon flat', more)).memories.map((memory) => memory.id)
      expect(found.length).toBeGreaterThan(0)
      expect(found).not.toContain(id)
    }
  })

  test('is no duplicate of what is said later, nor similar to it', async () => {
    const who = someone()
    const { id } = await composite(who)
    const later = await client.tell(who, COMPOSED, { skip_extraction: true })
    expect(later).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    expect((await links(later)).map(({ to }) => to)).not.toContain(id)
  })

  test('is not made, and no entity linked, by a quick ingest', async () => {
    const who = someone()
    const answer = await client.tell(who, TALK)
    expect(answer.compositesCreated).toBe(0)
    expect((await links(answer)).filter(({ kind }) => kind !== 'similar')).toEqual([])
  })

  test.each<[way: string, change: (who: Who, id: string) => Promise<{ readonly status: number }>]>([
    ['deleted', (who, id) => client.remove(who, id)],
    ['corrected', (who, id) => changes.update(who, id, { content: 'I live in Faro.' })],
    ['erased', (who, id) => changes.erase(who, id)],
  ])('goes when a part is %s', async (_, change) => {
    const who = someone()
    const { answer } = await composite(who)
    expect((await change(who, String(answer.memoryIds[0]))).status).toBe(200)
    expect(await composites(who)).toEqual([])
  })

  test('is deleted once, and counted, with all that was said where its parts were', async () => {
    const who = someone()
    const { id } = await composite(who)
    expect((await changes.removeMany(who, { source_site: 'chat' })).body.deleted).toBe(4)
    const { trail } = await client.trail(who, id)
    expect(trail.map(({ version, action }) => [version, action])).toEqual([
      [1, 'add'],
      [2, 'delete'],
    ])
  })

  test('stands for itself once it is reworded by hand, and is not composed again of what has gone', async () => {
    const who = someone()
    const { answer, id } = await composite(who)
    expect((await changes.update(who, id, { content: 'I keep two rooms in Lisbon.' })).status).toBe(200)
    expect((await client.remove(who, String(answer.memoryIds[0]))).status).toBe(200)
    const kept = await client.get(who, id)
    expect(kept).toMatchObject({
      content: 'I keep two rooms in Lisbon.',
      version: 2,
      evidence: [],
      basis_changed: false,
    })
    expect(kept.memory_type).not.toBe('composite')
    expect((await client.search(who, 'Who keeps two rooms?')).memories.map((memory) => memory.id)).toContain(id)
    expect((await changes.restore(who, id, 1)).status).toBe(409)
    expect((await changes.update(who, id, { importance: 0.9 })).status).toBe(200)
    expect((await client.get(who, id)).content).toBe('I keep two rooms in Lisbon.')
  })

  test('goes with its parts when only its importance was set by hand', async () => {
    const who = someone()
    const { answer, id } = await composite(who)
    expect((await changes.update(who, id, { importance: 0.9 })).status).toBe(200)
    expect((await client.get(who, id)).memory_type).toBe('composite')
    expect((await client.remove(who, String(answer.memoryIds[0]))).status).toBe(200)
    expect(await statusOf(who, id)).toBe(404)
  })

  test('that was reworded by hand goes for good with the words that it was made of', async () => {
    const who = someone()
    const { answer, id } = await composite(who)
    expect((await changes.update(who, id, { content: 'I keep two rooms in Lisbon.' })).status).toBe(200)
    expect((await changes.erase(who, String(answer.memoryIds[0]))).status).toBe(200)
    expect(await statusOf(who, id)).toBe(404)
  })

  test('has the readers of its parts, and goes when a part loses one', async () => {
    const who = { ...someone(), workspace_id: 'w', agent_id: 'one' }
    const { answer } = await composite(who)
    expect(await composites({ ...who, agent_id: 'two' })).toHaveLength(1)
    expect((await changes.share(who, String(answer.memoryIds[0]), { visibility: 'agent_only' })).status).toBe(200)
    expect(await composites(who)).toEqual([])
  })

  test('takes no turn of the conversation with it when it goes itself', async () => {
    for (const remove of [client.remove, changes.erase] as const) {
      const who = someone()
      const { answer, id } = await composite(who)
      expect((await remove(who, id)).status).toBe(200)
      const path = `/v1/memories/episodes/${answer.episodeId}?${query(who)}`
      const { body } = await app.ask<{ conversation: string }>(path, undefined, { headers: asAdmin })
      expect(body.conversation).toBe(TALK)
    }
  })

  test('is left out where not all of its parts are stored', async () => {
    const who = someone()
    await client.tell(who, HOME)
    await ingest(who, `${HOME}\n${FLAT}`)
    expect(await composites(who)).toEqual([])
  })

  test('is in the last append of an ingest that goes in parts', async () => {
    const who = someone()
    const entries = Array.from({ length: 280 }, (_, i) => `Ana: Entry ${i} is the ${i * 7}th. `.padEnd(300, 'x'))
    const { answer, id } = await composite(who, [HOME, FLAT, ...entries].join('\n'))
    expect(answer).toMatchObject({ compositesCreated: 1 })
    const events = (await client.log()).filter(({ metadata }) => metadata.episodeId === answer.episodeId)
    const ends = events.filter(({ metadata }) => metadata.append.index === 0)
    expect(ends.length).toBeGreaterThan(1)
    const last = events.filter(({ position }) => position >= (ends.at(-1)?.position ?? 0n))
    expect(last.map(({ type }) => type)).toContain('EpisodeIngested')
    expect(last.some(({ metadata }) => metadata.memoryId === id)).toBe(true)
  })

  test('is the same when the log is folded anew', async () => {
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ verdict: { equal: true, readModels: true, mismatch: null } })
  })
})
