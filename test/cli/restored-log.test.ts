import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { startEventStoreDouble } from '../support/eventstoredb/server.js'
import { makeEmbedded } from '../support/place.js'
import { folder, palimpsest, start } from './command.js'

const LOST =
  /The log ends at position \d+, but the read models were built up to \d+: the log was restored from an older copy, or is another\. Restore the right log, or run `palimpsest rebuild`, which builds the read models from the log as it is now\./

const NEXT = {
  NEXT_EMBEDDING_PROVIDER: 'openai',
  NEXT_EMBEDDING_API_URL: 'http://127.0.0.1:9/v1',
  NEXT_EMBEDDING_MODEL: 'other',
  NEXT_EMBEDDING_DIMENSIONS: '8',
}

// The way in which an embedded store comes to it: the directory holds the read models, a server the log.
test('every command says that the log is older than the read models in the directory, and `rebuild` heals it', {
  timeout: 240_000,
}, async () => {
  const server = await startEventStoreDouble()
  onTestFinished(server.close)
  const place = await makeEmbedded(join(folder(), 'data'))
  const settings = { ...place.settings, EVENTSTORE_URL: server.url, PORT: '0' }
  const here = () => startApp(place, { EVENTSTORE_URL: server.url })
  const run = (...args: readonly string[]) => palimpsest(args, settings)

  const before = await here()
  await clientOf(before).keep({ user_id: 'anna' }, 'I lived in Lisbon.')
  const restore = server.log.backup()
  await clientOf(before).keep({ user_id: 'anna' }, 'I lived in Porto.')
  await before.close()
  restore()

  const degraded = start(['serve'], settings)
  const [, at = ''] = await degraded.seen(/refuses writes: (\S+)/)
  const answer = await fetch(`${at}/health`)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringMatching(LOST)])
  expect(await run('rebuild', '--verify')).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  degraded.child.kill('SIGTERM')
  const { stdout, stderr } = await degraded.ended
  expect(stdout).toMatch(LOST)
  expect(stderr).toMatch(LOST)
  expect(stdout + stderr).not.toMatch(/is ready|cannot apply/)

  expect(await run('migrate')).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  const reembed = await palimpsest(['reembed', '--dry-run'], { ...settings, ...NEXT })
  expect(reembed).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  expect(await run('replay', 'check')).toMatchObject({ code: 1, stdout: expect.stringMatching(LOST) })
  expect(await run('rebuild', '--dry-run')).toMatchObject({ code: 0, stdout: expect.stringMatching(LOST) })
  expect(await run('rebuild')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Built (read_\w+_2) .*\n\1 is of the log as it is; what was there before was not\.\n/,
    ),
  })

  const after = await here()
  await clientOf(after).keep({ user_id: 'anna' }, 'I lived in Faro.')
  const { memories } = await clientOf(after).list({ user_id: 'anna' })
  expect(memories.map(({ content }) => content).sort()).toEqual(['I lived in Faro.', 'I lived in Lisbon.'])
  await after.close()
})
