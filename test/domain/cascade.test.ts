import { describe, expect, test } from 'vitest'
import { restingAlone, type TurnBehind, turnsGone } from '../../src/domain/memory/cascade.js'

const fact = (factId: string, start: number, isInForce = true) => ({ factId, start, end: start + 5, isInForce })
const turn = (changes: Partial<TurnBehind> = {}): TurnBehind => ({
  ...{ memoryId: 'turn', version: 1, isReplacing: false },
  statements: [
    { start: 0, end: 10 },
    { start: 10, end: 20 },
  ],
  facts: [fact('home', 2), fact('dog', 12)],
  ...changes,
})
const closing = (memoryId: string, by = 'new') => ({ memoryId, version: 2, by, reason: 'superseded' as const })
const gone = (of: TurnBehind, ...ids: readonly string[]) =>
  turnsGone(
    [of],
    ids.map((id) => closing(id)),
  )

describe('a turn behind facts', () => {
  test('goes with the last of them, by what took its place', () =>
    expect(turnsGone([turn()], [closing('home'), closing('dog', 'other')])).toEqual([
      { memoryId: 'turn', version: 2, by: 'other', reason: 'superseded' },
    ]))
  test('goes where the others were gone before', () =>
    expect(gone(turn({ facts: [fact('home', 2), fact('dog', 12, false)] }), 'home')).toHaveLength(1))
  test.each([
    ['another fact of it is in force', turn(), ['home']],
    ['it states something that is no fact', turn({ facts: [fact('home', 2)] }), ['home']],
    ['its writer says that it replaces something', turn({ isReplacing: true }), ['home', 'dog']],
    ['none of its facts goes', turn(), ['another']],
  ] as const)('stays where %s', (_, of, ids) => expect(gone(of, ...ids)).toEqual([]))
})

test('a fact goes with the turns that it rests on, if with all of them', () => {
  const facts = [
    { memoryId: 'home', version: 1, basis: ['a'] },
    { memoryId: 'both', version: 1, basis: ['a', 'b'] },
  ]
  const going = (...ids: readonly string[]) =>
    restingAlone(
      facts,
      ids.map((memoryId) => ({ memoryId })),
    ).map(({ memoryId }) => memoryId)
  expect(going('a')).toEqual(['home'])
  expect(going('a', 'b')).toEqual(['home', 'both'])
  expect(going('b')).toEqual([])
})
