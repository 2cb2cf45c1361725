import { beforeEach, describe, expect, test } from 'vitest'
import { repeatedFault } from '../../src/concurrency/repeated-fault.js'
import { handClock } from '../support/hand-clock.js'

describe('a fault that comes twice a second', () => {
  const error = new Error('away')
  let clock: ReturnType<typeof handClock>
  let lines: (readonly [string, object, string])[]
  beforeEach(() => {
    clock = handClock()
    lines = []
  })
  const noted = (options = {}) => {
    const line = (level: string) => (about: object, message: string) => void lines.push([level, about, message])
    const log = { info: line('info'), warn: line('warn'), error: line('error') }
    return repeatedFault(log, 'the projector tries again', { clock, ...options })
  }
  const comesFor = (seconds: number, note: ReturnType<typeof noted>) => {
    for (let n = 0; n < 2 * seconds; n++) {
      note(error)
      clock.moveOn(500)
    }
  }
  const begun = (times: number) => ['warn', { err: error, times }, 'the projector tries again']

  test('is one line when it begins, with the error', () => {
    comesFor(59, noted())
    expect(lines).toEqual([begun(1)])
  })

  test('is one line more for each minute that it lasts, with how many times it has come', () => {
    comesFor(181, noted())
    expect(lines).toEqual([begun(1), begun(121), begun(241), begun(361)])
  })

  test('is one line when it has not come for a minute, with its number and how long it lasted', () => {
    comesFor(90, noted())
    clock.moveOn(59_000)
    expect(lines).toEqual([begun(1), begun(121)])
    clock.moveOn(1000)
    expect(lines.slice(2)).toEqual([['info', { times: 180, lastedMs: 89_500 }, 'over: the projector tries again']])
    clock.moveOn(600_000)
    expect(lines).toHaveLength(3)
  })

  test('begins anew after it was over', () => {
    const note = noted()
    note(error)
    clock.moveOn(60_000)
    note(error)
    expect(lines).toEqual([begun(1), ['info', { times: 1, lastedMs: 0 }, 'over: the projector tries again'], begun(1)])
  })

  test('has on its line what is known of that time, at the level that it deserves', () => {
    const note = noted({ level: 'error' })
    note(undefined, { model: 'other' })
    expect(lines).toEqual([['error', { model: 'other', err: undefined, times: 1 }, 'the projector tries again']])
  })

  test('of a job that is done each ten minutes is not over between two of them', () => {
    const note = noted({ quietMs: 1_260_000 })
    for (let n = 0; n < 3; n++) {
      note(error)
      clock.moveOn(600_000)
    }
    expect(lines).toEqual([begun(1), begun(2), begun(3)])
    clock.moveOn(660_000)
    expect(lines.at(-1)?.[2]).toBe('over: the projector tries again')
  })
})
