import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Variables } from '../../src/config/config.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { startEventStoreDouble } from '../support/eventstoredb/server.js'
import { anyDatabase } from '../support/kept-logs.js'
import { usualPlaces } from '../support/place.js'
import { folder, palimpsest } from './command.js'

const WHOLE = [
  /^The log: \d+ events in 3 streams of 1 users\./,
  /It tells of 2 memories with 2 versions, and of 1 episodes\./,
  /Whole: ids, revisions, positions, appends and versions\./,
  /There are no read models to compare: .* `palimpsest serve` builds them\.\n$/,
]

const fill = async (databases: Databases, variables: Variables = {}) => {
  const app = await startApp({ open: async () => databases }, variables)
  await clientOf(app).tell({ user_id: 'anna' }, 'Anna: I lived in Lisbon.\nAnna: I like tea.')
  await app.close()
}

const check = async (settings: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await palimpsest(['replay', 'check'], settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const line of WHOLE) expect(stdout).toMatch(line)
}

describe.each(usualPlaces)('a log in $name without read models', { timeout: 120_000 }, ({ make }) => {
  test('is checked by its own rules', async () => {
    const place = await make()
    onTestFinished(place.remove)
    await fill(await place.open())
    const all = await place.open()
    await all.within('generations').rows(sql`delete from generation`)
    await all.close()
    await check(place.settings)
    // As a dump of the log alone leaves it in a database where no service ever ran.
    const again = await place.open()
    await again.script('drop schema generations cascade')
    await again.close()
    await check(place.settings)
  })
  test('ends with 1 if events are missing', async () => {
    const place = await make()
    onTestFinished(place.remove)
    await fill(await place.open())
    const all = await place.open()
    await all.script('drop schema generations cascade; delete from log.event where position = 3')
    await all.close()
    const { code, stdout } = await palimpsest(['replay', 'check'], place.settings)
    expect(code).toBe(1)
    expect(stdout).toContain('A mismatch; nothing behind it was looked at.')
    expect(stdout).not.toContain('Whole')
  })
})

test('a log in EventStoreDB without read models is checked, and no directory is made for them', async () => {
  const server = await startEventStoreDouble()
  onTestFinished(server.close)
  await fill(await anyDatabase(), { EVENTSTORE_URL: server.url })
  const settings = { EVENTSTORE_URL: server.url, PALIMPSEST_DATA_DIR: join(folder(), 'data') }
  await check(settings)
  expect(existsSync(settings.PALIMPSEST_DATA_DIR)).toBe(false)
})
