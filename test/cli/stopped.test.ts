import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seedLog } from '../../bench/seed.js'
import { prepareStore } from '../../src/app/app.js'
import { configFrom } from '../../src/config/config.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { sql } from '../../src/postgres/sql.js'
import { positionOf } from '../../src/projector/rebuild/swap-generations.js'
import { rounds } from '../faults/rounds.js'
import { makeEmbedded } from '../support/place.js'
import { folder, type Running, start } from './command.js'

/** Enough to keep each command computing for longer than a signal takes. */
const MEMORIES = 200
const BUILDING = /Bringing the read models up to date/

let logOnly: string
let withReadModels: string
beforeAll(async () => {
  const made = mkdtempSync(join(tmpdir(), 'palimpsest-stopped-'))
  logOnly = join(made, 'log-only')
  withReadModels = join(made, 'with-read-models')
  const databases = await (await makeEmbedded(logOnly)).open()
  const anna = { scope: { kind: 'user', userId: 'anna' }, memories: MEMORIES } as const
  await seedLog({ databases, config: configFrom({}) }, [anna])
  await databases.close()
  cpSync(logOnly, withReadModels, { recursive: true })
  await prepareStore(configFrom(settingsOf(withReadModels)), pino({ level: 'silent' }))
})
afterAll(() => rmSync(join(logOnly, '..'), { recursive: true }))

const settingsOf = (directory: string) => ({
  PORT: '0',
  PALIMPSEST_DATA_DIR: directory,
  EMBEDDED_FSYNC: 'false',
  LOG_FORMAT: 'json',
})

type OnStore = Running & {
  readonly directory: string
  /** Resolves when the command has claimed the directory, and so listens to signals. */
  readonly claimed: () => Promise<void>
}

/** Starts a command on a store of its own. */
const on = (store: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}): OnStore => {
  const directory = join(folder(), 'data')
  cpSync(store, directory, { recursive: true })
  const running = start(args, { ...settingsOf(directory), ...settings })
  const isClaimed = () => expect(readdirSync(directory).some((name) => name.startsWith('lock-'))).toBe(true)
  return { ...running, directory, claimed: () => vi.waitFor(isClaimed, { timeout: 60_000, interval: 5 }) }
}

/** How far the log and the read models go that a command has left behind. */
const leftIn = async (directory: string): Promise<{ readonly log: bigint; readonly shown: bigint }> => {
  const databases = await openPglite(directory, { fsync: false })
  const [end] = await databases.within('log').rows<{ log: bigint }>(sql`select max(position) as log from event`)
  const made = await databases
    .within('generations')
    .rows<{ name: string }>(sql`select 'read_' || hash || '_' || number as name from generation`)
  let shown = 0n
  for (const { name } of made) shown += await positionOf(databases.within('public'), name)
  await databases.close()
  return { log: end?.log ?? 0n, shown }
}

const expectUnfinished = async (directory: string): Promise<void> => {
  const { log, shown } = await leftIn(directory)
  expect(shown).toBeLessThan(log)
}

describe('a signal during a computation of the embedded store:', { timeout: 120_000 }, () => {
  const stopped = { code: 1, stderr: expect.stringContaining('Stopped by SIGTERM') }

  test.runIf(rounds(false, true))('a rebuild ends without a result', async () => {
    const command = on(withReadModels, ['rebuild', '--verify', '--json'])
    await command.seen(/"phase":"Building"/)
    command.child.kill('SIGTERM')
    const ended = await command.ended
    expect(ended).toMatchObject(stopped)
    expect(ended.stdout).not.toContain('"result"')
  })

  test.each([
    ['replay', ['check']],
    ...rounds([], [['copy-log', ['--to-data-dir', 'copy']] as const]), // it listens in the same way
  ] as const)('%s ends without a result', async (name, wishes) => {
    const command = on(withReadModels, [name, ...wishes])
    await command.claimed()
    command.child.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ ...stopped, stdout: '' })
  })

  test.each([
    ['rebuild', ['--verify']],
    ...rounds([], [['reembed', ['--yes']] as const]), // it catches up in the same way
  ] as const)('%s ends while the read models catch up with the log', async (name, wishes) => {
    const command = on(logOnly, [name, ...wishes], {
      NEXT_EMBEDDING_PROVIDER: 'openai',
      NEXT_EMBEDDING_API_URL: 'http://127.0.0.1:9/v1',
      NEXT_EMBEDDING_MODEL: 'next',
      NEXT_EMBEDDING_DIMENSIONS: '8',
    })
    await command.seen(BUILDING)
    command.child.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ ...stopped, stdout: '' })
    await expectUnfinished(command.directory)
  })

  test('migrate ends in the middle', async () => {
    const command = on(logOnly, ['migrate'])
    await command.seen(BUILDING)
    command.child.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ code: null, stdout: '' })
    await expectUnfinished(command.directory)
  })

  test('a server ends before it has built its read models', async () => {
    const server = on(logOnly, ['serve'])
    await server.seen(BUILDING)
    server.child.kill('SIGTERM')
    const { code, stdout, stderr } = await server.ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).not.toContain('did not finish')
    await expectUnfinished(server.directory)
  })
})
