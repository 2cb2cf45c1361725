import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEventStoreDouble } from '../support/eventstoredb/server.js'
import { folder, palimpsest, start } from './command.js'
import { ready } from './stub.js'

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
  const settings = {
    ...{ EVENTSTORE_URL: server.url, PORT: '0', EMBEDDED_FSYNC: 'false', RECALL_FLUSH_MS: '50' },
    PALIMPSEST_DATA_DIR: join(folder(), 'data'),
  }
  const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }
  const tell = async (address: string, text: string) => {
    const body = JSON.stringify({ user_id: 'anna', conversation: `Anna: ${text}`, source_site: 'chat' })
    return (await fetch(`${address}/v1/memories/ingest/quick`, { method: 'POST', headers, body })).status
  }
  const stopped = async (running: ReturnType<typeof start>) => {
    running.child.kill('SIGTERM')
    return running.ended
  }
  const run = (...args: readonly string[]) => palimpsest(args, settings)

  const first = start(['serve'], settings)
  const address = await ready(first)
  await tell(address, 'I lived in Lisbon.')
  const restore = server.log.backup()
  await tell(address, 'I lived in Porto.')
  await stopped(first)
  restore()

  const degraded = start(['serve'], settings)
  const [, at = ''] = await degraded.seen(/refuses writes: (\S+)/)
  await degraded.seen(LOST)
  const answer = await fetch(`${at}/health`)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringMatching(LOST)])
  const asked = await run('rebuild', '--verify')
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  const said = await stopped(degraded)
  expect(said.stdout + said.stderr).not.toMatch(/is ready|cannot apply/)

  for (const args of [['migrate'], ['rebuild', '--verify']])
    expect(await run(...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  const reembed = await palimpsest(['reembed', '--dry-run'], { ...settings, ...NEXT })
  expect(reembed).toMatchObject({ code: 1, stderr: expect.stringMatching(LOST) })
  expect(await run('replay', 'check')).toMatchObject({ code: 1, stdout: expect.stringMatching(LOST) })
  expect(await run('rebuild', '--dry-run')).toMatchObject({ code: 0, stdout: expect.stringMatching(LOST) })

  const again = start(['serve'], settings)
  const [, healing = ''] = await again.seen(/refuses writes: (\S+)/)
  expect(await run('rebuild')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Built (read_\w+_2) .*\n\1 is of the log as it is; what was there before was not\.\n/,
    ),
  })
  expect((await fetch(`${healing}/health`)).status).toBe(200)
  expect(await tell(healing, 'I lived in Faro.')).toBe(200)
  await stopped(again)
  expect(await run('replay', 'check')).toMatchObject({ code: 0, stdout: expect.stringContaining('Equal: ') })

  restore()
  expect(await run('rebuild')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Built read_\w+_3 /) })
  const last = start(['serve'], settings)
  expect(await tell(await ready(last), 'I lived in Braga.')).toBe(200)
  last.child.kill('SIGTERM')
  await once(last.child, 'exit')
  await server.close()
})
