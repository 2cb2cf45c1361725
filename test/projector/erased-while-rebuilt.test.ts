import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { Recorded } from '../../src/event-store/event-store.js'
import { sql } from '../../src/postgres/sql.js'
import { qualified } from '../../src/projector/rebuild/compare-tables.js'
import { rebuild } from '../../src/projector/rebuild/rebuild.js'
import { databasesFor } from '../support/database.js'
import { serveLog } from '../support/generations.js'
import { uuid } from '../support/histories.js'
import { plainStreams } from '../support/prefix.js'
import { memory } from '../support/projecting.js'
import { dump } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const streams = plainStreams('test')
const of = (userId: string, event: DomainEvent): DomainEvent =>
  ({ ...event, metadata: { ...event.metadata, userId } }) as DomainEvent // the event's own type
const erasureOf = (userId: string) => {
  const sample = samples.UserErased ?? expect.unreachable()
  const erasure = { ...sample, metadata: { ...sample.metadata, commandId: uuid(`erasure of ${userId}`) } }
  return of(userId, erasure as DomainEvent)
}

describe.each(databasesFor(import.meta.url))('a rebuild that verifies while users are erased, on $name', ({ open }) => {
  /** Keys of the live generation that are destroyed when they are told to. */
  const serving = async () => {
    const db = await open()
    const gate = deferred()
    const served = await serveLog(db, {
      destroyErasedUser: async function* ({ type }: Recorded) {
        if (type !== 'UserErased') return
        await gate.done
        yield
      },
    })
    const append = async (userId: string, ...events: readonly DomainEvent[]) => {
      for (const event of events)
        await served.store.append(streams.bank(userId), 'any', encode([of(userId, event)], 'any'))
    }
    const close = async () => {
      gate.settle()
      await served.close()
      await db.close()
    }
    const waiting = (userId: string) =>
      vi.waitFor(() => expect(served.serving.projector.isErasing(streams.bank(userId))).toBe(true), 5000)
    return { db, served, append, close, waiting, destroy: gate.settle }
  }
  const rebuilding = (
    { db, served }: Awaited<ReturnType<typeof serving>>,
    signal: AbortSignal,
    destroyErasedUser: (event: Recorded) => AsyncGenerator<number>,
  ) => {
    const built = deferred()
    const parts = { ...served.parts, store: { ...served.store, destroyErasedUser } }
    const done = rebuild(
      { ...parts, moved: served.serving.look, sharesConnection: db.kind === 'pglite' },
      { verify: true, dryRun: false },
      { report: ({ phase }) => phase === 'Building' && built.settle(), signal },
    )
    done.catch(() => {}) // thrown when it is awaited
    return { built: built.done, done }
  }
  const never = new AbortController().signal
  const users = async ({ served }: Awaited<ReturnType<typeof serving>>) =>
    served.serving.reading((db) =>
      db.rows<{ user_id: string }>(sql`select distinct user_id from memory order by user_id`),
    )
  const begun = async () => {
    const all = await serving()
    await all.append('anna', memory(1), memory(2))
    await all.append('ben', memory(3))
    await all.append('carl', memory(4))
    await all.served.shown()
    await all.append('carl', erasureOf('carl'))
    await all.waiting('carl')
    return all
  }

  test('finds no difference, brings nobody back, and holds up nobody meanwhile', async () => {
    const all = await begun()
    const live = all.served.serving.schema()
    const { built, done } = rebuilding(all, never, async function* ({ type }) {
      if (type !== 'UserErased') return
      // Others write while it takes its time.
      await all.db.within('generations').transaction(async (tx) => {
        await tx.rows(sql`select position from ${qualified(live, 'checkpoint')} for update`)
      })
      yield 1
    })
    await built
    await pause(200) // it has come to the comparison, and waits for the end of Carl
    await all.append('anna', erasureOf('anna'))
    await all.waiting('anna')
    await all.append('ben', memory(5))
    all.destroy()
    expect(await done).toMatchObject({ swapped: true, verification: { equal: true, differing: 0 } })
    await all.served.shown()
    expect(await users(all)).toEqual([{ user_id: 'ben' }])
    await all.close()
  })

  test('broken off meanwhile leaves the live ones, which come to the end of it, and the next one arrives', async () => {
    const all = await begun()
    const [live, ending] = [all.served.serving.schema(), new AbortController()]
    const { built, done } = rebuilding(all, ending.signal, async function* () {})
    await built
    await all.append('anna', erasureOf('anna'))
    await all.waiting('anna')
    ending.abort()
    await expect(done).rejects.toThrow()
    expect(all.served.serving.schema()).toBe(live)
    all.destroy()
    for (const name of ['anna', 'carl'])
      await all.served.serving.projector.erased(streams.bank(name), AbortSignal.timeout(5000))
    const before = await all.served.serving.reading(dump)
    expect(await users(all)).toEqual([{ user_id: 'ben' }])
    expect(await all.served.rebuild({ verify: true })).toMatchObject({ swapped: true, verification: { equal: true } })
    expect(await all.served.serving.reading(dump)).toEqual(before)
    await all.close()
  })
})
