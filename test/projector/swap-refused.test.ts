import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OperationRefused } from '../../src/concurrency/operation.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { generationsOf, hashOf, makeGeneration, schemaOf } from '../../src/projector/generations/generations.js'
import type { Projection } from '../../src/projector/projection.js'
import { rebuild } from '../../src/projector/rebuild/rebuild.js'
import { positionOf, swapGenerations } from '../../src/projector/rebuild/swap-generations.js'
import { databasesFor } from '../support/database.js'
import { type Served, serveLog } from '../support/generations.js'
import { memory, streams } from '../support/projecting.js'
import { dump } from '../support/read-model.js'

const of = (userId: string, n: number): DomainEvent => {
  const event = memory(n)
  return { ...event, metadata: { ...event.metadata, userId } } as DomainEvent // the spread keeps the event's own type
}

/** A version of the code that cannot apply what this user said. */
const failingFor = (userId: string): Projection<DomainEvent> => ({
  MemoryStored: ({ metadata }) => {
    if (metadata.userId === userId) throw new Error('no such word')
    return []
  },
})

describe.each(databasesFor(import.meta.url))('a rebuild that parks a user, on $name', ({ open }) => {
  let db: Databases
  let served: Served
  beforeEach(async () => {
    db = await open()
    served = await serveLog(db)
    await served.append([[of('anna', 1)], [of('ben', 2)], [of('anna', 3)]])
  })
  afterEach(async () => {
    await served.close()
    await db.close()
  })

  const rows = () => served.serving.reading(dump)
  const rebuildFailing = (dryRun: boolean) => {
    const projections = [...served.parts.projections, failingFor('anna')]
    const parts = { ...served.parts, projections, moved: served.serving.look, sharesConnection: db.kind === 'pglite' }
    const never = new AbortController().signal
    return rebuild(parts, { verify: dryRun, dryRun }, { report: () => {}, signal: never })
  }
  const generations = () => db.within('generations').rows(sql`select number, live from generation order by number`)

  test('whom the live read models serve is refused, and leaves everything as it was', async () => {
    const before = await rows()
    const refusal = await rebuildFailing(false).catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(OperationRefused)
    const [built, live] = [2, 1].map((n) => served.serving.schema().replace(/_1$/, `_${n}`))
    expect(String(refusal)).toBe(
      `OperationRefused: ${live} stays: users whom it serves are parked in ${built}, 1 of them`,
    )
    expect(await rows()).toEqual(before)
    expect(await generations()).toEqual([{ number: 1, live: true }])
    await served.append([[of('anna', 4)]])
    expect((await served.rebuild({ verify: true })).verification).toMatchObject({ equal: true })
    await vi.waitFor(async () => expect(await generations()).toEqual([{ number: 2, live: true }]), { timeout: 20_000 })
  })

  test('shows it as a difference when it is dry and verifies', async () => {
    const { swapped, verification } = await rebuildFailing(true)
    expect([swapped, verification?.equal]).toEqual([false, false])
    expect(verification?.differences.map(({ table }) => table)).toContain('memory')
  })

  test('who is parked in the live ones too, is not refused', async () => {
    await db.within('log').rows(sql`
      update event
      set type = 'MemoryForgotten'
      where stream = ${streams.bank('anna')}
        and revision = 1`)
    await served.close()
    await db.script(`drop schema ${served.serving.schema()} cascade; delete from generations.generation`)
    served = await serveLog(db)
    await served.shown()
    expect(served.serving.projector.parked()).toBe(1)
    const before = await rows()
    expect(await served.rebuild({ verify: true })).toMatchObject({ swapped: true, verification: { equal: true } })
    expect(await rows()).toEqual(before)
    expect(served.serving.projector.parked()).toBe(1)
  })
})

describe.each(databasesFor(import.meta.url))('a swap of generations on $name', ({ open }) => {
  test('waits until the new one shows what the live one shows', async () => {
    const db = await open()
    const served = await serveLog(db)
    await served.append([[of('anna', 1)]])
    await served.close()
    const { wanted } = served.parts
    const [live] = await generationsOf(db, hashOf(wanted))
    if (!live) throw new Error('nothing is served')
    const next = await makeGeneration(wanted, live.number + 1)
    const pair = { live: schemaOf(live), next: schemaOf(next) }
    const standing = (schema: string) => positionOf(db.within('generations'), schema)
    let asked = 0
    const reached = async () => {
      // The first time it comes back without having arrived.
      if (++asked === 2)
        await db.script(
          `delete from ${pair.next}.checkpoint; insert into ${pair.next}.checkpoint select * from ${pair.live}.checkpoint`,
        )
    }
    const gate = { shut: () => 0n, openTo: () => {}, open: () => {} }
    const both = { databases: db, pair, gate, projector: { reached }, signal: new AbortController().signal }
    await swapGenerations(both, { live, next, lost: undefined })
    expect(await standing(pair.next)).toBe(await standing(pair.live))
    expect((await generationsOf(db, hashOf(wanted))).map(({ live }) => live)).toEqual([false, true])
    await db.close()
  })
})
