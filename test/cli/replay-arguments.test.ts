import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { describe, expect, test } from 'vitest'
import { aName, anId } from '../../src/cli/options.js'
import { anEventType, aPlace, aPosition, aTime } from '../../src/cli/replay/commands.js'
import { folder, palimpsest } from './command.js'

const ID = 'cf5187e4-0f0e-5d7a-9a51-2c1b7d1f4a10'

describe('palimpsest replay', () => {
  test('--help explains its questions by examples', async () => {
    const { code, stdout } = await palimpsest(['replay', '--help'])
    expect(code).toBe(0)
    for (const taught of ['memory', 'user', 'log', 'check', 'Examples:', '--at', 'NO_COLOR', 'UTC', 'erased'])
      expect(stdout).toContain(taught)
  })

  test.each([
    [['memory', '42'], 'It is no id of a memory'],
    [['user', 'ana', '--at', '2026-05-08', '--position', '7'], 'cannot be used with option'],
    [['log', '--type', 'MemoryLost'], 'No event is called so. There are: StoreOpened, '],
    [['chek'], "unknown command 'chek'"],
  ])('%j ends with 2 and says what is wrong', async (args, wrong) => {
    const { code, stdout, stderr } = await palimpsest(['replay', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(wrong)
    expect(stderr).not.toContain('    at ')
  })

  test.each([
    ['an id', anId, ['42', '', 'cf5187e4-0f0e-5d7a-9a51']],
    ['a user', aName, ['']],
    ['a time', aTime, ['yesterday', '2026-02-30', '2026-05-08T25:00:00Z', '42', '']],
    ['a position', aPosition, ['-1', '1.5', '2026-05-08', '99999999999999999999']],
    ['a place', aPlace, ['7x', '-1', 'now']],
    ['a type', anEventType, ['MemoryLost', 'memorystored']],
  ])('refuses other values for %s', (_, reader, wrong) => {
    for (const text of wrong) expect(() => reader(text)).toThrow(InvalidArgumentError)
  })

  test.each([
    ['2026-05-08', '2026-05-08T00:00:00.000Z'],
    ['2026-05-08T12:00', '2026-05-08T12:00:00.000Z'],
    ['2026-05-08T12:00:00+02:00', '2026-05-08T10:00:00.000Z'],
  ])('reads the time %s, as UTC without an offset', (text, instant) => {
    expect([aTime(text), aPlace(text)]).toEqual([instant, instant])
  })

  test.each([[['memory', ID]], [['check']]])('%j creates no store, not even a directory', async (args) => {
    const directory = join(folder(), 'mistyped')
    const { code, stdout, stderr } = await palimpsest(['replay', ...args, '--data-dir', directory])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `There is nothing to replay: ${directory} holds no store yet. \`palimpsest serve\` makes a store; --data-dir or --database-url names another.\n`,
    )
    expect(existsSync(directory)).toBe(false)
  })
})
