import { describe, expect, test } from 'vitest'
import { createLogger } from '../src/logger.js'

const logged = (
  format: 'json' | 'pretty' | 'auto',
  write: (log: ReturnType<typeof createLogger>) => void,
  terminal = false,
) => {
  const lines: string[] = []
  write(createLogger({ level: 'info', format }, { write: (line) => void lines.push(line), terminal }))
  return lines
}

describe('the log', () => {
  test('is one JSON object a line, with the level as a word and the time in ISO 8601', () => {
    const [line = '', ...more] = logged('auto', (log) => {
      log.info({ position: '7' }, 'hello')
      log.debug('below the level')
    })
    expect(more).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      app: 'palimpsest',
      position: '7',
      msg: 'hello',
    })
  })
  test('is for people on a terminal, or when it is told to be', () => {
    for (const lines of [
      logged('auto', (log) => log.warn('hello'), true),
      logged('pretty', (log) => log.warn('hello')),
    ])
      expect(lines.join()).toMatch(/^\[[\d:.]+\] .*WARN.*: .*hello/)
  })
  test.each(['json', 'pretty'] as const)('holds no key and no row of a database, as %s', (format) => {
    const error = Object.assign(new Error('refused', { cause: Object.assign(new Error(), { detail: 'SECRET' }) }), {
      detail: 'Failing row contains (SECRET)',
      where: 'SECRET',
      parameters: ['SECRET'],
    })
    const text = logged(format, (log) => {
      log.info({ req: { headers: { authorization: 'Bearer SECRET', cookie: 'SECRET' } } })
      log.info({ keys: { standard: 'SECRET' }, config: { keys: 'SECRET', databaseUrl: 'SECRET' }, apiKey: 'SECRET' })
      log.error({ err: error }, 'failed')
      log.child({ about: 1 }).error(error)
    }).join()
    expect(text).not.toContain('SECRET')
    expect(text).toContain('[redacted]')
  })
})
