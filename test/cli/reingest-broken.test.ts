import { describe, expect, test } from 'vitest'
import { status } from '../support/chat-double.js'
import { silence } from '../support/openai-double.js'
import { places } from '../support/place.js'
import { askedOf, sensibleModel } from '../support/sensible-model.js'
import { start } from './command.js'
import { filled, listed, resultOf } from './reingest-store.js'

const PATIENTLY = 180_000

const ana = { user_id: 'ana' }
const ben = { user_id: 'ben' }

// One place will do, the last one starts most quickly: what differs between them is tested where nothing is broken off.
describe.each(places.slice(-1))('palimpsest reingest that is broken off, on $name', ({ makeStore }) => {
  test('after a failure it goes on with what it has paid for, and the others are not stopped', {
    timeout: PATIENTLY,
  }, async () => {
    const { reingest, served, tasks, answering } = await filled(makeStore, async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.')
      await client.tell(ana, 'Ana: I moved to Lisbon.')
      await client.tell(ben, 'Ben: I work for Siemens.')
    })
    answering((received, response) =>
      (askedOf(received.body).turns.some(({ text }) => text.includes('Lisbon')) ? status(500) : sensibleModel())(
        received,
        response,
      ),
    )
    const broken = await reingest('--all')
    const failed = { userId: 'ana', episodeId: expect.stringMatching(/^[0-9a-f-]{36}$/), code: 'unavailable' }
    expect(broken.code).toBe(1)
    expect(resultOf(broken)).toMatchObject({
      done: { episodes: 2, memoriesStored: 2 },
      failed: [failed],
    })
    expect(broken.stdout + broken.stderr).not.toMatch(/Lisbon|Berlin/)
    answering(sensibleModel())
    expect(resultOf(await reingest('--all'))).toMatchObject({ estimate: { episodes: 1 }, failed: [] })
    expect(tasks()).toEqual(['extract'])
    expect(await served((client) => listed(client, ana))).toContain('Ana lives in Lisbon.')
  })

  test('a model that only fails is not asked about everything', { timeout: PATIENTLY }, async () => {
    const { reingest, tasks, answering } = await filled(makeStore, async (client) => {
      for (let i = 0; i < 8; i++) await client.tell(ana, `Ana: I work for Company${'ABCDEFGH'[i]}.`)
    })
    answering(status(500))
    const failing = await reingest('--all')
    expect(failing.code).toBe(1)
    expect(resultOf(failing)).toMatchObject({ state: 'given_up', done: { episodes: 0 } })
    expect(tasks()).toHaveLength(5)
  })

  test('is stopped at once, and what is done is kept', { timeout: PATIENTLY }, async () => {
    const { settings, reingest, tasks, answering } = await filled(makeStore, async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.')
      await client.tell(ana, 'Ana: My dog is called Rex.')
    })
    let second: () => void = () => {}
    const askedAgain = new Promise<void>((resolve) => {
      second = resolve
    })
    answering((received, response) => {
      if (tasks().length > 1) second()
      return (tasks().length > 1 ? silence : sensibleModel())(received, response)
    })
    const command = start(['reingest', '--all', '--yes'], settings)
    await askedAgain
    command.child.kill('SIGTERM')
    expect(await command.ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('What was derived is kept; the next run goes on from there.'),
    })
    answering(sensibleModel())
    expect(resultOf(await reingest('--all'))).toMatchObject({ estimate: { episodes: 1 }, done: { memoriesStored: 1 } })
    expect(tasks()).toEqual(['extract'])
  })
})
