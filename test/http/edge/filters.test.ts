import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../../src/http/fields.js'
import { expectAnswer, shown } from './expectations.js'
import { MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const CONDITION = 'must be a text, a number, true, false, null, or conditions such as {"in": [...]}'
const OPERATORS = 'must hold conditions by in, gt, gte, lt, lte, exists or not'
const VALUES = 'must be a list of 1 to 100 texts, numbers, true, false or null'
const BOUND = 'must be a number, or an ISO 8601 date or date and time'
const EMPTY = 'must hold a condition'
const DEEP = 'must be nested at most 3 deep'
const MANY = 'metadata: must hold at most 16 conditions'
const DATE = 'must be an ISO 8601 date or date and time'
const TYPES = 'memory_type: must be one of semantic, episodic, procedural, composite'
const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`key ${n}`, n]))

describe('a filter in a body', () => {
  const asked = { user_id: 'ana', query: 'bees' }
  test.each(
    shown([
      [{ ...asked, metadata: {} }, null],
      [{ ...asked, metadata: { a: 'x', b: 1.5, c: false, d: null, '': '' } }, null],
      [{ ...asked, metadata: { a: ['x'] } }, `metadata.a: ${CONDITION}`],
      [{ ...asked, metadata: { a: { b: 1 } } }, `metadata.a: ${OPERATORS}`],
      [{ ...asked, metadata: { a: { constructor: 1 } } }, `metadata.a: ${OPERATORS}`],
      [{ ...asked, metadata: many }, MANY],
      [{ ...asked, metadata: { a: { in: ['x', 1, null], gte: 1, lt: '2026-05-08', exists: true, not: 2 } } }, null],
      [{ ...asked, metadata: { any: [{ a: 1 }, { all: [{ b: 2 }, { not: { c: 3 } }] }] } }, null],
      [{ ...asked, metadata: { any: true, all: 'x', not: 1 } }, null],
      [{ ...asked, metadata: { any: { in: ['x'] } } }, null],
      [{ ...asked, metadata: { a: {} } }, `metadata.a: ${EMPTY}`],
      [{ ...asked, metadata: { a: { in: [] } } }, `metadata.a.in: ${VALUES}`],
      [{ ...asked, metadata: { a: { in: 'x' } } }, `metadata.a.in: ${VALUES}`],
      [{ ...asked, metadata: { a: { in: [['x']] } } }, `metadata.a.in: ${VALUES}`],
      [{ ...asked, metadata: { a: { in: Array.from({ length: 101 }, () => 1) } } }, `metadata.a.in: ${VALUES}`],
      [{ ...asked, metadata: { a: { gt: true } } }, `metadata.a.gt: ${BOUND}`],
      [{ ...asked, metadata: { a: { lte: 'tomorrow' } } }, `metadata.a.lte: ${BOUND}`],
      [{ ...asked, metadata: { a: { gte: '2026-02-30' } } }, `metadata.a.gte: ${BOUND}`],
      [{ ...asked, metadata: { a: { exists: 1 } } }, `metadata.a.exists: must be true or false`],
      [{ ...asked, metadata: { a: { not: ['x'] } } }, `metadata.a.not: ${CONDITION}`],
      [{ ...asked, metadata: { not: { in: ['x'] } } }, `metadata.not.in: ${CONDITION}`],
      [{ ...asked, metadata: { not: {} } }, `metadata.not: ${EMPTY}`],
      [{ ...asked, metadata: { any: [] } }, `metadata.any: ${EMPTY}`],
      [{ ...asked, metadata: { any: [{ a: 1 }, {}] } }, `metadata.any[1]: ${EMPTY}`],
      [{ ...asked, metadata: { all: ['x'] } }, 'metadata.all[0]: must be a JSON object'],
      [{ ...asked, metadata: { any: [{ all: [{ not: { a: 1 } }] }] } }, null],
      [
        { ...asked, metadata: { any: [{ all: [{ not: { a: { not: 1 } } }] }] } },
        `metadata.any[0].all[0].not.a.not: ${DEEP}`,
      ],
      [
        { ...asked, metadata: { any: [{ any: [{ any: [{ any: [{ a: 1 }] }] }] }] } },
        `metadata.any[0].any[0].any[0].any[0]: ${DEEP}`,
      ],
      [{ ...asked, metadata: { a: { gt: 1, lt: 2 }, any: Array.from({ length: 15 }, () => ({ b: 1 })) } }, MANY],
      [
        { ...asked, metadata: JSON.parse('{"any": [{"__proto__": 1}]}') },
        'metadata.any[0]: must not hold the key __proto__',
      ],
      [{ ...asked, metadata: ['a'] }, 'metadata: must be a JSON object'],
      [{ ...asked, metadata: '{}' }, 'metadata: must be a JSON object'],
      [{ ...asked, session_id: '' }, 'session_id: must not be empty'],
      [{ ...asked, memory_type: 'composite' }, null],
      [{ ...asked, memory_type: 'fact' }, TYPES],
      [{ ...asked, from: '2026-02-30' }, `from: ${DATE}`],
      [{ ...asked, to: '2026-02-30' }, `to: ${DATE}`],
      [{ ...asked, to: 7 }, 'to: must be a string'],
      [{ ...asked, from: '2026-02-01', to: '2026-01-31' }, 'from: must not be after to'],
      [{ ...asked, from: '2026-01-31T23:00:00Z', to: '2026-01-31' }, null],
      [{ ...asked, from: '2026-01-31T12:00:00+01:00', to: '2026-01-31T10:59:59Z' }, 'from: must not be after to'],
      [{ ...asked, subject: '' }, 'subject: must not be empty'],
    ]),
  )('%s', async (_, error, body) => {
    await expectAnswer(edge, 'search/fast', [body, error])
    await expectAnswer(edge, 'search', [body, error])
  })

  test('is asked by times in UTC, and without secrets', async () => {
    const metadata = { due: { gt: '2026-01-31T08:30+01:00', lte: '2026-02-01' }, password: { in: ['hunter2-hunter2'] } }
    await edge.send('POST', '/v1/memories/search/fast', { ...asked, metadata: { any: [metadata] } })
    const [, request] = edge.calls.at(-1) ?? []
    expect(request).toMatchObject({
      metadata: {
        any: [
          { due: { gt: '2026-01-31T07:30:00.000Z', lte: '2026-02-01' }, password: { in: ['[redacted: password]'] } },
        ],
      },
    })
  })

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31T08:30:00+01:00', '2026-01-31T07:30:00.000Z'],
  ])('a date is a day, and to %s is up to %s', async (date, last) => {
    await edge.send('POST', '/v1/memories/search/fast', { ...asked, from: '2026-01-31', to: date })
    const [, request] = edge.calls.at(-1) ?? []
    expect(request).toMatchObject({ observedFrom: '2026-01-31', observedTo: last })
  })

  test('goes with the rest of the search, also one of the past', async () => {
    const wanted = { metadata: { a: 1 }, session_id: 's', memory_type: 'semantic', subject: 'Ana' }
    await edge.send('POST', '/v1/memories/search', { ...asked, ...wanted, as_of: '2026-01-31' })
    expect(edge.calls.at(-1)?.[1]).toMatchObject({
      metadata: { a: 1 },
      sessionId: 's',
      memoryType: 'semantic',
      subject: 'Ana',
      asOf: '2026-01-31T00:00:00.000Z',
    })
  })
})

