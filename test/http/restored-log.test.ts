import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields } from '../support/client.js'
import { type RestorableLog, restorableLogs } from '../support/restorable-logs.js'

const anna = { user_id: 'anna' }
/** The machine may have much else to do. */
const PATIENTLY = { timeout: 20_000 }
const ADVICE = 'run `palimpsest rebuild`, which builds the read models from the log as it is now.'
const OLDER =
  /^The log ends at position (\d+), but the read models were built up to (\d+): the log was restored from an older copy, or is another\. Restore the right log, or /
const OTHER = /^The log does not hold the event at position (\d+) that the read models were built up to: /

describe.each(restorableLogs)('a log that was restored from an older copy, $name', ({ make }) => {
  let kept: RestorableLog
  let app: RunningApp
  let client: Client
  let restoreOlder: () => Promise<void>
  let restoreRight: () => Promise<void>
  let [violin, cello] = ['', '']
  let positions = { older: '', right: '' }

  const start = async () => {
    app = await startApp(kept, { ...kept.variables, READ_WAIT_MS: '300', WRITE_TIMEOUT_MS: '3000' })
    client = clientOf(app)
  }
  const health = () => app.ask<Fields>('/health')
  const end = async () => String((await health()).body.end)
  /** The same as soon as it is known, which is looked for from time to time. */
  const shownEnd = () =>
    vi.waitFor(async () => {
      const { body } = await health()
      expect(body).toMatchObject({ lag: 0, end: body.position })
      return String(body.end)
    }, PATIENTLY)
  const ingest = (text: string, key: string) =>
    app.ask<Fields>(
      '/v1/memories/ingest/quick',
      { ...anna, source_site: 'chat', conversation: `Anna: ${text}` },
      { headers: { 'Idempotency-Key': key } },
    )
  const rebuild = (verify = false) =>
    app.rebuild({ verify, dryRun: false }, { report: () => {}, signal: new AbortController().signal })
  const contents = async () => (await client.list(anna)).memories.map(({ content }) => content).sort()
  const trailOf = async () => (await client.trail(anna, violin)).trail.length

  beforeAll(async () => {
    kept = await make()
    await start()
    violin = await client.keep(anna, 'The violin has a new string.')
    restoreOlder = await kept.backup()
    positions = { ...positions, older: await shownEnd() }
    cello = String(((await ingest('The cello is repaired.', 'cello')).body.memoryIds as unknown as string[])[0])
    await client.search(anna, 'violin')
    await vi.waitFor(async () => expect((await client.list(anna)).memories[0]?.access_count).toBeDefined(), PATIENTLY)
    await ingest('The harp was sold in May.', 'harp')
    await client.remove(anna, violin)
    // Recalls are counted a little later.
    await vi.waitFor(async () => expect((await health()).body).toMatchObject({ status: 'ok', lag: 0 }), PATIENTLY)
    await app.close()
    await start()
    positions = { ...positions, right: await shownEnd() }
    restoreRight = await kept.backup()
    await app.close()
  })
  afterAll(async () => {
    await app.close()
    await kept.close()
  })

  describe('while the read models are those of the newer one', () => {
    beforeAll(async () => {
      await restoreOlder()
      await start()
    })
    test('the start says what happened and what to do, and so does health, with the true positions', async () => {
      const said = await app.ready
      expect(said).toMatch(OLDER)
      expect(said).toContain(ADVICE)
      const { status, body } = await health()
      expect(status).toBe(503)
      expect(body).toMatchObject({
        ...{ status: 'degraded', projector: 'stopped', lag: null, reason: said },
        ...{ position: positions.right, end: positions.older },
      })
    })
    test('writes are refused, and reads write nothing either', async () => {
      expect((await ingest('The flute is lost.', 'flute')).status).toBe(503)
      expect((await ingest('The cello is repaired.', 'cello')).status).toBe(503)
      expect((await client.search(anna, 'cello')).count).toBeGreaterThan(0)
      await new Promise((resolve) => setTimeout(resolve, 200)) // four times as long as recalls are gathered
      expect(await end()).toBe(positions.older)
    })
    test('nothing is verified against them', async () => {
      await expect(rebuild(true)).rejects.toThrow(/^The log ends at .* `--verify` compares .*: run it without\.$/)
    })
    test('the right log heals it without a restart', async () => {
      await restoreRight()
      await vi.waitFor(async () => expect((await health()).status).toBe(200), { timeout: 15_000, interval: 200 })
      expect(await contents()).toEqual(['Anna: The cello is repaired.', 'Anna: The harp was sold in May.'])
      const again = await ingest('The cello is repaired.', 'cello')
      expect([again.headers.get('Idempotency-Replayed'), again.body.memoryIds]).toEqual(['true', [cello]])
      await app.close()
    })
  })

  describe('when the read models are built anew', () => {
    let result: Awaited<ReturnType<typeof rebuild>>
    beforeAll(async () => {
      await restoreOlder()
      await start()
      result = await rebuild()
    })
    test('the service goes on without a restart', async () => {
      expect(result).toMatchObject({ swapped: true, lost: expect.stringMatching(OLDER) })
      expect((await health()).body).toMatchObject({ status: 'ok', lag: 0, position: positions.older })
      expect(await contents()).toEqual(['The violin has a new string.'])
    })
    test('nothing of the other future comes back: no answer to a key, no counter, no trail', async () => {
      const [memory] = (await client.list(anna)).memories
      expect(memory?.access_count).toBe(0)
      expect(await trailOf()).toBe(1)
      expect((await app.ask(`/v1/memories/${cello}?user_id=anna`)).status).toBe(404)
      const anew = await ingest('The cello is repaired.', 'cello')
      expect([anew.status, anew.headers.get('Idempotency-Replayed')]).toEqual([200, null])
      expect(anew.body.memoryIds).not.toEqual([cello])
      expect(await contents()).toEqual(['Anna: The cello is repaired.', 'The violin has a new string.'])
      await app.close()
    })
  })

  describe('that has other events where the read models are', () => {
    beforeAll(async () => {
      // Longer than what was built, so that positions alone tell nothing.
      await restoreRight()
      await start()
    })
    test('is told all the same, and refuses writes', async () => {
      const { status, body } = await health()
      expect([status, body.reason]).toEqual([503, expect.stringMatching(OTHER)])
      expect(String(body.reason)).toContain(ADVICE)
      expect(BigInt(String(body.end))).toBeGreaterThan(BigInt(String(body.position)))
      expect((await ingest('The flute is lost.', 'flute')).status).toBe(503)
    })
    test('is healed by a rebuild as well', async () => {
      await rebuild()
      expect((await health()).body).toMatchObject({ status: 'ok', position: positions.right })
      expect(await contents()).toEqual(['Anna: The cello is repaired.', 'Anna: The harp was sold in May.'])
      expect((await ingest('The flute is lost.', 'flute')).status).toBe(200)
      expect(await contents()).toHaveLength(3)
    })
  })
})
