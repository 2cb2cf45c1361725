import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

/** São Paulo has no summer time any more; Oslo has. */
const SAO_PAULO = 'America/Sao_Paulo'
const OSLO = 'Europe/Oslo'

describe.each(databasesFor(import.meta.url))('the day where the user is, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  afterEach(() => void vi.useRealTimers())
  /** The machine's clock; timers go on as they are. */
  const clockAt = (at: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })

  /** The same statement as each door takes its time. */
  const doors = {
    'a message': (content: string, at: string) => ({ messages: [{ role: 'user', content, timestamp: at }] }),
    'an ingest': (content: string, at: string) => ({ conversation: content, observed_at: at }),
    'a session date': (content: string, at: string) => ({ conversation: `[Session date: ${at}]\nUser: ${content}` }),
  }
  const ingest = async (who: Who, body: Fields, mode = '/quick') => {
    const answer = await app.ask<IngestResult>(`/v1/memories/ingest${mode}`, { ...who, source_site: 'chat', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const say = (who: Who, content: string, at: string, more: Fields = {}) =>
    ingest(who, { ...doors['a message'](content, at), ...more })
  const times = async (who: Who, more: Readonly<Record<string, string>> = {}) =>
    (await client.list(who, more)).memories
      .map(({ observed_at, observed_offset }) => [observed_at, observed_offset])
      .sort()
  const shownDays = ({ injection_text }: Schemas['SearchAnswer']) =>
    [...injection_text.matchAll(/^- \[([\d-]{10})\]/gm)].map(([, day]) => day)
  const datesOf = async (who: Who) =>
    (await client.list(who)).memories.flatMap(({ metadata }) =>
      ((metadata.dates ?? []) as { from: string }[]).map(({ from }) => from),
    )

  describe.each(Object.entries(doors))('by the time of %s', (_, door) => {
    test.each([
      [
        'an evening and the morning after it, ahead of UTC',
        '2026-08-01T20:00:00+13:00',
        '2026-08-02T08:00:00+13:00',
        2,
      ],
      ['one evening behind UTC', '2026-08-01T20:30:00-03:00', '2026-08-01T21:30:00-03:00', 1],
      ['one day of half an hour more', '2026-08-01T00:10:00+05:30', '2026-08-01T23:50:00+05:30', 1],
      ['one instant at two places', '2026-08-01T23:00:00-03:00', '2026-08-02T02:00:00+00:00', 2],
      ['two days of UTC', '2026-08-01T23:30:00Z', '2026-08-02T00:30:00Z', 2],
    ])('the same words of %s are as many memories as days', async (__, first, second, memories) => {
      const who = someone()
      await ingest(who, { ...door('Took the pill.', first), session_id: 'a' })
      await ingest(who, { ...door('Took the pill.', second), session_id: 'b' })
      expect((await client.list(who)).total).toBe(memories)
    })

    test('today and the day of a prompt are those of there', async () => {
      const who = someone()
      await ingest(who, door('I bought a bike today.', '2026-08-01T22:06:00-03:00'))
      await ingest(who, door('I painted the fence yesterday.', '2026-08-03T01:00:00+13:00'))
      expect((await datesOf(who)).sort()).toEqual(['2026-08-01', '2026-08-02'])
      expect(shownDays(await client.search(who, 'bike'))).toContain('2026-08-01')
      expect(await times(who)).toEqual([
        ['2026-08-02T01:06:00.000Z', '-03:00'],
        ['2026-08-02T12:00:00.000Z', '+13:00'],
      ])
    })
  })

  test.each([
    ['local time', '2026-08-01T22:06:00', SAO_PAULO, '2026-08-02T01:06:00.000Z', '-03:00', '2026-08-01'],
    ['UTC', '2026-08-02T01:06:00Z', SAO_PAULO, '2026-08-02T01:06:00.000Z', '-03:00', '2026-08-01'],
    ['a day', '2026-08-01', SAO_PAULO, '2026-08-01T03:00:00.000Z', '-03:00', '2026-08-01'],
    [
      'an offset of its own',
      '2026-08-01T22:06:00+13:00',
      SAO_PAULO,
      '2026-08-01T09:06:00.000Z',
      '+13:00',
      '2026-08-01',
    ],
    ['winter', '2026-01-31T23:30:00', OSLO, '2026-01-31T22:30:00.000Z', '+01:00', '2026-01-31'],
    ['summer', '2026-07-31T22:30:00Z', OSLO, '2026-07-31T22:30:00.000Z', '+02:00', '2026-08-01'],
    ['an hour that is skipped', '2026-03-29T02:30:00', OSLO, '2026-03-29T01:30:00.000Z', '+02:00', '2026-03-29'],
    ['an hour that comes twice', '2026-10-25T02:30:00', OSLO, '2026-10-25T00:30:00.000Z', '+02:00', '2026-10-25'],
  ])('a time in a time zone: %s', async (_, at, time_zone, instant, offset, day) => {
    for (const door of Object.values(doors)) {
      const who = someone()
      await ingest(who, { ...door('I bought a bike today.', at), time_zone })
      expect(await times(who)).toEqual([[instant, offset]])
      expect(await datesOf(who)).toEqual([day])
      expect(shownDays(await client.search(who, 'bike'))).toEqual([day])
    }
  })

  test('without a time the day is that of the time zone, or of UTC', async () => {
    clockAt('2026-08-02T01:06:00Z')
    const days: Record<string, string> = {
      [SAO_PAULO]: '2026-08-01',
      'Pacific/Auckland': '2026-08-02',
      '': '2026-08-02',
    }
    for (const [zone, day] of Object.entries(days)) {
      const who = someone()
      await ingest(who, { conversation: 'I bought a bike today.', ...(zone !== '' && { time_zone: zone }) })
      expect(await datesOf(who)).toEqual([day])
      expect(shownDays(await client.search(who, 'bike'))).toEqual([day])
    }
  })

  test('lines of an export are of the clock of the time zone', async () => {
    const who = someone()
    const line = (clock: string, text: string) => `[01/08/2026, ${clock}] Ana: ${text}`
    const conversation = [line('22:06:13', 'I bought a bike today.'), line('23:59:00', 'I sold the car today.')].join(
      '\n',
    )
    await ingest(who, { conversation, time_zone: SAO_PAULO })
    expect(await datesOf(who)).toEqual(['2026-08-01', '2026-08-01'])
    expect((await client.list(who, { from: '2026-08-01', to: '2026-08-01' })).total).toBe(2)
  })

  test('filters by day compare the days of there, filters by time the times', async () => {
    const who = someone()
    await say(who, 'I bought a bike.', '2026-08-01T22:06:00-03:00')
    await say(who, 'I sold the car.', '2026-08-01T08:00:00+13:00')
    await say(who, 'I baked bread.', '2026-08-01T12:00:00Z')
    await say(who, 'I met Eva.', '2026-08-02')
    const found = async (from: string, to: string) => {
      const listed = await client.list(who, { from, to })
      const searched = await client.search(who, 'bike car bread Eva', { from, to, threshold: 0 })
      const within = await client.search(who, 'bike car bread Eva', { time_window: { from, to }, threshold: 0 })
      expect([searched.count, within.count]).toEqual([listed.total, listed.total])
      return listed.memories.map(({ content }) => content.replace(/.* /, '')).sort()
    }
    expect(await found('2026-08-01', '2026-08-01')).toEqual(['bike.', 'bread.', 'car.'])
    expect(await found('2026-07-31', '2026-07-31')).toEqual([])
    expect(await found('2026-08-02', '2026-08-02')).toEqual(['Eva.'])
    expect(await found('2026-08-02T00:00:00Z', '2026-08-02T23:00:00Z')).toEqual(['Eva.', 'bike.'])
    expect(await found('2026-07-31T19:00:00Z', '2026-07-31T19:00:00Z')).toEqual(['car.'])
  })

  test('a list counts days by its time zone where no other clock is known', async () => {
    const who = someone()
    await say(who, 'I bought a bike.', '2026-08-02T01:06:00Z')
    await say(who, 'I sold the car.', '2026-08-02T08:00:00+13:00')
    await say(who, 'I met Eva.', '2026-08-02')
    const listed = async (from: string, to: string, time_zone: string) =>
      (await client.list(who, { from, to, time_zone })).memories
        .map(({ content }) => content.replace(/.* /, ''))
        .toSorted()
    expect(await listed('2026-08-01', '2026-08-01', SAO_PAULO)).toEqual(['bike.'])
    expect(await listed('2026-08-02', '2026-08-02', SAO_PAULO)).toEqual(['Eva.', 'car.'])
    expect(await listed('2026-08-01T22:00:00', '2026-08-01T23:00:00', SAO_PAULO)).toEqual(['bike.'])
    expect((await app.ask(`/v1/memories/list?${query(who, { time_zone: 'Mars/Olympus' })}`)).status).toBe(400)
  })

  test('a search counts days by its time zone where no other clock is known', async () => {
    const who = someone()
    await say(who, 'I bought a bike.', '2026-08-02T01:06:00Z')
    await say(who, 'I met Eva.', '2026-08-02')
    const asked = (day: string) =>
      client.search(who, 'bike Eva', { from: day, to: day, threshold: 0, time_zone: SAO_PAULO })
    expect(shownDays(await asked('2026-08-01'))).toEqual(['2026-08-01'])
    expect(shownDays(await asked('2026-08-02'))).toEqual(['2026-08-02'])
    expect(shownDays(await client.search(who, 'bike Eva'))).toEqual(['2026-08-02', '2026-08-02'])
  })

  test('a question about a day puts first what was said on it', async () => {
    const who = someone()
    await say(who, 'I repaired the old radio.', '2026-07-31T21:30:00-03:00')
    await say(who, 'I planted tomatoes outside.', '2026-08-01T22:06:00-03:00')
    const first = async (more: Fields = {}) =>
      (await client.search(who, 'What did I do on 1 August?', { threshold: 0, ...more })).memories[0]?.content
    expect(await first()).toContain('tomatoes')
    expect(await first({ as_of: '2099-01-01' })).toContain('tomatoes')
    expect((await client.search(who, 'What did I do on 31 July?', { threshold: 0 })).memories[0]?.content).toContain(
      'radio',
    )
  })

  test.each([
    ['by the time zone', { time_zone: SAO_PAULO }, 'tomatoes'],
    ['by UTC', {}, 'bread'],
    ['by the offset of the time asked for', { as_of: '2026-08-03T22:30:00-03:00' }, 'tomatoes'],
  ])('yesterday in a question is that of there: %s', async (_, more, expected) => {
    const who = someone()
    clockAt('2026-08-02T15:00:00Z')
    await say(who, 'I planted tomatoes outside.', '2026-08-02T10:00:00-03:00')
    await say(who, 'I baked bread at home.', '2026-08-03T10:00:00+13:00')
    clockAt('2026-08-04T01:30:00Z')
    const { memories } = await client.search(who, 'What did I do yesterday?', { threshold: 0, ...more })
    expect(memories[0]?.content).toContain(expected)
  })

  test.each(['', 'Europe', 'Mars/Olympus', '+02:00', 'UTC+2', '../etc'])(
    'an unknown time zone is refused: "%s"',
    async (time_zone) => {
      const who = someone()
      const bodies = {
        '/v1/memories/ingest': { conversation: 'I bought a bike.', source_site: 'chat' },
        '/v1/memories/ingest/quick': { conversation: 'I bought a bike.', source_site: 'chat' },
        '/v1/memories/search': { query: 'bike' },
        '/v1/memories/search/fast': { query: 'bike' },
      }
      for (const [path, body] of Object.entries(bodies))
        expect((await app.ask(path, { ...who, ...body, time_zone })).status).toBe(400)
    },
  )

  test('a time at the end of the calendar is no fault', async () => {
    for (const at of ['9999-12-31T23:30:00', '9999-12-31T23:30:00Z', '1000-01-01T00:30:00']) {
      for (const time_zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
        const who = someone()
        await say(who, 'I bought a bike today.', at, { time_zone })
        const day = at.slice(0, 10)
        await client.search(who, 'bike', { time_zone, from: day, to: day })
      }
    }
  })

  test.each([
    ['quick', '/quick'],
    ['full', ''],
  ])('a clock that was ahead decides no order: %s ingest', async (_, mode) => {
    const who = someone()
    clockAt('2026-08-02T13:00:00Z')
    await ingest(who, { conversation: 'User: I live in Oslo.', session_id: 'a' }, mode)
    clockAt('2026-08-01T12:00:00Z')
    await ingest(who, { conversation: 'User: I live in Rome today.', session_id: 'b' }, mode)
    const { memories, injection_text } = await client.search(who, 'Where do I live now?')
    expect(memories.map(({ observed_at }) => observed_at)).toEqual(memories.map(() => '2026-08-02T13:00:00.000Z'))
    expect(injection_text.indexOf('Oslo')).toBeLessThan(injection_text.indexOf('Rome'))
    expect(memories[0]?.content).toContain('Rome')
    expect((await datesOf({ ...who })).filter((day) => day !== undefined)).toEqual(['2026-08-02'])
  })

  test('a telling keeps its offset, and gives it to its memory when the first goes', async () => {
    const who = someone()
    const { memoryIds } = await say(who, 'I drink tea.', '2026-08-01T22:06:00-03:00', { session_id: 'a' })
    await ingest(who, { conversation: 'User: I drink tea.', session_id: 'b', time_zone: 'Pacific/Auckland' })
    const { body } = await app.ask<Schemas['TellingPage']>(`/v1/memories/${memoryIds[0]}/tellings?${query(who)}`)
    expect(body.tellings.map(({ observed_offset, is_dated }) => [observed_offset, is_dated])).toEqual([
      ['-03:00', true],
      [expect.stringMatching(/^\+1[23]:00$/), false],
    ])
    await changes.removeMany(who, { session_id: 'a' })
    expect((await times(who))[0]?.[1]).toMatch(/^\+1[23]:00$/)
  })

  test('tables that are built anew hold the same', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(rows).toEqual(live)
  })
})
