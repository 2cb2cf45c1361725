import { describe, expect, test } from 'vitest'
import { isToldAnew } from '../../src/queries/told-anew.js'

type Exchange = Parameters<typeof isToldAnew>[0]
type Asked = Parameters<typeof isToldAnew>[1]

const monday = (clock: string) => `2026-05-04T${clock}:00.000Z`
const tuesday = (clock: string) => `2026-05-05T${clock}:00.000Z`
const told = (over: Partial<Exchange> = {}): Exchange => ({
  ...{ recordedAt: monday('08:00'), observedAt: monday('08:00'), goneAt: null, isPast: true },
  ...over,
})
const sent = (now: string, over: Partial<Asked> = {}): Asked => ({ now, saidAt: undefined, inSession: true, ...over })
const said = (at: string, byMessages = true) => ({ saidAt: { at, byMessages } })

describe('an exchange that was ingested before is told anew', () => {
  test.each<[string, boolean, Exchange, Asked]>([
    ['a day later behind others', true, told(), sent(tuesday('08:00'))],
    ['within the hour', false, told(), sent(monday('08:59'))],
    ['by a clock that went back', false, told(), sent('2026-05-03T08:00:00.000Z')],
    ['with nothing between', false, told({ isPast: false }), sent(tuesday('08:00'))],
    ['without a session', false, told(), sent(tuesday('08:00'), { inSession: false })],
    ['after it was deleted', false, told({ goneAt: monday('09:00') }), sent(tuesday('08:00'))],
    ['at the time of before', false, told(), sent(tuesday('08:00'), said(monday('08:00')))],
    ['at an earlier time', false, told(), sent(tuesday('08:00'), said(monday('07:00')))],
    ['at once, by a time of its own', true, told(), sent(monday('08:01'), said(tuesday('08:00')))],
    [
      'without a session, by a time',
      true,
      told(),
      sent(monday('08:01'), { inSession: false, ...said(tuesday('08:00')) }),
    ],
    ['by a time, with nothing between', false, told({ isPast: false }), sent(tuesday('09:00'), said(tuesday('08:00')))],
    [
      'deleted and nothing between, by its messages',
      true,
      told({ isPast: false, goneAt: monday('09:00') }),
      sent(tuesday('09:00'), said(tuesday('08:00'))),
    ],
    [
      'deleted and nothing between, by the request',
      false,
      told({ isPast: false, goneAt: monday('09:00') }),
      sent(tuesday('09:00'), said(tuesday('08:00'), false)),
    ],
    [
      'deleted since that time',
      false,
      told({ goneAt: tuesday('08:30') }),
      sent(tuesday('09:00'), said(tuesday('08:00'))),
    ],
  ])('%s: %s', (_, expected, exchange, asked) => {
    expect(isToldAnew(exchange, asked)).toBe(expected)
  })
})
