import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, usualPlaces } from '../support/place.js'
import { folder, palimpsest } from './command.js'

const OFF = { SIGNED_CHECKPOINT_EVENTS: '0', SIGNED_CHECKPOINT_INTERVAL_MS: '0' }

/** The checkpoints that a service has logged, one line each. */
const linesOf = (service: ServiceProcess): readonly string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('"checkpoint"'))

const numbersIn = (services: readonly ServiceProcess[]): readonly number[] =>
  services.flatMap(linesOf).map((line) => (JSON.parse(line) as { checkpoint: { number: number } }).checkpoint.number)

describe.each(usualPlaces)('signed checkpoints on $name', { timeout: 120_000 }, ({ name, make }) => {
  let place: Place
  const output: string[] = []
  const say = (service: ServiceProcess, conversation: string) =>
    service.ask('/v1/memories/ingest/quick', { user_id: 'anna', source_site: 'chat', conversation })
  const stop = async (service: ServiceProcess) => {
    await service.kill('SIGTERM')
    output.push(service.output())
  }
  const file = (text: string): string => {
    const path = join(folder(), 'kept.jsonl')
    writeFileSync(path, text)
    return path
  }
  const check = (...args: readonly string[]) => palimpsest(['replay', 'check', ...args], place.settings)
  beforeAll(async () => {
    place = await make()
  })
  afterAll(() => place.remove())

  test('are signed at a stop over what is left, and logged without a word of anybody', async () => {
    const service = await startService(place.settings)
    await say(service, 'Anna: I lived in Lisbon.')
    await stop(service)
    const [line = '', ...others] = linesOf(service)
    expect(others).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      checkpoint: { number: 1, previous: null, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(line).not.toMatch(/anna|lisbon/i)
  })

  test('are signed when they are due', async () => {
    const service = await startService({ ...place.settings, SIGNED_CHECKPOINT_EVENTS: '3' })
    await say(service, 'Anna: I like tea.')
    await expect.poll(() => linesOf(service).length).toBe(1)
    await stop(service)
    expect(linesOf(service)).toHaveLength(1)
  })

  test('are not signed where nothing was written, or where they are turned off', async () => {
    const idle = await startService(place.settings)
    await stop(idle)
    expect(linesOf(idle)).toEqual([])
    const off = await startService({
      ...place.settings,
      ...OFF,
    })
    await say(off, 'Anna: I bought a kettle.')
    await stop(off)
    expect(linesOf(off)).toEqual([])
  })

  test.skipIf(name !== 'Postgres')('are signed by one of two processes, the one that projects', async () => {
    const settings = { ...place.settings, SIGNED_CHECKPOINT_EVENTS: '1' }
    const first = await startService(settings)
    const second = await startService(settings)
    for (let n = 0; n < 3; n++) {
      await say(n % 2 === 0 ? first : second, `Anna: Parcel ${n} is sent.`)
      await expect.poll(() => linesOf(first).length).toBeGreaterThan(n)
    }
    expect(linesOf(second)).toEqual([])
    await first.kill('SIGKILL')
    await say(second, 'Anna: I moved to Porto.')
    await expect.poll(() => linesOf(second).length).toBeGreaterThan(0)
    const numbers = numbersIn([first, second])
    expect(new Set(numbers).size).toBe(numbers.length)
    await stop(second)
    output.push(first.output())
  })

  test('are held against the log, from the lines of the service, by the command alone or by a server', async () => {
    const kept = file(output.join('\n'))
    const { code, stdout } = await check('--checkpoint', kept)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('kept elsewhere are among them') })
    const service = await startService({ ...place.settings, SIGNED_CHECKPOINT_EVENTS: '0' })
    expect(await check('--checkpoint', kept)).toMatchObject({ code: 0, stdout: expect.stringContaining('Equal: ') })
    await stop(service)
    const event = (await palimpsest(['replay', 'log', '--type', 'LogCheckpointSigned'], place.settings)).stdout
    const [first = ''] = event.split('\n')
    expect(await check('--checkpoint', file(first))).toMatchObject({ code: 0 })
    const { data } = JSON.parse(first) as { data: object }
    expect(await check('--checkpoint', file(JSON.stringify(data, null, 2)))).toMatchObject({ code: 0 })
  })

  test('are signed when an operator asks for one, which is printed to be kept, beside a service on a server', async () => {
    const sign = (settings = {}) => palimpsest(['checkpoints', 'sign'], { ...place.settings, ...settings })
    const service = await startService({ ...place.settings, ...OFF })
    await say(service, 'Anna: I sold the kettle.')
    if (name !== 'Postgres') {
      expect(await sign()).toMatchObject({ code: 3 })
      await stop(service)
    }
    const { code, stdout } = await sign()
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 1 })
    expect(JSON.parse(stdout)).toMatchObject({ signature: expect.any(String), logId: expect.any(String) })
    expect(stdout).not.toMatch(/anna|kettle|nodes/i)
    if (name === 'Postgres') await stop(service)
    expect(await sign()).toMatchObject({ code: 0, stdout })
    expect(await check('--checkpoint', file(stdout))).toMatchObject({ code: 0 })
    const other = await sign({ PALIMPSEST_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('secret key'), stdout: '' })
  })

  test('are not signed by a command where there is no store', async () => {
    const empty = await make()
    const { code, stdout } = await palimpsest(['checkpoints', 'sign'], empty.settings)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    await empty.remove()
  })

  test('say what to do where the log is not what was signed', async () => {
    const databases = await place.open()
    await databases.script(`
      update log.event
      set data = regexp_replace(data::text, '"observedAt":\\s*"2', '"observedAt":"1')::json
      where type = 'EpisodeRecorded'`)
    await databases.close()
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /checkpoint 1, which covers the log up to position \d+: the log up to there is not what was signed/,
    )
    expect(stdout).toMatch(/palimpsest-bank-[0-9a-f]{64}, revisions \d+ to \d+, positions \d+ to \d+, from event /)
    expect(stdout).toContain('Leave this store as it is')
    expect(stdout).not.toContain('Lisbon')
    const json = JSON.parse((await check('--json')).stdout)
    expect(json).toMatchObject({ kind: 'verdict', verdict: { equal: false, mismatch: { in: 'signed checkpoint' } } })
  })

  test.each([
    ['is not there', () => '/no/such/file', 'It cannot be read'],
    ['holds none', () => file('{"level":"info"}\nwords\n'), 'It holds no checkpoint'],
    ['holds half a one', () => file('{"level":"info","checkpoint":{"number":1}}'), 'no checkpoint'],
    ['has a line that was cut', () => file(`${output.join('\n')}\n{"checkpoint":{"number":1`), 'not whole'],
  ])('cannot be read from a file that %s', async (_, path, why) => {
    const { code, stderr } = await check('--checkpoint', path())
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) })
  })
})
