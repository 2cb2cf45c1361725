import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admissible } from '../../../../src/commands/ingest/model-judging/admissible.js'
import type { VerdictOutcome } from '../../../../src/commands/ingest/model-judging/verdicts.js'
import { readByAllOf, type Visibility } from '../../../../src/domain/scope.js'
import { fact, type Given, held, memory, of, PERSONAL } from './a-case.js'

describe('an update', () => {
  test.each<[string, Given, readonly string[]]>([
    ['of the same fact', {}, ['update', 'as_judged']],
    ['of a memory without a property', { candidate: { attribute: null } }, ['update', 'as_judged']],
    ['of another property', { candidate: { attribute: 'job' } }, ['add', 'other_attribute']],
    ['of another time', { fact: { validTo: '2020-12-31' } }, ['add', 'other_time']],
    ['by an older text', { fact: { day: '2026-03-01' } }, ['add', 'told_earlier']],
    ['with too little confidence', { confidence: 0.5 }, ['add', 'below_threshold']],
    [
      'of another agent',
      { fact: { readers: of('a', 'workspace') }, candidate: { readers: of('b', 'workspace') } },
      ['add', 'other_owner'],
    ],
    [
      'of what others read',
      { fact: { readers: of('a', 'agent_only') }, candidate: { readers: of('a', 'workspace') } },
      ['add', 'other_readers'],
    ],
  ])('%s', (_name, given, outcome) => expect(held('update', given)).toEqual(outcome))
})

describe('a retraction', () => {
  test.each<[string, Given, readonly string[]]>([
    ['of the same subject', { fact: { attribute: null } }, ['retract', 'as_judged']],
    ['of another subject', { fact: { subject: 'ben' } }, ['add', 'other_subject']],
    ['with too little confidence', { confidence: 0.5 }, ['contradiction', 'below_threshold']],
    ['told before', { fact: { day: '2026-03-01' } }, ['add', 'told_earlier']],
    [
      'of another agent',
      { fact: { readers: of('a', 'workspace') }, candidate: { readers: of('b', 'workspace') } },
      ['contradiction', 'other_owner'],
    ],
    ['by a text that steers', { fact: { trust: 0.2 } }, ['add', 'steering']],
  ])('%s', (_name, given, outcome) => expect(held('retract', given)).toEqual(outcome))
})

describe('a skip', () => {
  const same = { content: 'Ana lives in Porto.', value: 'Porto' }
  test.each<[string, Given, readonly string[]]>([
    ['of what is known', { fact: same }, ['skip', 'as_judged']],
    [
      'of what all readers of the fact may read',
      { fact: { ...same, readers: of('a', 'agent_only') }, candidate: { readers: of('a', 'workspace') } },
      ['skip', 'as_judged'],
    ],
    [
      'of what not all of them may read',
      { fact: { ...same, readers: of('a', 'workspace') }, candidate: { readers: of('a', 'agent_only') } },
      ['add', 'other_readers'],
    ],
    ['of another value', {}, ['add', 'other_value']],
    [
      'of another number',
      { fact: { content: 'Ana lives in Porto with 2 cats.', value: null } },
      ['add', 'other_value'],
    ],
    ['of another subject', { fact: { ...same, subject: 'ben' } }, ['add', 'other_subject']],
    ['of another time', { fact: { ...same, validTo: '2020-12-31' } }, ['add', 'other_time']],
    ['with too little confidence', { fact: same, confidence: 0.5 }, ['add', 'below_threshold']],
  ])('%s', (_name, given, outcome) => expect(held('skip', given)).toEqual(outcome))
})

test('a contradiction links what all its readers see at the same time', () => {
  expect(held('contradiction')).toEqual(['contradiction', 'as_judged'])
  expect(held('contradiction', { fact: { validTo: '2020-12-31' } })).toEqual(['add', 'other_time'])
  expect(
    held('contradiction', { fact: { readers: of('a', 'agent_only') }, candidate: { readers: of('b', 'workspace') } }),
  ).toEqual(['add', 'other_readers'])
})

test('an addition stays one, and a verdict on nothing becomes one', () => {
  expect(held('add')).toEqual(['add', 'as_judged'])
  expect(
    admissible({ outcome: 'supersede', confidence: 1 }, { fact: fact(), candidate: undefined, threshold: 0 }),
  ).toEqual({ outcome: 'add', reason: 'no_candidate' })
})

describe('whatever the verdict', () => {
  const readers = fc.oneof(
    fc.constant(PERSONAL),
    fc
      .tuple(
        fc.constantFrom('a', 'b'),
        fc.constantFrom<Visibility>('workspace', 'agent_only', 'restricted'),
        fc.subarray(['a', 'b', 'c']),
      )
      .map(([agent, visibility, granted]) => of(agent, visibility, ...granted)),
  )
  const day = fc.constantFrom(null, '2020-01-01', '2026-05-01', '2026-05-08')
  const times = fc.record({ validFrom: day, validTo: day, day })
  const what = fc.record({
    subject: fc.constantFrom('ana', 'ben', null),
    attribute: fc.constantFrom('home', 'job', 'hobby', null),
    readers,
  })
  test('memories are closed or rewritten only for the same owner, about the same subject, with confidence', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<VerdictOutcome>('add', 'update', 'supersede', 'contradiction', 'skip', 'retract'),
        fc.tuple(what, times, what, times, fc.double({ min: 0, max: 1, noNaN: true })),
        (outcome, [mine, myTimes, theirs, theirTimes, confidence]) => {
          const given = {
            fact: fact({ ...mine, ...myTimes }),
            candidate: memory({ ...theirs, ...theirTimes }),
            threshold: 0.8,
          }
          const { outcome: result } = admissible({ outcome, confidence }, given)
          if (result === 'contradiction') expect(readByAllOf(mine.readers, theirs.readers)).toBe(true)
          if (!['update', 'supersede', 'late', 'retract'].includes(result)) return
          expect(confidence).toBeGreaterThanOrEqual(0.8)
          expect([mine.readers.agentId, mine.readers.workspaceId]).toEqual([
            theirs.readers.agentId,
            theirs.readers.workspaceId,
          ])
          expect(mine.subject === null || theirs.subject === null || mine.subject === theirs.subject).toBe(true)
          expect(readByAllOf(mine.readers, theirs.readers)).toBe(true)
          if (result === 'supersede' || result === 'late')
            expect(new Set([mine.attribute, theirs.attribute, null]).size).toBeLessThan(3)
        },
      ),
      { numRuns: 2000 },
    ))
})
