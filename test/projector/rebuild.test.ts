import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OperationUnderWay } from '../../src/concurrency/operation.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { rebuild } from '../../src/projector/rebuild/rebuild.js'
import { databasesFor } from '../support/database.js'
import { longHistory, type Served, serveLog } from '../support/generations.js'
import { dump } from '../support/read-model.js'

const history = longHistory(11, 5)
const more = longHistory(12, 5)

describe.each(databasesFor(import.meta.url))('a rebuild on $name', ({ open }) => {
  let db: Databases
  let served: Served
  beforeEach(async () => {
    db = await open()
    served = await serveLog(db)
  })
  afterEach(async () => {
    await served.close()
    await db.close()
  })

  const rows = () => served.serving.reading(dump)
  const schemas = async () =>
    (
      await db.within('generations').rows<{ name: string }>(sql`
        select nspname::text as name from pg_namespace where nspname like 'read\\_%' order by 1`)
    ).map(({ name }) => name.replace(/^read_[0-9a-f]{8}_/, ''))
  const number = () => served.serving.schema().split('_').at(-1)

  test('gives the same rows, is what requests read from then on, and drops what it replaced', async () => {
    await served.append(history)
    const before = await rows()
    const result = await served.rebuild({ verify: true })
    expect(result).toMatchObject({ swapped: true, live: result.built, verification: { equal: true, differences: [] } })
    expect(result.verification?.rows).toBeGreaterThan(30)
    expect(number()).toBe('2')
    expect(await rows()).toEqual(before)
    await vi.waitFor(async () => expect(await schemas()).toEqual(['2']), { timeout: 60_000 })
    await served.append(more)
    expect((await served.rebuild({ verify: true })).verification).toMatchObject({ equal: true })
    expect(number()).toBe('3')
  })

  test('that is dry says what it would do, and changes nothing', async () => {
    await served.append(history)
    const result = await served.rebuild({ dryRun: true })
    expect(result).toMatchObject({ swapped: false, events: Number(await served.store.end()) })
    expect([result.live.at(-1), result.built.at(-1)]).toEqual(['1', '2'])
    expect(await schemas()).toEqual(['1'])
  })

  test('that is dry and verifies builds, compares, and leaves everything as it was', async () => {
    await served.append(history)
    const result = await served.rebuild({ dryRun: true, verify: true })
    expect(result).toMatchObject({ swapped: false, verification: { equal: true } })
    expect([number(), await schemas()]).toEqual(['1', ['1']])
  })

  test('finds no difference while others write', async () => {
    await served.append(history)
    const writing = served.append(more)
    const { verification } = await served.rebuild({ verify: true })
    await writing
    expect(verification).toMatchObject({ equal: true, differing: 0 })
    await served.shown()
  })

  test('is one at a time', async () => {
    await served.append(history)
    const tries = await Promise.allSettled([served.rebuild(), served.rebuild()])
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toEqual([expect.any(OperationUnderWay)])
    expect(number()).toBe('2')
  })

  test('that was broken off anywhere leaves the live generation, and the next one arrives', async () => {
    await served.append(history)
    const before = await rows()
    for (const after of [0, 1, 3]) {
      const stop = new AbortController()
      const { store, parts } = served
      let pieces = 0
      const breaking: Served['store'] = {
        ...store,
        async *follow(from, signal) {
          for await (const batch of store.follow(from, signal)) {
            if (++pieces > after) return stop.abort(new Error('killed'))
            yield batch
          }
        },
      }
      const killed = rebuild(
        { ...parts, store: breaking, sharesConnection: false, moved: async () => {} },
        { verify: false, dryRun: false },
        { report: () => {}, signal: stop.signal },
      )
      await expect(killed).rejects.toThrow()
      expect([number(), await rows()]).toEqual(['1', before])
    }
    expect((await served.rebuild({ verify: true })).verification).toMatchObject({ equal: true })
  })
})
