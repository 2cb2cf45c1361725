import { describe, expect, test } from 'vitest'
import { manualOf } from '../../src/cli/manual.js'
import { createProgram } from '../../src/cli/program.js'
import { palimpsestProcess } from './command.js'

const commands = [
  [],
  ['serve'],
  ['mcp'],
  ['migrate'],
  ['rebuild'],
  ['copy-log'],
  ['reembed'],
  ['reingest'],
  ['keys'],
  ['keys', 'rotate'],
  ['erase'],
  ['replay'],
  ...['memory', 'user', 'log', 'check'].map((question) => ['replay', question]),
]

/** What a terminal of so many columns is shown; undefined: no terminal. */
const helpAt = async (columns: number | undefined, args: readonly string[]): Promise<string> => {
  const program = createProgram(() => Promise.resolve())
  let written = ''
  // In place: the commands below share it.
  Object.assign(program.configureOutput(), {
    getOutHelpWidth: () => columns,
    writeOut: (text: string) => {
      written += text
    },
  })
  const asked = [...program.commands, ...program.commands.flatMap((each) => each.commands)]
  for (const each of asked) each.exitOverride()
  await program.parseAsync([...args, '--help'], { from: 'user' }).catch((fault: { code?: string }) => {
    expect(fault.code).toBe('commander.helpDisplayed')
  })
  return written
}

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '\\')

describe.each(commands.map((args) => [args.join(' ') || 'palimpsest', args] as const))('--help of %s', (_, args) => {
  test.each([60, 80, 120])('fits a terminal of %i columns', async (columns) => {
    expect(widest(await helpAt(columns, args))).toBeLessThanOrEqual(columns)
  })
  test('uses the whole width', async () => {
    const lines = async (columns: number) => (await helpAt(columns, args)).split('\n').length
    expect(await lines(120)).toBeLessThan(await lines(60))
  })
  test('says the same at every width, and fits 80 columns without a terminal', async () => {
    expect(await helpAt(undefined, args)).toBe(await helpAt(80, args))
    expect(words(await helpAt(60, args))).toEqual(words(await helpAt(120, args)))
  })
})

test('the program itself, read through a pipe, writes lines of 80 columns', async () => {
  const { stdout } = await palimpsestProcess(['--help'])
  expect(widest(stdout)).toBeLessThanOrEqual(80)
})

test('a command that is too long is continued with a backslash', () => {
  const examples = {
    heading: 'Examples:',
    of: 'commands',
    entries: [['palimpsest replay log --from 2026-05-08']],
  } as const
  expect(manualOf([examples], 30)).toBe(['Examples:', '  palimpsest replay log \\', '    --from 2026-05-08'].join('\n'))
})
