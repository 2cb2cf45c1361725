import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { palimpsest } from '../cli/command.js'
import { asAdmin, changesOf } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { isInTable, loggedPlaces, servedPlaces } from '../support/logged-places.js'
import { ANA, filled, foundIn, PATIENTLY } from '../support/proving.js'

describe.each(loggedPlaces)('palimpsest erase --prove, on $name', ({ name, makeStore }) => {
  test('finds nothing of a memory that was erased, and everything of one that was not', PATIENTLY, async () => {
    const { place, memory, erase, proof } = await filled(makeStore)
    const before = await proof('--memory', memory)
    expect(before).toMatchObject({
      code: 1,
      proof: {
        proven: false,
        against: ['The log says nowhere that this memory was erased.'],
        next: expect.arrayContaining([`Erase it first: palimpsest erase --user ana --memory ${memory}`]),
      },
    })
    expect(foundIn(before.proof)).toEqual(
      expect.arrayContaining(['keys of what is sealed in the log', expect.stringMatching(/^read_.*\.content$/)]),
    )
    expect(foundIn(before.proof).some((at) => at.startsWith('file cluster/base/'))).toBe(name.startsWith('PGlite'))
    await erase()
    const after = await proof('--memory', memory)
    expect(foundIn(after.proof)).toEqual([])
    expect(after).toMatchObject({ code: 0, proof: { proven: true, against: [], next: [] } })
    const units = new Set(after.proof.looked.map(({ unit }) => unit))
    expect(units).toEqual(
      new Set(['events', 'keys', 'rows', 'rows compared', 'vectors', ...(name.startsWith('PGlite') ? ['bytes'] : [])]),
    )
    expect(after.proof.looked.find(({ unit }) => unit === 'keys')?.seen).toBeGreaterThan(1)
    expect(await proof()).toMatchObject({ code: 1, proof: { proven: false } })
    expect(await palimpsest(['erase', '--prove', '--user', 'ana', '--memory', memory], place.settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No words were given'),
    })
  })

  test('finds nothing of a user whose memories are all erased', PATIENTLY, async () => {
    const { served, proof } = await filled(makeStore)
    await served(async (app) => {
      for (const { id } of (await clientOf(app).list(ANA)).memories) await changesOf(app).erase(ANA, id)
    })
    const { code, proof: told } = await proof()
    expect([foundIn(told), told.against, code]).toEqual([[], [], 0])
  })

  test('finds nothing of a user who was erased as a whole, whatever they said since', PATIENTLY, async () => {
    const { served, proof, memory } = await filled(makeStore)
    await served(async (app) => {
      const erased = await app.ask('/v1/admin/users/ana', undefined, { method: 'DELETE', headers: asAdmin })
      expect(erased.status).toBe(200)
      await clientOf(app).keep(ANA, 'A pond, and what corresponds to it.')
    })
    for (const { code, proof: told } of [await proof(), await proof('--memory', memory)])
      expect([foundIn(told), told.against, code]).toEqual([[], [], 0])
  })

  test(
    'finds what was left in a table, in a clear part of the log, and in a file, and says where',
    PATIENTLY,
    async () => {
      const { place, memory, erase, proof, changed } = await filled(makeStore)
      await erase()
      await changed(
        'public',
        sql`create table left_over (id int, note text, bytes bytea)`,
        sql`insert into left_over values (1, 'said ZEBULON', null), (2, ${Buffer.from('Quixote speaks Xhosa').toString('base64')}, null)`,
      )
      expect(foundIn((await proof('--memory', memory)).proof)).toContain('public.left_over.note')
      await changed('public', sql`drop table left_over`)
      if (isInTable(place)) {
        const renamed = (to: string) =>
          sql`update event set metadata = (metadata::jsonb || ${JSON.stringify({ commandId: to })}::jsonb)::json where type = 'MemoryStored'`
        await changed('log', renamed('zebulon'))
        expect(foundIn((await proof('--memory', memory)).proof)).toContain('clear parts of the log')
        await changed('log', renamed('00000000-0000-4000-8000-000000000001'))
        await changed('log', sql`create table kept as select position, data, metadata from event`, inTheClear(memory))
        const opened = (await proof('--memory', memory)).proof
        expect(foundIn(opened)).toContain('clear parts of the log')
        expect(opened.against).toContain('1 events hold words that were never sealed, and cannot be erased.')
        await changed(
          'log',
          sql`update event e set data = k.data, metadata = k.metadata from kept k where k.position = e.position`,
          sql`drop table kept`,
        )
      }
      expect(await proof('--memory', memory)).toMatchObject({ code: 0 })
      if (!name.startsWith('PGlite')) return
      await writeFile(join(place.settings.PALIMPSEST_DATA_DIR ?? '', 'left.log'), 'a dump: Quixote speaks Xhosa')
      expect(foundIn((await proof('--memory', memory)).proof)).toEqual(['file left.log'])
    },
  )
})

/** What a service would never append: the words of a memory, not sealed. */
const inTheClear = (memory: string) => sql`
  update event
  set data = (data::jsonb || '{"said": {"content": "Quixote speaks Xhosa"}}')::json,
      metadata = (metadata::jsonb - 'sealed')::json
  where type = 'MemoryStored'
    and metadata ->> 'memoryId' = ${memory}`

describe.each(servedPlaces)('palimpsest erase --replay, on $name', ({ makeStore }) => {
  test('destroys the keys that an older table of keys brought back, once', PATIENTLY, async () => {
    const { place, memory, erase, proof, changed } = await filled(makeStore)
    await changed('generations', sql`create table kept as select * from data_key`)
    await erase()
    await changed(
      'generations',
      sql`delete from data_key`,
      sql`insert into data_key select * from kept`,
      sql`drop table kept`,
    )
    expect(await proof('--memory', memory)).toMatchObject({
      code: 1,
      proof: { next: [expect.stringContaining('palimpsest erase --replay')] },
    })
    const again = () => palimpsest(['erase', '--replay', '--json'], place.settings)
    expect(JSON.parse((await again()).stdout)).toMatchObject({ erasing: 1, destroyed: expect.any(Number) })
    expect(await proof('--memory', memory)).toMatchObject({ code: 0, proof: { proven: true } })
    expect(JSON.parse((await again()).stdout)).toMatchObject({ erasing: 1, destroyed: 0 })
  })

  test('destroys those of a whole user, too, and none of what the user said since', PATIENTLY, async () => {
    const { place, proof, changed, served } = await filled(makeStore)
    await changed('generations', sql`create table kept as select * from data_key`)
    await served(async (app) => {
      await app.ask('/v1/admin/users/ana', undefined, { method: 'DELETE', headers: asAdmin })
      await clientOf(app).keep(ANA, 'The shed is green.')
    })
    await changed(
      'generations',
      sql`update data_key as d set wrapped = kept.wrapped, destroyed_at = null from kept where (d.owner, d.part) = (kept.owner, kept.part)`,
      sql`drop table kept`,
    )
    expect((await proof()).code).toBe(1)
    expect(JSON.parse((await palimpsest(['erase', '--replay', '--json'], place.settings)).stdout)).toMatchObject({
      erasing: 1,
    })
    expect(await proof()).toMatchObject({ code: 0, proof: { proven: true } })
    await served(async (app) => expect((await clientOf(app).list(ANA)).total).toBe(1))
  })
})
