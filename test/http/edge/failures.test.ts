import { describe, expect, test } from 'vitest'
import { MemoryNotFound } from '../../../src/domain/errors.js'
import {
  AppendTooLarge,
  EventStoreOverloaded,
  EventStoreUnavailable,
  WrongRevision,
} from '../../../src/event-store/event-store.js'
import type { Health } from '../../../src/http/answers/health.js'
import { DatabaseClosed } from '../../../src/postgres/faults.js'
import { ProjectorStopped, ReadModelBehind } from '../../../src/projector/progress.js'
import { AnswerUnusable, ModelUnusable, ProviderRejected, ProviderUnavailable } from '../../../src/providers/errors.js'
import { NO_USAGE } from '../../../src/providers/language-model.js'
import { MEMORY, type Running, startEdge } from './setup.js'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const told = { user_id: 'ana', source_site: 'chat', conversation: 'Ana keeps bees' }

const during = async <T>(over: Parameters<typeof startEdge>[0], ask: (edge: Running) => Promise<T>) => {
  const edge = await startEdge(over)
  try {
    return { ...(await ask(edge)), lines: edge.lines }
  } finally {
    await edge.close()
  }
}
const failing = (error: unknown) => ({
  ingest: async () => {
    throw error
  },
})
const ingest = (edge: Running) => edge.send('POST', '/v1/memories/ingest', told)

describe('a failure', () => {
  test.each([
    [new EventStoreUnavailable('down'), 503, { error: 'Event store unavailable' }, '5'],
    [new EventStoreOverloaded('full'), 503, { error: 'Event store overloaded' }, '1'],
    [new WrongRevision('p-bank-x', 7n), 503, { error: 'Too many writers at once' }, '1'],
    [new AppendTooLarge('large'), 413, { error: 'body: makes more than the log takes at once' }, null],
    [new ReadModelBehind('late'), 503, { error: 'Read model behind' }, '1'],
    [new ProjectorStopped('stopped'), 503, { error: 'Read model stopped' }, '30'],
    [refused, 503, { error: 'Read model unavailable' }, '5'],
    [new DatabaseClosed(), 503, { error: 'Read model unavailable' }, '5'],
    [
      new ProviderUnavailable('embedding', 'timed out', 2.4),
      503,
      { error: 'embedding provider unavailable', detail: 'timed out', retryable: true },
      '3',
    ],
    [new ProviderRejected('llm', 'status 401'), 502, { error: 'llm provider rejected', detail: 'status 401' }, null],
    [
      new AnswerUnusable('refused', NO_USAGE),
      503,
      { error: 'llm answer unusable', detail: 'refused to answer', retryable: true },
      '5',
    ],
    [new ModelUnusable('damaged'), 500, { error: 'Internal error', request_id: 'r1' }, null],
    [new Error('Ana keeps bees'), 500, { error: 'Internal error', request_id: 'r1' }, null],
    ['a text', 500, { error: 'Internal error', request_id: 'r1' }, null],
    [undefined, 500, { error: 'Internal error', request_id: 'r1' }, null],
    [
      Object.assign(new Error('x'), { status: 418, expose: true }),
      500,
      { error: 'Internal error', request_id: 'r1' },
      null,
    ],
  ])('%s answers %i', async (error, status, body, retryAfter) => {
    const answer = await during(failing(error), (edge) =>
      edge.send('POST', '/v1/memories/ingest', told, { 'x-request-id': 'r1' }),
    )
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([status, body, retryAfter])
    expect(answer.headers.get('x-log-position')).toBeNull()
  })

  test('to find a memory answers 404', async () => {
    const get = async () => {
      throw new MemoryNotFound(MEMORY)
    }
    const answer = await during({ get }, (edge) => edge.send('GET', `/v1/memories/${MEMORY}?user_id=ana`))
    expect([answer.status, answer.body]).toEqual([404, { error: 'Memory not found' }])
  })

  test('of the wait keeps a read from being made', async () => {
    const answer = await during(
      {
        ready: async () => {
          throw new ReadModelBehind('late')
        },
      },
      async (edge) => ({ ...(await edge.send('GET', '/v1/memories/list?user_id=ana')), calls: edge.calls }),
    )
    expect([answer.status, answer.calls]).toEqual([503, []])
  })

  test('nobody foresaw is logged once, with its frames and without its words', async () => {
    const cause = Object.assign(new RangeError('Ana keeps bees\n    at bees (ana.ts:1:1)'), { code: 'E_ODD' })
    const { lines } = await during(failing(new TypeError('Ana keeps bees', { cause })), ingest)
    const errors = lines.filter(({ level }) => level === 50)
    expect(errors).toEqual([
      expect.objectContaining({
        requestId: expect.any(String),
        route: '/v1/memories/ingest',
        status: 500,
        err: {
          type: 'TypeError',
          stack: expect.arrayContaining([expect.stringContaining('failures.test.ts')]),
          cause: { type: 'RangeError', code: 'E_ODD', stack: expect.arrayContaining([expect.stringMatching(/^at /)]) },
        },
      }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/bees/)
  })
})

describe('health', () => {
  const embedding = { model: 'static-en', dimensions: 256, beside: null }
  const degraded: Health = {
    status: 'degraded',
    reason: 'Event store unavailable',
    lag: 3,
    position: '39',
    end: '42',
    end_age_ms: 3,
    overruns: 0,
    projector: 'retrying',
    parked: 0,
    embedding,
    providers: [],
  }

  test('says that all is well', async () => {
    const { body, status } = await during({}, (edge) => edge.send('GET', '/health'))
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        lag: 0,
        position: '42',
        end: '42',
        end_age_ms: 3,
        overruns: 0,
        projector: 'running',
        parked: 0,
        embedding,
        providers: [],
      },
    ])
  })

  test('with a key also tells the configuration', async () => {
    const { body } = await during({}, (edge) => edge.send('GET', '/v1/memories/health'))
    expect(body).toMatchObject({ status: 'ok', config: { llm_provider: 'none' } })
  })

  test.each(['/health', '/v1/memories/health'])('%s answers 503 and names what is down', async (path) => {
    const answer = await during({ health: async () => degraded }, (edge) => edge.send('GET', path))
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject(degraded)
    expect(answer.lines, 'the service logs the reason when it changes').toEqual([])
  })

  test('says whether reads are served, and that the process serves whatever else is down', async () => {
    const unavailable = { status: 'unavailable', reason: 'Read model unavailable' } as const
    const over = { health: async () => degraded, readiness: async () => unavailable }
    await during(over, async (edge) => {
      expect(await edge.send('GET', '/health/ready')).toMatchObject({ status: 503, body: unavailable })
      expect(await edge.send('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
    })
    await during({}, async (edge) => {
      expect(await edge.send('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } })
    })
  })
})
