import { setImmediate as round } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createReadiness,
  logChanges,
  lookAtLogEnd,
  reportHealth,
  type Watched,
  watchHealth,
} from '../../src/app/health.js'
import { deferred } from '../../src/concurrency/deferred.js'
import { EventStoreUnavailable, type Position } from '../../src/event-store/event-store.js'
import { EventStoreRefused } from '../../src/event-store/eventstoredb/errors.js'
import type { Database } from '../../src/postgres/database.js'
import { DatabaseClosed } from '../../src/postgres/faults.js'
import { ForeignReadModel } from '../../src/projector/generations/foreign-read-model.js'
import { handClock } from '../support/hand-clock.js'

const SECOND = 1000

/** A log whose end is looked at: it answers, fails or hangs. */
const createLog = () => {
  let answer = async (): Promise<Position | 'start'> => 7n
  let looks = 0
  return {
    looks: () => looks,
    answers: () => {
      answer = async () => 7n
    },
    fails: (error: Error) => {
      answer = async () => {
        throw error
      }
    },
    hangs: () => {
      const late = deferred()
      answer = () => late.done.then(() => 7n)
      return late.settle
    },
    end: () => {
      looks += 1
      return answer()
    },
  }
}

let clock: ReturnType<typeof handClock>
let log: ReturnType<typeof createLog>
beforeEach(() => {
  clock = handClock()
  log = createLog()
})

const watched = (over: Partial<Watched> = {}): Watched => ({
  store: { gapless: true, overruns: () => 0 },
  logEnd: lookAtLogEnd(log, clock),
  projector: { state: () => 'running', fault: () => undefined, position: () => 7n, parked: () => 0 },
  isLive: () => true,
  provider: { model: 'static-en', dimensions: 256 },
  change: () => null,
  providers: () => [],
  ...over,
})

describe('the health of a service whose log', () => {
  test('answers is well, and says how old the answer is', async () => {
    const parts = watched()
    expect(await reportHealth(parts)).toMatchObject({ status: 'ok', end: '7', lag: 0 })
  })

  test('holds an event that cannot be applied asks for attention, unless more is down', async () => {
    const parked = { ...watched().projector, parked: () => 2 }
    const parts = watched({ projector: parked })
    const report = await reportHealth(parts)
    expect(report).toMatchObject({ status: 'attention', parked: 2 })
    expect(report.reason).toBeUndefined()
    const stopped = await reportHealth({ ...parts, projector: { ...parked, state: () => 'stopped' } })
    expect(stopped).toMatchObject({ status: 'degraded', parked: 2 })
  })

  test('was asked long ago is well, however old the answer is', async () => {
    const parts = watched()
    await reportHealth(parts)
    clock.moveOn(3600 * SECOND)
    log.hangs()
    expect(await reportHealth(parts)).toMatchObject({ status: 'ok', end_age_ms: 3600 * SECOND })
  })

  test('lets a look wait is degraded after more than four seconds, and well again when it is answered', async () => {
    const parts = watched()
    await reportHealth(parts)
    const answer = log.hangs()
    expect((await reportHealth(parts)).status).toBe('ok')
    clock.moveOn(4 * SECOND)
    expect((await reportHealth(parts)).status).toBe('ok')
    clock.moveOn(1)
    expect(await reportHealth(parts)).toMatchObject({
      status: 'degraded',
      reason: 'Event store unavailable',
      lag: null,
    })
    answer()
    await round()
    expect((await reportHealth(parts)).status).toBe('ok')
  })

  test('has hung since the start is degraded after as long', async () => {
    log.hangs()
    const parts = watched()
    expect(await reportHealth(parts)).toMatchObject({ status: 'ok', end: null })
    clock.moveOn(4 * SECOND + 1)
    expect((await reportHealth(parts)).status).toBe('degraded')
  })

  test('has failed a look is degraded until the next one that does not', async () => {
    const parts = watched()
    await reportHealth(parts)
    log.fails(new EventStoreUnavailable('the event store cannot be reached'))
    expect(await reportHealth(parts)).toMatchObject({ status: 'degraded', reason: 'Event store unavailable' })
    log.answers()
    expect((await reportHealth(parts)).status).toBe('ok')
  })

  test('refuses the look is degraded with the sentence that says what it refuses', async () => {
    const refused = 'The event store refuses to read $all.'
    log.fails(new EventStoreRefused(refused))
    expect(await reportHealth(watched())).toMatchObject({ status: 'degraded', reason: refused })
  })
})

