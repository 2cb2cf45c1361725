import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../../support/client.js'
import { databasesFor } from '../../support/database.js'
import { later, status, vectors } from '../../support/openai-double.js'
import { correct, embeddedIn, forward, NEW, OLD, twoModels, unwatched, wordingsOf } from '../../support/two-models.js'

const anna = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))('while the embedding model is changed, on $name', (database) => {
  let store: Awaited<ReturnType<typeof twoModels>>
  afterEach(() => store.close())

  test('what is written is seen by both models', async () => {
    store = await twoModels(database)
    const app = await store.startWithBoth()
    const client = clientOf(app)
    const id = await client.keep(anna, 'Anna likes green tea.')
    await correct(app, id, { content: 'Anna likes black coffee.' })
    await correct(app, id, { importance: 0.9 })
    await client.tell(anna, 'Anna: I moved to Lisbon.\nBen: 你好')
    const embedded = await embeddedIn(app)
    expect(wordingsOf(embedded, NEW)).toEqual(wordingsOf(embedded, OLD))
    expect(wordingsOf(embedded, NEW)).toEqual(expect.arrayContaining([`${id} 1`, `${id} 2`, `${id} 3`]))
    expect(await app.reembed(forward, unwatched)).toMatchObject({ estimate: { texts: 0 }, state: 'switched' })
    await app.close()
  })

  test('a next model that fails keeps no write from happening, and sees it later', async () => {
    store = await twoModels(database, status(401), vectors(NEW.dimensions))
    const app = await store.startWithBoth()
    const id = await clientOf(app).keep(anna, 'Anna likes green tea.')
    expect(wordingsOf(await embeddedIn(app), NEW)).toEqual([])
    expect(await app.reembed(forward, unwatched)).toMatchObject({ embedded: 1, state: 'switched' })
    expect(wordingsOf(await embeddedIn(app), NEW)).toEqual([`${id} 1`])
    await app.close()
  })

  test('a provider that refuses the key ends it; requests are answered as before, and the next run goes on', async () => {
    const app = await (async () => {
      store = await twoModels(database, status(401), vectors(NEW.dimensions))
      const before = await store.start()
      await clientOf(before).keep(anna, 'Anna likes green tea.')
      await before.close()
      return store.startWithBoth()
    })()
    await expect(app.reembed(forward, unwatched)).rejects.toThrow('embedding provider rejected: HTTP 401')
    expect((await app.ask('/health')).body).toMatchObject({ embedding: OLD })
    expect(await app.reembed(forward, unwatched)).toMatchObject({ state: 'switched', embedded: 1 })
    await app.close()
  })

  test('no search fails, and each is answered by one model from beginning to end', async () => {
    store = await twoModels(database)
    const first = await store.start()
    const client = clientOf(first)
    for (const city of ['Lisbon', 'Porto', 'Faro', 'Braga']) await client.keep(anna, `Anna has a house in ${city}.`)
    await first.close()
    const app = await store.startWithBoth()
    const similarities = async () => {
      const { memories } = await clientOf(app).fast(anna, 'a house in Porto')
      return JSON.stringify(memories.map(({ id, similarity }) => [id, similarity.toFixed(6)]).sort())
    }
    const before = await similarities()
    const seen = new Set<string>()
    const writes: Promise<unknown>[] = []
    let over = false
    const search = async () => {
      while (!over) seen.add(await similarities())
    }
    const searches = [search(), search()]
    for (let n = 0; n < 5; n++) writes.push(clientOf(app).keep({ user_id: 'ben' }, `Ben has box number ${n}.`))
    await app.reembed(forward, unwatched)
    const after = await similarities()
    await vi.waitFor(() => expect(seen).toContain(after), { timeout: 10_000 })
    over = true
    await Promise.all([...searches, ...writes])
    expect(after).not.toBe(before)
    expect([...seen].sort()).toEqual([before, after].sort())
    const embedded = await embeddedIn(app)
    expect(new Set(wordingsOf(embedded, NEW)).size).toBe(9)
    expect(wordingsOf(embedded, NEW)).toHaveLength(9)
    await app.close()
  })

  test('two runs at once: one is refused, nothing is doubled; and the read models can be rebuilt', async () => {
    store = await twoModels(database, later(300, vectors(NEW.dimensions)))
    const before = await store.start()
    for (let n = 0; n < 3; n++) await clientOf(before).keep(anna, `Anna has box number ${n}.`)
    await before.close()
    const app = await store.startWithBoth()
    const runs = await Promise.allSettled([app.reembed(forward, unwatched), app.reembed(forward, unwatched)])
    expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(wordingsOf(await embeddedIn(app), NEW)).toHaveLength(3)
    const rebuilt = await app.rebuild({ verify: true, dryRun: false }, unwatched)
    expect(rebuilt).toMatchObject({ swapped: true, verification: { equal: true } })
    await app.close()
  })
})
