import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledMain } from '../support/compiled.js'
import { nodeUnderTest, pathUnderTest } from '../support/node-under-test.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, usualPlaces } from '../support/place.js'
import { palimpsest } from './command.js'

describe.each(usualPlaces)('palimpsest replay on $name', { timeout: 120_000 }, ({ name, make }) => {
  let place: Place
  let service: ServiceProcess
  let id: string
  beforeAll(async () => {
    place = await make()
    service = await startService(place.settings)
    const told = { user_id: 'anna', source_site: 'chat', conversation: 'Anna: I lived in Lisbon.\nAnna: I like tea.' }
    const { body } = await service.ask('/v1/memories/ingest/quick', told)
    id = String((body.memoryIds as string[])[0])
    await service.ask(`/v1/memories/${id}`, { user_id: 'anna', content: 'Anna: I lived in Porto.' }, 'PUT')
  }, 60_000)
  afterAll(async () => {
    await service.kill()
    await place.remove()
  })
  const replay = (...args: readonly string[]) => palimpsest(['replay', ...args], place.settings)

  /** The same answers from a server that has the store and without one. */
  const questions = (): void => {
    test('shows a memory event by event, with the changes', async () => {
      const { code, stdout, stderr } = await replay('memory', id)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`Memory ${id} of user anna`)
      expect(stdout).toMatch(/MemoryStored +1 +active +standard +extracted\n {4}Anna: I lived in Lisbon\.\n/)
      expect(stdout).toContain('Anna: I lived in [-Lisbon-]{+Porto+}.')
      expect(stdout).not.toContain('\u001b')
    })
    test('finds no mismatch in the store', async () => {
      const { code, stdout, stderr } = await replay('check')
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Equal: ') })
      // A machine under load is told how far the check is.
      expect(stderr).toMatch(/^(Reading the log: .*\n)*$/)
    })
  }

  describe('while a service runs', () => {
    questions()
    test('shows the memories of a user now and at a past instant', async () => {
      const { stdout } = await replay('user', 'anna')
      expect(stdout).toMatch(/Anna: I lived in Porto\.\n.*Anna: I like tea\.\n2 memories up to position \d+, /)
      const before = await replay('user', 'anna', '--at', '2020-01-01')
      expect(before).toMatchObject({ code: 0, stdout: '0 memories before the first event\n' })
    })
    test('prints a range of the log as JSON lines', async () => {
      const lines = (
        await replay('log', '--user', 'anna', '--type', 'MemoryStored', '--from', '2', '--to', '2999-01-01')
      ).stdout
      const events = lines
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
      expect(events).toMatchObject([{ type: 'MemoryStored', position: '4' }, { type: 'MemoryStored' }])
      expect((await replay('log', '--to', '1')).stdout).toMatch(/^\{"position":"1",.*"type":"StoreOpened".*\}\n$/)
      expect(await replay('log', '--from', '2999-01-01')).toEqual({ code: 0, stdout: '', stderr: '' })
    })
    test('says what it did not find, and ends with 1', async () => {
      const nobody = await replay('user', 'nobody')
      expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'There is no such user in the log: nobody.\n' })
      const unknown = await replay('memory', '00000000-0000-4000-8000-000000000000')
      expect(unknown).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('no such memory in the log'),
      })
    })
    test('stops without an error when its output is closed', async () => {
      const env = { PATH: pathUnderTest, ...place.settings }
      const node = [compiledMain, 'replay', 'log']
      const child = spawn(nodeUnderTest, node, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      child.stdout.destroy()
      expect([...(await once(child, 'close')), stderr]).toEqual([0, null, ''])
    })
    test('prints it as JSON lines, too', async () => {
      const json = (await replay('memory', id, '--json', '--user', 'anna')).stdout.trimEnd().split('\n')
      const events = json.map((line): unknown => JSON.parse(line))
      expect(events[0]).toMatchObject({ kind: 'event', type: 'MemoryStored', memory: { id, version: 1 } })
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'MemoryUpdated', memory: expect.objectContaining({ version: 2 }) }),
      )
    })
    test('checks a store while a service writes to it', async () => {
      let over = false
      const writing = (async () => {
        for (let n = 0; !over; n++)
          await service.ask('/v1/memories/ingest/quick', {
            ...{ user_id: `user ${n % 3}`, source_site: 'chat' },
            conversation: `Ben: Parcel ${n} is sent.`,
          })
      })()
      const checks = [await replay('check'), await replay('check')]
      over = true
      await writing
      expect(checks).toMatchObject([{ code: 0 }, { code: 0 }])
    })
  })

  describe('without a service', () => {
    beforeAll(() => service.kill('SIGTERM'))
    questions()
    test.skipIf(name !== 'Postgres')('writes nothing', async () => {
      const raw = new Client({ connectionString: place.settings.DATABASE_URL ?? '' })
      await raw.connect()
      const written = async () =>
        (
          await raw.query(`
          select relname, n_tup_ins + n_tup_upd + n_tup_del as changes
          from pg_stat_user_tables
          order by relname`)
        ).rows
      // A session that is not over yet may still report what it has written.
      const others = async () =>
        (await raw.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'))
          .rowCount
      await expect.poll(others).toBe(0)
      const before = await written()
      await replay('check')
      expect(await written()).toEqual(before)
      await raw.end()
    })
    test('ends with 1 and names the row that differs from the log', async () => {
      const databases = await place.open()
      await databases.script(`
        do $$ declare found text;
        begin
          select 'read_' || hash || '_' || number into found from generations.generation where live;
          execute format('update %I.memory_text set content = ''Anna: I lived in Rome.'' where id = ''${id}''', found);
        end $$;`)
      await databases.close()
      const { code, stdout } = await replay('check')
      expect(code).toBe(1)
      expect(stdout).toContain(`memory_text user_id=anna id=${id}: content`)
      expect(stdout).not.toMatch(/Rome|Porto/)
    })
  })
})
