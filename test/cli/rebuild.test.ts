import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeStore } from '../support/place.js'
import { folder, palimpsest, start } from './command.js'
import { ready } from './stub.js'

test('an embedded store is rebuilt and verified, with a running server and without', { timeout: 120_000 }, async () => {
  const settings = { PORT: '0', ...(await makeStore(join(folder(), 'data'))).settings }
  const server = start(['serve'], settings)
  const address = await ready(server)
  const ask = async (path: string, body: object) => {
    const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }
    return (
      await fetch(`${address}/v1/memories/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()
  }
  for (const city of ['Lisbon', 'Porto', 'Faro'])
    await ask('ingest/quick', { user_id: 'anna', conversation: `Anna: I lived in ${city}.`, source_site: 'chat' })

  const dry = await palimpsest(['rebuild', '--dry-run'], settings)
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^It would build read_\w+_2 from \d+ events/) })
  const served = await palimpsest(['rebuild', '--verify'], settings)
  expect(served).toMatchObject({ code: 0, stdout: expect.stringMatching(/tables, \d+ rows: equal\.\n.*_2 now/) })
  expect(await ask('search', { user_id: 'anna', query: 'Porto' })).toMatchObject({ memories: expect.anything() })

  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  const { code, stdout } = await palimpsest(['rebuild', '--verify', '--json'], settings)
  const result: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  expect({ code, result }).toMatchObject({
    code: 0,
    result: {
      result: { swapped: true, live: expect.stringMatching(/_3$/), verification: { equal: true, differing: 0 } },
    },
  })
})

test('an unknown option is refused with the right one', async () => {
  expect(await palimpsest(['rebuild', '--verfy'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--verify'),
  })
})
