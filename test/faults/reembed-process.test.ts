import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { palimpsest, start } from '../cli/command.js'
import { freshPostgres } from '../support/database.js'
import { createLedger } from '../support/ledger.js'
import { later, type OpenAiDouble, openAiDouble, vectors } from '../support/openai-double.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { NEW, nextModel } from '../support/two-models.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = await freshPostgres()
const KILLS = rounds(1, 10)
/** Conversations of eighty memories each. */
const CONVERSATIONS = rounds(2, 5)

describe.skipIf(postgres === undefined)('a change of the embedding model beside a service, on Postgres', () => {
  const old = { DATABASE_URL: postgres?.url ?? '' }
  const ledger = createLedger()
  let double: OpenAiDouble
  let service: ServiceProcess
  let raw: Client
  beforeAll(async () => {
    double = await openAiDouble(later(100, vectors(NEW.dimensions)))
    service = await startService(old)
    raw = new Client({ connectionString: old.DATABASE_URL })
    await raw.connect()
  })
  afterAll(async () => {
    await raw.end()
    await service.kill()
    await double.close()
    await postgres?.drop()
  })

  const both = () => ({ ...old, ...nextModel(double.baseURL) })
  /** How many wordings each model was told of, and how many of them twice. */
  const told = async () =>
    (
      await raw.query(`
        select data ->> 'model' as model, count(*)::int as events, count(distinct (metadata ->> 'memoryId', data ->> 'of'))::int as wordings
        from log.event where type = 'MemoryEmbedded' group by 1 order by 1`)
    ).rows as { model: string; events: number; wordings: number }[]
  const answeredBy = async () => (await service.ask('/health')).body.embedding

  test(`killed in the middle goes on where it was (${KILLS} times), and leaves no process behind`, {
    timeout: 90_000 + KILLS * 30_000,
  }, async () => {
    for (let n = 0; n < CONVERSATIONS; n++)
      await service.ask('/v1/memories/ingest/quick', {
        user_id: `anna ${n}`,
        source_site: 'chat',
        conversation: Array.from({ length: 80 }, (_, i) => `Anna: Crate ${n} holds paper ${i * 7}.`).join('\n'),
      })
    for (let kill = 0; kill < KILLS; kill++) {
      const run = start(['reembed', '--rate', '600', '--yes', '--json'], both())
      await run.seen(/"phase":"Embedding"/)
      run.child.kill('SIGKILL')
      await run.ended
    }
    const [half] = await told()
    expect(half).toMatchObject({ model: NEW.model })
    expect(half?.wordings).toBeLessThan(CONVERSATIONS * 80)
    const refused = await palimpsest(['reembed', '--yes'], both())
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('1 processes serve this store without') })
    expect(await answeredBy()).toMatchObject({ model: 'static-en' })
    const all = { events: CONVERSATIONS * 80, wordings: CONVERSATIONS * 80 }
    expect(await told()).toEqual([
      { model: NEW.model, ...all },
      { model: 'static-en', ...all },
    ])
  })

  test('moves a service that is asked all the while, and back', { timeout: 120_000 }, async () => {
    await service.kill('SIGTERM')
    service = await startService(both())
    const stop = new AbortController()
    const rolls = rounds([0], [0, 1]).map((client) => dice(seed * 100 + client))
    const working = ledger.work(service, { rolls, signal: stop.signal })
    const { code, stderr, stdout } = await palimpsest(['reembed', '--yes'], both())
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await answeredBy()).toMatchObject(NEW), { timeout: 10_000, interval: 100 })
    await pause(500)
    const back = await palimpsest(['reembed', '--back'], both())
    expect(back).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await answeredBy()).toMatchObject({ model: 'static-en' }), { timeout: 10_000 })
    stop.abort()
    await working
    expect(ledger.refused).toEqual([])
    await ledger.check(service)
    const [one, other] = await told()
    expect(one).toMatchObject({ model: NEW.model, events: one?.wordings })
    expect(other).toEqual({ ...one, model: 'static-en' })
  })
})
