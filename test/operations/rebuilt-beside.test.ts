import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { proveStoreErasure } from '../../src/app/erasure-and-keys.js'
import type { Progress } from '../../src/concurrency/operation.js'
import { configFrom } from '../../src/config/config.js'
import type { ErasureProof } from '../../src/operations/prove/report.js'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { ADMIN } from '../support/changing.js'
import { logOf, servedPlaces } from '../support/logged-places.js'
import { openAiDouble, vectors } from '../support/openai-double.js'
import { filled, foundIn, PATIENTLY } from '../support/proving.js'
import { NEW, nextModel } from '../support/two-models.js'

describe.each(servedPlaces)('the rebuild of palimpsest erase --prove, on $name', ({ makeStore }) => {
  test('finds a row that the log does not give, says where, and leaves nothing behind', PATIENTLY, async () => {
    const { place, memory, erase, proof, changed } = await filled(makeStore)
    await erase()
    const inDatabase = async () => {
      const databases = await place.open()
      const rows = await databases.within('generations').rows<{ name: string }>(sql`
        select nspname::text as name from pg_namespace where nspname like 'read\_%'
        union all select 'keys ' || count(*) from data_key where wrapped is not null
        union all select 'entries ' || count(*) from generation
        order by 1`)
      await databases.close()
      return rows.map(({ name }) => name)
    }
    const before = await inDatabase()
    const live = before.find((name) => name.startsWith('read_')) ?? ''
    const first = await proof('--memory', memory)
    expect(first).toMatchObject({ code: 0 })
    const compared = first.proof.looked.filter(({ unit }) => unit === 'rows compared')
    expect(compared).toMatchObject([{ place: expect.stringContaining(live), found: 0 }])
    expect(compared[0]?.seen).toBeGreaterThan(5)
    await changed(live, sql`update memory_text set content = 'a pond, says somebody' where content <> ''`)
    const { code, proof: told } = await proof('--memory', memory)
    expect({ code, found: foundIn(told).length }).toEqual({ code: 1, found: 1 })
    expect(told.against).toEqual([`A rebuild from the log has other rows than ${live}: memory_text (content).`])
    expect(told.next).toEqual(['Build the read models anew: palimpsest rebuild'])
    expect(await inDatabase()).toEqual(before)
  })

  test('is of the read models of a second embedding model, too', PATIENTLY, async () => {
    const { place, memory, erase, proof, changed, live } = await filled(makeStore)
    await erase()
    const first = await live()
    const double = await openAiDouble(vectors(NEW.dimensions))
    onTestFinished(double.close)
    const app = await startApp(place, { ...ADMIN, ...logOf(place), ...nextModel(double.baseURL) })
    const second = async () => {
      const [found] = await app.databases.within('generations').rows<{ name: string }>(sql`
        select 'read_' || hash || '_' || number as name from generation where live and model = ${NEW.model}`)
      return found?.name ?? expect.unreachable()
    }
    const other = await vi.waitFor(second, 10_000)
    await app.close()
    const comparedWith = (told: ErasureProof) =>
      told.looked.flatMap((each) => (each.unit === 'rows compared' ? each : []))
    const equal = await proof('--memory', memory)
    expect([equal.code, equal.proof.unseen.filter((each) => each.includes('not compared'))]).toEqual([0, []])
    expect(comparedWith(equal.proof).map(({ place: at }) => at)).toEqual([
      expect.stringContaining(first),
      expect.stringContaining(other),
    ])
    await changed(other, sql`update memory_text set content = 'a pond, says somebody' where content <> ''`)
    const { code, proof: told } = await proof('--memory', memory)
    expect([code, comparedWith(told).map(({ found }) => found)]).toEqual([1, [0, 1]])
    expect(told.against).toEqual([`A rebuild from the log has other rows than ${other}: memory_text (content).`])
    expect(told.next).toEqual([expect.stringContaining(`Drop the read models of ${NEW.model}`)])
  })

  test('is stopped wherever it is, and leaves no copy behind', PATIENTLY, async () => {
    const { place, memory, erase, proof } = await filled(makeStore)
    await erase()
    const schemas = async () => {
      const databases = await place.open()
      const rows = await databases
        .within('public')
        .rows<{ name: string }>(sql`select nspname::text as name from pg_namespace where nspname like 'read\\_%'`)
      await databases.close()
      return rows
    }
    const before = await schemas()
    for (const at of ['Building', 'Verifying']) {
      const stopping = new AbortController()
      const report = ({ phase }: Progress) => {
        if (phase === at) stopping.abort(new Error(`stopped at ${at}`))
      }
      const wanted = { user: 'ana', memory, words: ['zebulon'] }
      const proving = proveStoreErasure(configFrom({ ...place.settings }), wanted, { report, signal: stopping.signal })
      await expect(proving).rejects.toThrow(`stopped at ${at}`)
      expect(await schemas()).toEqual(before)
    }
    expect(await proof('--memory', memory)).toMatchObject({ code: 0 })
  })

  test('is left out, with why, where the live read models have not come to the end of the log', PATIENTLY, async () => {
    const { memory, erase, proof, changed, live } = await filled(makeStore)
    await erase()
    await changed(await live(), sql`insert into parked (user_id, stream, position, reason) values ('x', 'x', 1, null)`)
    const { code, proof: told } = await proof('--memory', memory)
    expect({ code, against: told.against }).toEqual({ code: 0, against: [] })
    expect(told.unseen).toEqual(expect.arrayContaining([expect.stringContaining('`palimpsest migrate`')]))
  })
})
