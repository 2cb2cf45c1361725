import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { servers } from '../support/eventstoredb/tested-server.js'
import { makeEmbedded, usualPlaces } from '../support/place.js'
import { freshPrefix } from '../support/prefix.js'
import { folder, palimpsest } from './command.js'

const SAID =
  /^(\d+) of \1 events in \d+ streams were copied .*\nBoth logs hold the same \1 events: sha256 [0-9a-f]{64}\./

describe('palimpsest copy-log', () => {
  test.each(usualPlaces)('copies an embedded store to $name, where it is served as before', async ({ make }) => {
    const data = join(folder(), 'data')
    const first = await startApp(await makeEmbedded(data))
    for (const city of ['Lisbon', 'Porto', 'Faro'])
      await clientOf(first).keep({ user_id: 'anna' }, `Anna lived in ${city}.`)
    const listed = await clientOf(first).list({ user_id: 'anna' })
    await first.close()

    const place = await make()
    const { DATABASE_URL: url, PALIMPSEST_DATA_DIR: directory = '' } = place.settings
    const to = url === undefined ? ['--to-data-dir', directory] : ['--to-database-url', url]
    const { code, stdout } = await palimpsest(['copy-log', '--data-dir', data, ...to])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(SAID) })
    const second = await startApp(place)
    expect(await clientOf(second).list({ user_id: 'anna' })).toEqual(listed)
    await second.close()
    await place.remove()
  })

  const renamed = 'takes an embedded store to an event store, called by its new name, where it is served as before'
  test(renamed, { timeout: 120_000 }, async () => {
    const [data, server] = [join(folder(), 'data'), await servers.open()]
    onTestFinished(server.close)
    const prefix = { EVENTSTORE_PREFIX: freshPrefix() }
    const place = await makeEmbedded(data)
    const first = await startApp(place, prefix)
    await clientOf(first).keep({ user_id: 'anna' }, 'Anna lived in Lisbon.')
    const listed = await clientOf(first).list({ user_id: 'anna' })
    await first.close()

    const url = server.url.replace(/^esdb/, 'kurrentdb')
    const copyTo = (...to: readonly string[]) =>
      palimpsest(['copy-log', '--data-dir', data, '--to-eventstore-url', url, ...to], prefix)
    expect(await copyTo()).toMatchObject({ code: 0, stdout: expect.stringMatching(SAID) })
    const second = await startApp(place, { ...prefix, EVENTSTORE_URL: url })
    expect(await clientOf(second).list({ user_id: 'anna' })).toEqual(listed)
    await second.close()
    // What is sealed is read where its keys are, and they go where the new store is to have them.
    const elsewhere = await makeEmbedded(join(folder(), 'read-models'))
    expect(await copyTo('--to-data-dir', elsewhere.settings.PALIMPSEST_DATA_DIR ?? '')).toMatchObject({ code: 0 })
    const third = await startApp(elsewhere, { ...prefix, EVENTSTORE_URL: url })
    onTestFinished(third.close)
    expect(await clientOf(third).list({ user_id: 'anna' })).toEqual(listed)
  })

  test('requires one target, other than the source', async () => {
    const data = join(folder(), 'data')
    expect(await palimpsest(['copy-log', '--data-dir', data])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--to-database-url'),
    })
    expect(await palimpsest(['copy-log', '--data-dir', data, '--to-data-dir', data])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is the one that is copied'),
    })
    expect(await palimpsest(['copy-log', '--to-database-url', 'mysql://x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })

  test('reports a missing store, and creates no directory', async () => {
    const data = join(folder(), 'none')
    const { code, stderr } = await palimpsest(['copy-log', '--data-dir', data, '--to-data-dir', join(folder(), 'to')])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('holds no store') })
  })
})
