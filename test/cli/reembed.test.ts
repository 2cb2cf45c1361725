import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openAiDouble, vectors } from '../support/openai-double.js'
import { makeStore } from '../support/place.js'
import { NEW, nextModel } from '../support/two-models.js'
import { folder, palimpsest, start } from './command.js'
import { ready } from './stub.js'

const PATIENTLY = 180_000

/** A directory with a store of three memories, and the settings with and without the next model. */
const grown = async () => {
  const double = await openAiDouble(vectors(NEW.dimensions))
  onTestFinished(() => double.close())
  const directory = folder()
  const settings = { PORT: '0', ...(await makeStore(join(directory, 'data'))).settings }
  const server = start(['serve'], settings)
  const address = await ready(server)
  for (const city of ['Lisbon', 'Porto', 'Faro'])
    await fetch(`${address}/v1/memories/ingest/quick`, {
      method: 'POST',
      headers: { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: 'anna', conversation: `Anna: I have a house in ${city}.`, source_site: 'chat' }),
    })
  const stop = async () => {
    server.child.kill('SIGTERM')
    await server.ended
  }
  return { double, directory, both: { ...settings, ...nextModel(double.baseURL) }, stop }
}

test('an embedded store without a server is estimated', { timeout: PATIENTLY }, async () => {
  const { both, stop } = await grown()
  const unnamed = await palimpsest(['reembed', '--yes'], both)
  expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('also for a server that runs') })
  await stop()
  const dry = await palimpsest(['reembed', '--dry-run', '--price', '0.13'], both)
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 texts .* tokens, about \$0\.0000\d+\.\n/) })
  const asked = await palimpsest(['reembed'], both)
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('price unknown: pass --price. Pass --yes') })
})

test('an embedded store with a running server is changed by the server, and back', { timeout: PATIENTLY }, async () => {
  const { both, double, stop } = await grown()
  await stop()
  const url = await ready(start(['serve'], both))
  const model = async () => ((await (await fetch(`${url}/health`)).json()) as { embedding: unknown }).embedding
  const there = await palimpsest(['reembed', '--yes'], both)
  expect(there).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Embedded 3 texts.*\n.*by model-two/) })
  expect(await model()).toMatchObject(NEW)
  const back = await palimpsest(['reembed', '--back'], both)
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('answered by static-en (256 dimensions) now') })
  expect(await model()).toMatchObject({ model: 'static-en' })
  expect(double.received).toHaveLength(1)
})

describe('palimpsest reembed', () => {
  test.each([
    [['--rate', '0'], 'a number of texts above 0'],
    [['--price', 'cheap'], 'dollars, 0 or more'],
    [['--bakc'], 'Did you mean --back?'],
  ])('%j is refused with what is wrong', async (args, wrong) => {
    expect(await palimpsest(['reembed', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong) })
  })
  test('without a store says so and creates none', async () => {
    const settings = { PALIMPSEST_DATA_DIR: join(folder(), 'none') }
    expect(await palimpsest(['reembed', '--dry-run'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no store yet'),
    })
  })
})
