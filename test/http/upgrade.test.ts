import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { version } from '../../projections/version.js'
import { sql } from '../../src/postgres/sql.js'
import { serveGenerations } from '../../src/projector/generations/serve-generations.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { partsOf } from '../support/generations.js'
import { migrations, openLog } from '../support/log.js'
import { openedLog } from '../support/opened-log.js'

const anna = { user_id: 'anna' }

/** The read schema as another version of the code defines it. */
const otherDefinition = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-definition-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrations('read-model'), folder, { recursive: true })
  writeFileSync(join(folder, 'zebra.sql'), 'create table zebra (user_id text primary key);')
  return folder
}

describe.each(databasesFor(import.meta.url))('read models of two versions of the code, on $name', (database) => {
  test('are built by each for itself, while the other serves its own', async () => {
    const app = await startApp(database, { EVENTSTORE_PREFIX: 'test' })
    onTestFinished(() => app.close())
    await clientOf(app).tell(anna, 'Anna: I moved to Lisbon.')
    const [log] = await app.databases
      .within('log')
      .rows<{ id: string }>(sql`select data ->> 'logId' as id from event where type = 'StoreOpened'`)
    const store = openedLog(await openLog(app.databases), app.databases)
    const wanted = {
      databases: app.databases,
      definition: otherDefinition(),
      projectionsVersion: version,
      logId: log?.id ?? '',
      model: { model: 'static-en', dimensions: 256 },
    }
    const newer = await serveGenerations(partsOf(app.databases, store, { wanted }))
    onTestFinished(() => newer.close())
    expect(newer.wasLive).toBe(false)
    await newer.projector.reached(await store.end(), AbortSignal.timeout(10_000))
    await newer.goLive()
    const memories = (read: Parameters<Parameters<typeof newer.reading>[0]>[0]) => read.rows(sql`select id from memory`)
    expect(await newer.reading(memories)).toHaveLength(1)
    await clientOf(app).tell(anna, 'Anna: I bought a bicycle.')
    expect((await clientOf(app).list(anna)).total).toBe(2)
    await vi.waitFor(async () => expect(await newer.reading(memories)).toHaveLength(2), { timeout: 60_000 })
    const live = await app.databases.within('generations').rows(sql`select hash from generation where live`)
    expect(live).toHaveLength(2)
  })
})
