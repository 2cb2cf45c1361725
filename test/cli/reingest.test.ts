import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ReingestResult } from '../../src/operations/reingest/report.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type ChatReply, type ChatRequest, chatDouble, inputOf, status } from '../support/chat-double.js'
import { type Client, clientOf, type Who } from '../support/client.js'
import { silence } from '../support/openai-double.js'
import { placesFor } from '../support/place.js'
import { sensibleModel } from '../support/sensible-model.js'
import { type Ended, folder, palimpsest, start } from './command.js'

const PATIENTLY = 180_000

const ana: Who = { user_id: 'ana' }
const ben: Who = { user_id: 'ben' }

const taskOf = (request: ChatRequest): string => String(Object(inputOf(request)).task)
const resultOf = ({ stdout }: Ended): ReingestResult =>
  (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { result: ReingestResult }).result
const listed = async (client: Client, who: Who) =>
  (await client.list(who)).memories.map(({ content }) => content).sort()

const WITHOUT_MODEL = { code: 2, stderr: expect.stringContaining('LLM_PROVIDER must be openai') }

describe.each(placesFor(import.meta.url))('palimpsest reingest, on $name', ({ makeStore }) => {
  let reply: ChatReply = sensibleModel()
  afterEach(() => {
    reply = sensibleModel()
  })

  /** A store that a service without a language model has filled, and what the command does with it. */
  const filled = async (fill: (client: Client, ask: RunningApp['ask']) => Promise<unknown>) => {
    const place = await makeStore()
    onTestFinished(place.remove)
    const double = await chatDouble((received, response) => reply(received, response))
    onTestFinished(() => double.close())
    const settings = {
      ...place.settings,
      LLM_PROVIDER: 'openai',
      LLM_API_URL: double.baseURL,
      LLM_MODEL: 'm-1',
      LLM_MAX_RETRIES: '0',
      LLM_PRICE_INPUT: '1',
      LLM_PRICE_OUTPUT: '2',
    }
    /** What a service shows that has no language model. */
    const served = async <Found>(work: (client: Client, ask: RunningApp['ask']) => Promise<Found>): Promise<Found> => {
      const app = await startApp(place)
      try {
        return await work(clientOf(app), app.ask)
      } finally {
        await app.close()
      }
    }
    await served(fill)
    const reingest = (...args: readonly string[]) => palimpsest(['reingest', '--json', '--yes', ...args], settings)
    const tasks = () => double.received.map(({ body }) => taskOf(body))
    const asked = () => JSON.stringify(double.received.map(({ body }) => inputOf(body)))
    return { double, settings, served, reingest, tasks, asked }
  }

  test('derives facts beside the turns, once, and what it cost is told', { timeout: PATIENTLY }, async () => {
    const { served, reingest, settings, tasks } = await filled(async (client) => {
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
      done: { episodes: 2, memoriesStored: 2, memoriesChanged: 0, byRules: 0, cost: expect.any(Number) },
      failed: [],
    })
    expect(tasks()).toEqual(['extract', 'judge', 'extract'])
    const said = await palimpsest(['reingest', '--all', '--yes'], settings)
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Read 1 conversation in .* 1 facts stored/) })
    const calls = tasks().length
    const again = await reingest('--all')
    expect(resultOf(again)).toMatchObject({ state: 'done', estimate: { episodes: 0 }, done: { episodes: 0 } })
    expect(tasks()).toHaveLength(calls)
    await served(async (client) => {
      expect(await listed(client, ana)).toEqual([
        'Ana lives in Lisbon.',
        'Ana: I live in Berlin.',
        'Ana: I moved to Lisbon.',
      ])
      expect(await listed(client, ben)).toEqual(['Ben works for Siemens.', 'Ben: I work for Siemens.'])
    })
    expect(await palimpsest(['replay', 'check'], settings)).toMatchObject({ code: 0 })
  })

  test('what was deleted, corrected or made private does not come back', { timeout: PATIENTLY }, async () => {
    const agent = { user_id: 'ana', workspace_id: crypto.randomUUID(), agent_id: crypto.randomUUID() }
    const other = { ...agent, agent_id: crypto.randomUUID() }
    const { served, reingest, asked } = await filled(async (client, ask) => {
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

  test('after a failure it goes on with what it has paid for, and the others are not stopped', {
    timeout: PATIENTLY,
  }, async () => {
    const { reingest, served, tasks, double } = await filled(async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.')
      await client.tell(ana, 'Ana: I moved to Lisbon.')
      await client.tell(ben, 'Ben: I work for Siemens.')
    })
    reply = (received, response) =>
      (taskOf(received.body) === 'judge' ? status(500) : sensibleModel())(received as never, response)
    const broken = await reingest('--all')
    const failed = { userId: 'ana', episodeId: expect.stringMatching(/^[0-9a-f-]{36}$/), code: 'unavailable' }
    expect(broken.code).toBe(1)
    expect(resultOf(broken)).toMatchObject({
      done: { episodes: 1, memoriesStored: 1 },
      failed: [failed, failed],
    })
    expect(broken.stdout + broken.stderr).not.toMatch(/Lisbon|Berlin/)
    reply = sensibleModel()
    double.received.length = 0
    expect(resultOf(await reingest('--all'))).toMatchObject({ estimate: { episodes: 2, characters: 0 }, failed: [] })
    expect(tasks()).toEqual(['judge'])
    expect(await served((client) => listed(client, ana))).toContain('Ana lives in Lisbon.')
  })

  test('a model that only fails is not asked about everything', { timeout: PATIENTLY }, async () => {
    const { reingest, tasks } = await filled(async (client) => {
      for (let i = 0; i < 8; i++) await client.tell(ana, `Ana: I work for Company${'ABCDEFGH'[i]}.`)
    })
    reply = status(500)
    const failing = await reingest('--all')
    expect(failing.code).toBe(1)
    expect(resultOf(failing)).toMatchObject({ state: 'given_up', done: { episodes: 0 } })
    expect(tasks()).toHaveLength(5)
  })

  test('is stopped at once, and what is done is kept', { timeout: PATIENTLY }, async () => {
    const { settings, reingest, tasks, double } = await filled(async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.')
      await client.tell(ana, 'Ana: My dog is called Rex.')
    })
    let second: () => void = () => {}
    const askedAgain = new Promise<void>((resolve) => {
      second = resolve
    })
    reply = (received, response) => {
      if (tasks().length > 1) second()
      return (tasks().length > 1 ? silence : sensibleModel())(received, response)
    }
    const command = start(['reingest', '--all', '--yes'], settings)
    await askedAgain
    command.child.kill('SIGTERM')
    expect(await command.ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('What was derived is kept; the next run goes on from there.'),
    })
    reply = sensibleModel()
    double.received.length = 0
    expect(resultOf(await reingest('--all'))).toMatchObject({ estimate: { episodes: 1 }, done: { memoriesStored: 1 } })
    expect(tasks()).toEqual(['extract'])
  })
})

describe('palimpsest reingest is refused', () => {
  const LLM = { LLM_PROVIDER: 'openai', LLM_API_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm-1' }
  test('without a language model', async () => {
    const settings = { PALIMPSEST_DATA_DIR: join(folder(), 'none') }
    expect(await palimpsest(['reingest', '--all'], settings)).toMatchObject(WITHOUT_MODEL)
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
  test('without a store, and none is created', async () => {
    const settings = { ...LLM, PALIMPSEST_DATA_DIR: join(folder(), 'none') }
    expect(await palimpsest(['reingest', '--all', '--yes'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no store yet'),
    })
  })
})
