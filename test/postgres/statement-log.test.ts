import { pino } from 'pino'
import { expect, test } from 'vitest'
import { nameOf, selectsIn } from '../../src/postgres/statement-log.js'
import { startApp } from '../support/app.js'
import { embedded } from '../support/database.js'

type Line = Readonly<Record<string, unknown>>

/** What the log holds after an ingest and a search of these words. */
const logged = async (variables: Readonly<Record<string, string>>) => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const app = await startApp(embedded, variables, { logger })
  await app.ask('/v1/memories/ingest/quick', {
    user_id: 'quintessa',
    source_site: 'chat',
    conversation: 'Quintessa keeps a zebrafinch.',
  })
  await app.ask('/v1/memories/search/fast', { user_id: 'quintessa', query: 'zebrafinch' })
  await app.close()
  return { text: lines.join(''), lines: lines.map((line): Line => JSON.parse(line)) }
}

test('every statement is a line with its name and what it cost, and nothing of what people wrote', async () => {
  const { text, lines } = await logged({ LOG_STATEMENTS: 'true' })
  const statements = lines.filter(({ msg }) => msg === 'statement')
  expect(statements.length).toBeGreaterThan(10)
  for (const { level, time: _, pid: __, hostname: ___, msg: ____, ...line } of statements) {
    expect(level).toBe(30)
    expect(line).toEqual({
      statement: expect.stringMatching(/^\S[^\n]{0,79}$/),
      characters: expect.any(Number),
      selects: expect.any(Number),
      rows: expect.any(Number),
      ms: expect.any(Number),
    })
  }
  expect(text).not.toMatch(/zebrafinch|quintessa/i)
})

test('without the setting no statement is logged', async () => {
  const { lines } = await logged({})
  expect(lines.filter(({ msg }) => msg === 'statement')).toEqual([])
})

test('a statement is called as its first comment says, or by its first words', () => {
  expect(nameOf('\n  /* list: a page of ids */ select 1')).toBe('list: a page of ids')
  expect(nameOf('\n  select m.id\n  from memory as m')).toBe('select m.id from memory as m')
  expect(nameOf(`select ${'x, '.repeat(100)}y`)).toHaveLength(60)
})

test('its questions are counted by the word, wherever they stand', () =>
  expect(selectsIn('select a, (SELECT selected from b) from (select 1) as c')).toBe(3))
