import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { palimpsest, palimpsestProcess } from './command.js'

describe('palimpsest on the command line', () => {
  test('--help lists the commands, the important settings and the exit codes', async () => {
    const { code, stdout, stderr } = await palimpsestProcess(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const taught of ['serve', 'migrate', 'Examples:', 'CORE_API_KEY', 'DATABASE_URL', 'Exit codes:', '130'])
      expect(stdout).toContain(taught)
  })
  test.each([
    [['serve', '--prot', '1'], "unknown option '--prot'", 'Did you mean --port?'],
    [['migrate', '--port', '1'], "unknown option '--port'", '--help'],
    [['serve', 'now'], 'too many arguments', '--help'],
  ])('%j is refused with what is wrong and a suggestion', async (args, wrong, hint) => {
    const { code, stdout, stderr } = await palimpsest(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(wrong)
    expect(stderr).toContain(hint)
  })
  test('an unknown command is refused by its process', async () => {
    const { code, stdout, stderr } = await palimpsestProcess(['serv'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain("unknown command 'serv'")
    expect(stderr).toContain('Did you mean serve?')
  })
  test('all bad settings are listed, without a stack, and end with 2', async () => {
    const { code, stderr } = await palimpsest(['--port', 'http'], { LOG_LEVEL: 'loud', PORT: '1' })
    expect(code).toBe(2)
    expect(stderr.split('\n')).toEqual([
      'These settings are wrong:',
      '  PORT must be a whole number from 0 to 65535, for example PORT=3050 (it is "http").',
      expect.stringMatching(/^ {2}LOG_LEVEL must be trace, /),
      '',
    ])
  })
  test('a port in use is reported with how to use another', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = address instanceof Object ? address.port : 0
    const { code, stderr } = await palimpsest(['serve'], { PORT: `${port}` })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Port ${port} is in use. Start on another: PORT=${port + 1} npm start\n`,
    })
  })
  test('a host that is no address of this machine is reported', async () => {
    const { code, stderr } = await palimpsest(['--port', '0', '--host', '203.0.113.7'])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/HOST=203.0.113.7 is no address/) })
  })
})
