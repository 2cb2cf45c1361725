import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { freshStream, saying } from '../../support/said.js'

test('a closed log leaves no connection and no timer behind', async () => {
  const held = () => process.getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|Timeout/.test(kind)).length
  const before = held()
  const log = await openFaultyLog()
  const stop = new AbortController()
  const following = (async () => {
    for await (const _ of log.store.follow('start', stop.signal));
  })()
  await log.store.append(freshStream('left'), 'any', saying(['x']))
  log.double.script.appends.push('hangs')
  await log.store.append(freshStream('left'), 'any', saying(['x'])).catch(() => {})
  stop.abort()
  await following
  await log.close()
  await pause(100)
  expect(held()).toBeLessThanOrEqual(before)
})

test('a log of which only the last event was read closes at once, with nothing left to wait for', async () => {
  const log = await openFaultyLog()
  await log.store.append(freshStream('read'), 'any', saying(['x', 'y', 'z']))
  for (let n = 0; n < 10; n++) await log.store.end()
  await log.store.head(freshStream('read'))
  const began = performance.now()
  await log.store.close()
  // It would wait a second for reads that never end.
  expect(performance.now() - began).toBeLessThan(800)
  await log.close()
})
