import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockDirectory } from '../../src/postgres/directory-lock.js'
import { makeStore, usualPlaces } from '../support/place.js'
import { folder, palimpsest } from './command.js'
import { filled, listed, resultOf } from './reingest-store.js'

const PATIENTLY = 180_000

const ana = { user_id: 'ana' }
const ben = { user_id: 'ben' }

describe.each(usualPlaces)('palimpsest reingest, on $name', (place) => {
  test('derives facts beside the turns, once, and what it cost is told', { timeout: PATIENTLY }, async () => {
    const { served, reingest, settings, tasks } = await filled(place.makeStore, async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.')
      await client.tell(ana, 'Ana: I moved to Lisbon.')
      await client.tell(ben, 'Ben: I work for Siemens.')
    })
    const before = await served((client) => client.log())
    const dry = await palimpsest(['reingest', '--all', '--dry-run'], settings)
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^3 conversations of 2 users with \d+ characters .* about \d+ tokens, about \$0\.0\d+\.\nNothing was changed\.\n$/,
      ),
    })
    expect(await palimpsest(['reingest', '--all'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Pass --yes to do it.'),
    })
    expect([tasks(), await served((client) => client.log())]).toEqual([[], before])

    const first = await reingest('--user', 'ana')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(resultOf(first)).toMatchObject({
      state: 'done',
      estimate: { users: 1, episodes: 2 },
      done: { episodes: 2, memoriesStored: 1, memoriesChanged: 1, byRules: 0, cost: expect.any(Number) },
      failed: [],
    })
    expect(tasks().toSorted()).toEqual(['extract', 'extract'])
    const said = await palimpsest(['reingest', '--all', '--yes'], settings)
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Read 1 conversation in .* 1 facts stored/) })
    const calls = tasks().length
    const again = await reingest('--all')
    expect(resultOf(again)).toMatchObject({ state: 'done', estimate: { episodes: 0 }, done: { episodes: 0 } })
    expect(tasks()).toHaveLength(calls)
    await served(async (client) => {
      expect(await listed(client, ana)).toEqual(['Ana lives in Lisbon.', 'Ana: I moved to Lisbon.'])
      expect(await listed(client, ben)).toEqual(['Ben works for Siemens.', 'Ben: I work for Siemens.'])
    })
    expect(await palimpsest(['replay', 'check'], settings)).toMatchObject({ code: 0 })
  })

  test('what was deleted, corrected or made private does not come back', { timeout: PATIENTLY }, async () => {
    const agent = { user_id: 'ana', workspace_id: crypto.randomUUID(), agent_id: crypto.randomUUID() }
    const other = { ...agent, agent_id: crypto.randomUUID() }
    const { served, reingest, asked } = await filled(place.makeStore, async (client, ask) => {
      const told = await client.tell(
        ana,
        'Ana: I live in Berlin.\nAna: I work for Siemens.\nAna: My dog is called Rex.',
      )
      const [home = '', work = ''] = told.memoryIds
      await client.remove(ana, home)
      const correction = { ...ana, content: 'Ana: I work for Bosch.' }
      expect((await ask(`/v1/memories/${work}`, correction, { method: 'PUT' })).status).toBe(200)
      await client.tell(agent, 'Ana: I am allergic to peanuts.', { visibility: 'agent_only' })
    })
    expect(resultOf(await reingest('--all'))).toMatchObject({ state: 'done', failed: [] })
    expect(asked()).toContain('Rex')
    expect(asked()).not.toMatch(/Berlin|Siemens|Bosch/)
    await served(async (client) => {
      expect(await listed(client, ana)).toEqual([
        'Ana: I work for Bosch.',
        'Ana: My dog is called Rex.',
        'The dog of Ana is called Rex.',
      ])
      expect(await listed(client, agent)).toContain('Ana is allergic to peanuts.')
      expect(await listed(client, other)).toEqual([])
    })
  })
})

describe('palimpsest reingest is refused', () => {
  const LLM = { LLM_PROVIDER: 'openai', LLM_API_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm-1' }
  test('without a language model', async () => {
    const settings = { PALIMPSEST_DATA_DIR: join(folder(), 'none') }
    expect(await palimpsest(['reingest', '--all'], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('LLM_PROVIDER must be openai'),
    })
  })
  test.each([
    [[], "'--user <id>', or '--all'"],
    [['--user', 'ana', '--all'], 'cannot be used with'],
    [['--user', ''], 'the id of a user'],
    [['--all', '--rate', '0'], 'a number of conversations above 0'],
  ])('with %j, which says not whose or how', async (args, wrong) => {
    const refused = await palimpsest(['reingest', ...args], LLM)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong) })
  })
  test('while a server holds the directory', { timeout: PATIENTLY }, async () => {
    const data = join(folder(), 'data')
    await makeStore(data)
    const lock = await lockDirectory(data, 'palimpsest at http://127.0.0.1:3050')
    const refused = await palimpsest(['reingest', '--all', '--yes'], { ...LLM, PALIMPSEST_DATA_DIR: data })
    await lock.release()
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/in use by process \d+ .*3050.* Stop it first/),
    })
  })
  test('without a store, and none is created', async () => {
    const settings = { ...LLM, PALIMPSEST_DATA_DIR: join(folder(), 'none') }
    expect(await palimpsest(['reingest', '--all', '--yes'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no store yet'),
    })
  })
})