describe('a list', () => {
  const place = { createdAt: '2026-01-02T03:04:05.000Z', ordinal: '4096', id: MEMORY }
  const cursor = cursorOf(place)
  const CURSOR = 'cursor: must be the next_cursor of a page'
  const PLACES = 'cursor: must not be given together with offset'
  const json = (value: unknown) => `metadata=${encodeURIComponent(JSON.stringify(value))}`
  test.each([
    [json({ a: 'x' }), null],
    [json({ a: ['x'] }), `metadata.a: ${CONDITION}`],
    [json(many), MANY],
    [json({ a: { gt: 1 } }), null],
    [json({ a: { above: 1 } }), `metadata.a: ${OPERATORS}`],
    [json('a'), 'metadata: must be a JSON object'],
    [json(null), 'metadata: must be a JSON object'],
    ['metadata=', 'metadata: must be a JSON object'],
    ['metadata={a:1}', 'metadata: must be a JSON object'],
    [json({ a: '\0' }), 'metadata: must be a JSON object'],
    ['metadata={"a":"\\ud800"}', 'metadata: must be a JSON object'],
    ['metadata={"a":1e999}', 'metadata: must hold finite numbers only'],
    ['memory_type=fact', TYPES],
    ['from=yesterday&to=2026-13-01', `from: ${DATE}; to: ${DATE}`],
    ['from=2026-02-01&to=2026-01-31', 'from: must not be after to'],
    ['from=2026-01-31&to=2026-01-31', null],
    [`cursor=${cursor}`, null],
    [`cursor=${cursor}&offset=0`, PLACES],
    ['cursor=', CURSOR],
    [`cursor=${cursor.slice(1)}`, CURSOR],
    [`cursor=${cursor}A`, CURSOR],
    [`cursor=${cursor}%3D`, CURSOR],
    [`cursor=${cursorOf({ ...place, createdAt: '2026-02-30' })}`, CURSOR],
    [`cursor=${cursorOf({ ...place, ordinal: '-1' })}`, CURSOR],
    [`cursor=${cursorOf({ ...place, id: 'x' })}`, CURSOR],
  ])('%s', async (wanted, error) => {
    const answer = await edge.send('GET', `/v1/memories/list?user_id=ana&${wanted}`)
    expect([answer.status, Reflect.get(Object(answer.body), 'error')]).toEqual(
      error === null ? [200, undefined] : [400, error],
    )
  })

  test('goes on behind the place that a cursor stands for, and filters workspaces too', async () => {
    const scope = 'user_id=ana&workspace_id=w&agent_id=a'
    await edge.send('GET', `/v1/memories/list?${scope}&cursor=${cursor}&${json({ a: 'x' })}&session_id=s`)
    const listing = { limit: 20, offset: 0, after: place, metadata: { a: 'x' }, sessionId: 's' }
    expect(edge.calls.at(-1)?.[2]).toEqual(listing)
  })
})
