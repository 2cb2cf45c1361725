import { describe, expect, test } from 'vitest'
import { cascade, NOTHING_ATTACHED, restingAlone, type TurnBehind, turnsGone } from '../../src/domain/memory/cascade.js'

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

describe('an echo', () => {
  const attached = { ...NOTHING_ATTACHED, echoes: [{ memoryId: 'echo', version: 3, of: 'home' }] }
  const home = { memoryId: 'home', version: 1 }
  test('is superseded with what it says again, by what takes the place of that', () =>
    expect(cascade({ closed: [closing('home', 'other')] }, attached).closings).toEqual([
      closing('home', 'other'),
      { memoryId: 'echo', version: 4, by: 'other', reason: 'superseded' },
    ]))
  test('is deleted with it, as asked for then', () => {
    const askedAt = { instant: '2026-01-01T00:00:00.000Z', offset: null }
    expect(cascade({ deleted: [{ ...home, askedAt }] }, attached).deletions).toEqual([
      { ...home, askedAt },
      { memoryId: 'echo', version: 3, askedAt },
    ])
  })
  test.each([{ corrected: [home] }, { reworded: [home] }])('gives way to what says something else now', (change) =>
    expect(cascade(change, attached).closings).toEqual([
      { memoryId: 'echo', version: 4, by: 'home', reason: 'replaced' },
    ]),
  )
  test('goes with the turn behind a fact', () => {
    const behind = [turn({ memoryId: 'home', facts: [fact('fact', 0), fact('fact', 10)] })]
    const gone = cascade({ closed: [closing('fact')] }, { ...attached, behind })
    expect(gone.closings.map(({ memoryId }) => memoryId)).toEqual(['fact', 'home', 'echo'])
  })
  test('changes once, and stays where something else goes', () => {
    expect(cascade({ deleted: [home, { memoryId: 'echo', version: 3 }] }, attached).deletions).toHaveLength(2)
    expect(cascade({ deleted: [{ memoryId: 'other', version: 1 }] }, attached).deletions).toHaveLength(1)
  })
})
