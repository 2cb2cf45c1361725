import { expect, test } from 'vitest'
import { appendUnlessOvertaken, openStore, readStore } from '../../src/commands/open-store.js'
import { storeStreamsOf } from '../../src/event-store/event-store.js'
import { anyDatabase } from '../support/kept-logs.js'
import { openLog } from '../support/log.js'
import { openedAt } from '../support/signing.js'

const MODEL = { model: 'test', dimensions: 4 }
const at = '2026-01-02T03:04:05.678Z'

/** A log of its own prefix whose first event has this format. */
const logWith = async (format?: number) => {
  const databases = await anyDatabase()
  const store = await openLog(databases)
  const streams = storeStreamsOf('test')
  const opened = openedAt(at)
  const data = { ...opened.data, ...(format === undefined ? {} : { format }) }
  await appendUnlessOvertaken(store, { ...opened, data } as typeof opened, { streams, revision: 'no-stream' })
  return { store, streams }
}

test('a new store writes the format of its log, and is opened again', async () => {
  const store = await openLog(await anyDatabase())
  const opening = { streams: storeStreamsOf('test'), now: () => at, newId: () => crypto.randomUUID() }
  const opened = await openStore(store, [MODEL], opening)
  expect(await openStore(store, [MODEL], opening)).toEqual(opened)
  expect(await readStore((await logWith(1)).store, opening.streams)).toMatchObject({ chosen: MODEL })
})

test('a log from before formats were numbered is refused, with the way out', async () => {
  const { store, streams } = await logWith()
  const refused = readStore(store, streams)
  await expect(refused).rejects.toThrow(/written before format 1, and this build reads format 1/)
  await expect(refused).rejects.toThrow(/Only the build that wrote it reads it.*ingest it into a new store/)
})

test('a log of a later format is refused, and asks for a newer build', async () => {
  const { store, streams } = await logWith(2)
  await expect(readStore(store, streams)).rejects.toThrow(/has format 2, and this build reads format 1.*newer build/)
})