describe('a service that nobody asks how it is', () => {
  const watch = (lines: unknown[]) => {
    const parts = watched()
    const write = (line: string) => {
      const { reason, msg } = JSON.parse(line)
      lines.push(reason === undefined ? msg : [reason, msg])
    }
    const note = logChanges(pino({}, { write }), { well: 'well', not: 'degraded' })
    return watchHealth(async () => note(await reportHealth(parts)), clock)
  }
  /** Its own questions are answered within a few rounds, or after a tenth of a second where the log hangs. */
  const settled = (lines: readonly unknown[], many: number) =>
    expect.poll(() => lines.length, { interval: 10, timeout: 2000 }).toBe(many)

  test('looks at its log every two seconds, until it is closed', async () => {
    const unwatch = watch([])
    await round()
    for (const looks of [1, 2, 3]) {
      expect(log.looks()).toBe(looks)
      clock.moveOn(2 * SECOND)
      await round()
    }
    unwatch()
    clock.moveOn(10 * SECOND)
    expect(log.looks()).toBe(4)
  })

  test('has one line when a look has failed, however long that lasts, and one when it is over', async () => {
    const lines: unknown[] = []
    watch(lines)
    await round()
    log.fails(new EventStoreUnavailable('gone'))
    for (let n = 0; n < 10; n++) {
      clock.moveOn(2 * SECOND)
      await round()
    }
    await settled(lines, 1)
    log.answers()
    clock.moveOn(2 * SECOND)
    await settled(lines, 2)
    expect(lines).toEqual([['Event store unavailable', 'degraded'], 'well'])
  })

  test('has one line when its log hangs, by the time that somebody asks for the first time', async () => {
    const lines: unknown[] = []
    watch(lines)
    await round()
    log.hangs()
    clock.moveOn(8 * SECOND)
    await settled(lines, 1)
  })
})

describe('reads', () => {
  const fault = new ForeignReadModel(7n, 'another log')
  const answering: Database = {
    rows: async () => [{ logId: 'a', position: 7n, stream: 's', revision: 0n, id: 'i', passed: 0n }] as never,
    transaction: async (work) => work(answering),
    reading: () => answering,
  }
  const readiness = (parts: { db?: Database; isLive?: boolean; state?: 'running' | 'retrying' | 'stopped' }) => {
    const { db = answering, isLive = true, state = 'running' } = parts
    const projector = { state: () => state, fault: () => (state === 'stopped' ? fault : undefined) }
    return createReadiness({ isLive: () => isLive, projector, reading: (work) => work(db) }, clock)
  }
  const broken = (rows: Database['rows']): Database => ({ ...answering, rows, reading: () => broken(rows) })

  test.each(['running', 'retrying', 'stopped'] as const)('are served while the projector is %s', async (state) =>
    expect(await readiness({ state })()).toEqual({ status: 'ok' }),
  )

  test.each([
    ['running', 'The read models are being brought up to date with the log'],
    ['retrying', 'Read model unavailable: the projector tries again until it succeeds'],
    ['stopped', 'another log'],
  ] as const)('are not served before the read models are, with the projector %s', async (state, reason) =>
    expect(await readiness({ isLive: false, state })()).toEqual({ status: 'unavailable', reason }),
  )

  test('are not served while the database refuses', async () => {
    const db = broken(async () => {
      throw new DatabaseClosed()
    })
    expect(await readiness({ db })()).toEqual({ status: 'unavailable', reason: 'Read model unavailable' })
  })

  test('are not served while the database hangs, which is asked once for all who want to know', async () => {
    let asked = 0
    const db = broken(() => {
      asked += 1
      return new Promise(() => {})
    })
    const ready = readiness({ db })
    const answers = Promise.all([ready(), ready()])
    clock.moveOn(2 * SECOND)
    const unavailable = { status: 'unavailable', reason: 'Read model unavailable' }
    expect(await answers).toEqual([unavailable, unavailable])
    expect(asked).toBe(1)
  })
})
