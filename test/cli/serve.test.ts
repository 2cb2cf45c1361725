import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, palimpsest, start } from './command.js'
import { ready } from './stub.js'

/** What a shell would make of one of the printed commands. */
const paste = async (curl: string): Promise<unknown> => {
  const [, url = ''] = /curl -s (\S+)/.exec(curl) ?? []
  const headers = Object.fromEntries(
    [...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
  )
  const [, body = ''] = /-d '([^']+)'/.exec(curl) ?? []
  return (await fetch(url, { method: 'POST', headers, body })).json()
}

test('a first start serves, remembers by its own printed commands, keeps others out of its data, and stops', async () => {
  const settings = { PORT: '0', PALIMPSEST_DATA_DIR: join(folder(), 'data'), EMBEDDED_FSYNC: 'false' }
  const server = start(['serve'], settings)
  const address = await ready(server)
  const [, store = '', ask = ''] = await server.seen(/(curl .*ingest.*)\n[\s\S]*(curl .*search.*)\n/)

  expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: 'ok' })
  expect(await paste(store)).toMatchObject({ memoriesStored: 1 })
  expect(await paste(ask)).toMatchObject({ memories: [{ content: expect.stringContaining('Lisbon') }] })

  const second = await palimpsest(['serve'], settings)
  expect(second.code).toBe(3)
  expect(second.stderr).toContain(`is in use by process ${server.child.pid} on `)
  expect(second.stderr).toContain(address)

  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(await palimpsest(['migrate'], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\.\n$/),
  })
})

test('a refused connection to the database is reported in one sentence', async () => {
  const { code, stderr } = await palimpsest(['migrate', '--database-url', 'postgres://127.0.0.1:1/none'])
  expect(code).toBe(1)
  expect(stderr).toContain('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.')
  expect(stderr).not.toContain('    at ')
})
