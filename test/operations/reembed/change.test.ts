import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../src/postgres/sql.js'
import { factsOf } from '../../support/append-facts.js'
import { clientOf } from '../../support/client.js'
import { databasesFor } from '../../support/database.js'
import {
  back,
  correct,
  embeddedIn,
  forward,
  NEW,
  nextModel,
  OLD,
  twoModels,
  unwatched,
  wordingsOf,
} from '../../support/two-models.js'

const anna = { user_id: 'anna' }

type Store = Awaited<ReturnType<typeof twoModels>>

/** Three memories: one with two wordings, one deleted, one erased; and one whose text the built-in model does not know. */
const grown = async (store: Store) => {
  const app = await store.start()
  const client = clientOf(app)
  const tea = await client.keep(anna, 'Anna likes green tea.')
  const parcel = await client.keep(anna, 'The parcel is at the harbour.')
  const secret = await client.keep(anna, 'The code of the door is blue.')
  await client.keep(anna, '你好')
  const lesson = { pattern: 'Serving cold tea', source_memory_ids: [], severity: 'high' }
  await app.ask('/v1/memories/lessons/report', { ...anna, ...lesson })
  // What a full ingest makes of two of them is not searched, and so no model has to see it.
  const facts = factsOf(app)
  await facts.state(anna.user_id, 'Anna likes green tea, and her parcel is at the harbour.', {
    on: [tea, parcel],
    memoryType: 'composite',
  })
  await correct(app, tea, { content: 'Anna likes black coffee.' })
  await client.remove(anna, parcel)
  await app.close()
  return { tea, parcel, secret }
}

describe.each(databasesFor(import.meta.url))('a change of the embedding model on $name', (database) => {
  let store: Store
  let ids: Awaited<ReturnType<typeof grown>>
  beforeAll(async () => {
    store = await twoModels(database)
    ids = await grown(store)
  })
  afterAll(() => store.close())

  test('shows the next model every wording once, then lets it answer', async () => {
    const { tea, parcel, secret } = ids
    const app = await store.startWithBoth()
    await expect(app.reembed(back, unwatched)).rejects.toThrow('There is no model to go back to')
    const result = await app.reembed(forward, unwatched)
    expect(result).toMatchObject({ from: OLD, to: NEW, state: 'switched' })
    const embedded = await embeddedIn(app)
    expect(wordingsOf(embedded, NEW)).toHaveLength(5)
    expect(wordingsOf(embedded, NEW)).toEqual(
      expect.arrayContaining([`${tea} 1`, `${tea} 2`, `${parcel} 1`, `${secret} 1`]),
    )
    expect(wordingsOf(embedded, OLD)).toEqual(wordingsOf(embedded, NEW))
    const patterns = await clientOf(app).log('LessonEmbedded')
    expect(patterns.map(({ data }) => data.model)).toEqual([OLD.model, NEW.model])
    expect((await app.ask('/health')).body).toMatchObject({ embedding: { ...NEW, beside: { ...OLD } } })
    const { memories } = await clientOf(app).fast(anna, 'Anna coffee')
    expect(memories.find(({ id }) => id === tea)).toMatchObject({ version: 2, content: 'Anna likes black coffee.' })
    await app.close()
  })

  test('leaves a later wording its vector, and shows no text twice, not even one without a vector', async () => {
    const { tea } = ids
    const app = await store.startWithBoth()
    const texts = store.shown()
    expect(new Set(texts).size).toBe(texts.length)
    expect(await app.reembed(forward, unwatched)).toMatchObject({ state: 'unchanged', embedded: 0 })
    expect(store.shown()).toEqual(texts)
    const past = (await clientOf(app).log()).filter(({ data }) => data.past === true)
    expect(past.map(({ metadata, data }) => [metadata.memoryId, data.of, data.model])).toEqual([[tea, 1, NEW.model]])
    // By vector alone: no word of the query stands in it.
    const found = await clientOf(app).get(anna, tea)
    expect(found).toMatchObject({ content: 'Anna likes black coffee.' })
    await app.close()
  })

  test('is undone at once, with all that was written since', async () => {
    const app = await store.startWithBoth()
    const id = await clientOf(app).keep(anna, 'Anna plays the violin.')
    const shown = store.shown().length
    expect(await app.reembed(back, unwatched)).toMatchObject({ to: OLD, state: 'switched', embedded: 0 })
    const { memories } = await clientOf(app).fast(anna, 'violin')
    expect(memories[0]).toMatchObject({ id })
    expect(memories[0]?.similarity).toBeGreaterThan(0.5)
    expect(store.shown()).toHaveLength(shown)
    await app.close()
  })

  test('is followed by a start with the settings either way round, or with the new model alone', async () => {
    const app = await store.startWithBoth()
    await app.reembed(forward, unwatched)
    await app.close()
    const alone = {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_API_URL: store.double.baseURL,
      EMBEDDING_MODEL: NEW.model,
      EMBEDDING_DIMENSIONS: String(NEW.dimensions),
    }
    for (const settings of [{ ...alone, NEXT_EMBEDDING_PROVIDER: 'builtin' }, alone]) {
      const again = await store.startWith(settings)
      expect((await again.ask('/health')).body).toMatchObject({ embedding: NEW })
      expect((await clientOf(again).fast(anna, 'Anna coffee')).count).toBeGreaterThan(0)
      await again.close()
    }
    const left = store.databases.within('generations').rows(sql`select model from generation`)
    expect(await left).toEqual([{ model: NEW.model }])
    await expect(store.start()).rejects.toThrow('NEXT_EMBEDDING_PROVIDER')
  })

  test('does not show what was erased', async () => {
    const store = await twoModels(database)
    const { secret } = await grown(store)
    const app = await store.startWith({
      CORE_ADMIN_API_KEY: 'the-admin-of-this-test',
      ...nextModel(store.double.baseURL),
    })
    const headers = { Authorization: 'Bearer the-admin-of-this-test' }
    const path = `/v1/memories/${secret}?user_id=anna&hard=true`
    expect((await app.ask(path, undefined, { method: 'DELETE', headers })).status).toBe(200)
    await app.reembed(forward, unwatched)
    expect(store.shown().join('\n')).toContain('harbour')
    expect(store.shown().join('\n')).not.toContain('door')
    await store.close()
  })
})
