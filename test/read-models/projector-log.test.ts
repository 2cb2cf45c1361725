import { pino } from 'pino'
import { expect, test } from 'vitest'
import { projectorLog } from '../../src/read-models/projector-log.js'

test.each([
  ['events, where positions count them', true, 'Reading the log: 250 of 1000 events'],
  ['a share, where positions have gaps', false, 'Reading the log: 25 %'],
])('how far the projector is, is told in %s', (_, gapless, said) => {
  const told: string[] = []
  projectorLog(pino({ level: 'silent' }), (state) => told.push(state), { gapless }).progress({
    position: 250n,
    end: 1000n,
  })
  expect(told).toEqual([said])
})
