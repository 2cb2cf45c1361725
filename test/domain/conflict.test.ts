import { describe, expect, test } from 'vitest'
import {
  expire,
  goingWith,
  isReadAlike,
  type ReplacedNow,
  type Resolving,
  resolve,
  type SideNow,
  settle,
} from '../../src/domain/conflict/decisions.js'
import type { ConflictOf, KnownConflict, Resolution } from '../../src/domain/conflict/events.js'
import {
  ConflictAlreadyResolved,
  ConflictChanged,
  ConflictNotFound,
  NewMemoryHasFewerReaders,
} from '../../src/domain/errors.js'
import type { Readers } from '../../src/domain/scope.js'
import { conflict } from '../support/folds.js'
import { given } from '../support/given.js'
import { by, id } from '../support/sample-parts.js'
import { samples } from '../support/samples.js'

const opened = samples.ConflictOpened as ConflictOf<'ConflictOpened'>
const { conflictId } = opened.metadata
const [old, news] = [opened.data.existing.memoryId, opened.data.new.memoryId]
const all: Readers = { workspaceId: 'w', agentId: 'a', visibility: 'workspace', grantedTo: [] }
const few: Readers = { ...all, visibility: 'agent_only' }
const existing: SideNow = { status: 'active', version: 2, reworded: false, readers: all }
const waiting: SideNow = {
  status: 'needs_clarification',
  version: 1,
  reworded: false,
  readers: { ...all, agentId: 'b' },
}
const wish = (changes: Partial<Resolving> = {}): Resolving => ({
  ...{ by, resolution: 'resolved_new', seen: undefined, replaced: [], existing, new: waiting },
  ...changes,
})
const clarified = (outcome: 'active' | 'deleted', more = {}) => ({
  type: 'MemoryClarified' as const,
  metadata: { ...by, memoryId: news, version: 2, ...more },
  data: { outcome },
})
const superseded = (version = 3) => ({
  type: 'MemorySuperseded' as const,
  metadata: { ...by, memoryId: old, version },
  data: { by: news },
})
const resolved = (
  resolution: ConflictOf<'ConflictResolved'>['data']['resolution'],
  [first, second] = [2, 1],
  more = {},
): ConflictOf<'ConflictResolved'> => ({
  type: 'ConflictResolved',
  metadata: { ...by, conflictId, ...more },
  data: { resolution, existing: [old, first], new: [news, second] },
})

describe('a conflict that somebody resolves', () => {
  test('for the new memory: it is active, and the existing one superseded by it', () =>
    given(conflict)(opened).when(resolve, wish()).then(clarified('active'), superseded(), resolved('resolved_new')))
  test('takes what rests on the superseded memory along, but for what changes otherwise', () => {
    const ends = [clarified('active'), superseded(), resolved('resolved_new')]
    const resting = (n: number) => ({ memoryId: id(n), version: 1 })
    const attached = {
      facts: [5, 6].map((n) => ({ ...resting(n), basis: [old] })),
      behind: [],
      echoes: [],
      composites: [{ ...resting(8), part: old }],
    }
    const gone = (n: number, more: object, of: string | null) => ({
      type: 'MemorySuperseded',
      metadata: { ...by, memoryId: id(n), version: 2, ...more },
      data: { by: of },
    })
    const done = [
      { type: 'MemoriesDeleted' as const, metadata: by, data: { memories: [[id(6), 2] as [string, number]] } },
    ]
    expect(goingWith(ends, { attached, by, done })).toEqual([
      gone(5, { reason: 'replaced' }, news),
      gone(8, { reason: 'withdrawn' }, null),
    ])
  })
  test('for the existing memory: the new one is deleted', () =>
    given(conflict)(opened)
      .when(resolve, wish({ resolution: 'resolved_existing' }))
      .then(clarified('deleted'), resolved('resolved_existing')))
  test('for both: both are active', () =>
    given(conflict)(opened)
      .when(resolve, wish({ resolution: 'resolved_both' }))
      .then(clarified('active'), resolved('resolved_both')))
  test('the same way again: nothing happens', () =>
    given(conflict)(opened, resolved('resolved_both'))
      .when(resolve, wish({ resolution: 'resolved_both' }))
      .thenNothing())
  test('in another way: it is refused', () =>
    given(conflict)(opened, resolved('resolved_both')).when(resolve, wish()).thenRefuses(ConflictAlreadyResolved))
  test('that was never opened: there is none', () =>
    given(conflict)().when(resolve, wish()).thenRefuses(ConflictNotFound))
  test.each([{ existing: { ...existing, version: 3 } }, { new: { ...waiting, version: 2 } }])(
    'a memory of which has changed since is refused: %j',
    (changes) => given(conflict)(opened).when(resolve, wish(changes)).thenRefuses(ConflictChanged),
  )
  test('unless the caller has seen that', () =>
    given(conflict)(opened)
      .when(resolve, wish({ existing: { ...existing, version: 5 }, seen: { existing: 5, new: 1 } }))
      .then(clarified('active'), superseded(6), resolved('resolved_new', [5, 1])))
  test('for a new memory that not all readers of the existing one can read: it is refused', () =>
    given(conflict)(opened)
      .when(resolve, wish({ new: { ...waiting, readers: few } }))
      .thenRefuses(NewMemoryHasFewerReaders))
})

describe('a conflict that nobody resolves goes', () => {
  const trust = (a: number, b: number) => ({
    by,
    trust: { existing: a, new: b },
    replaced: [],
    existing,
    new: waiting,
  })
  const resolution = (given: Parameters<typeof expire>[1], suggested: Resolution = 'resolved_new') =>
    expire({ ...opened.data, suggested, conflictId, status: 'open' }, given).flatMap((event) =>
      event.type === 'ConflictResolved' ? [event.data.resolution] : [],
    )
  test.each([
    ['to the agent with more trust', trust(0.9, 0.5), 'resolved_existing'],
    ['to the agent with more trust', trust(0.5, 0.6), 'resolved_new'],
    ['with equal trust to the newer memory', trust(0.5, 0.5), 'resolved_new'],
    [
      'with equal trust to what was corrected since',
      { ...trust(0.5, 0.5), existing: { ...existing, version: 3, reworded: true } },
      'resolved_existing',
    ],
    ['to what is left', { ...trust(0.9, 0.1), existing: { ...existing, status: 'gone' as const } }, 'resolved_new'],
    ['to what is left', { ...trust(0.1, 0.9), new: { ...waiting, status: 'gone' as const } }, 'resolved_existing'],
    [
      'to both where the new one has fewer readers',
      { ...trust(0.1, 0.9), new: { ...waiting, readers: few } },
      'resolved_both',
    ],
  ])('%s', (_, given, expected) => expect(resolution(given)).toEqual([expected]))
  test('to both where only a part is contradicted, whoever is trusted more', () => {
    expect(resolution(trust(0.1, 0.9), 'resolved_both')).toEqual(['resolved_both'])
    expect(resolution(trust(0.9, 0.1), 'resolved_both')).toEqual(['resolved_both'])
  })
  test('nowhere once it is resolved', () =>
    given(conflict)(opened, resolved('resolved_both')).when(expire, trust(0.9, 0.1)).thenNothing())
})

describe('a step that touches a memory of an open conflict', () => {
  const open: KnownConflict = { ...opened.data, conflictId, status: 'open' }
  const touching = (...touched: [string, { version: number; readers: Readers | 'gone' }][]) =>
    settle(open, { by, existing, new: waiting, replaced: [], touched: new Map(touched) })
  const settled = { reason: 'settled' }
  test('by deleting the existing one makes the new one active', () =>
    expect(touching([old, { version: 3, readers: 'gone' }])).toEqual([
      clarified('active', settled),
      resolved('resolved_new', [3, 1], settled),
    ]))
  test('by deleting the new one leaves the existing one', () =>
    expect(touching([news, { version: 2, readers: 'gone' }])).toEqual([resolved('resolved_existing', [2, 2], settled)]))
  test('by deleting both revives none', () =>
    expect(touching([old, { version: 3, readers: 'gone' }], [news, { version: 2, readers: 'gone' }])).toEqual([
      resolved('resolved_existing', [3, 2], settled),
    ]))
  test('by hiding one of them from readers of the other leaves both', () =>
    expect(touching([old, { version: 3, readers: few }])).toEqual([
      clarified('active', settled),
      resolved('resolved_both', [3, 1], settled),
    ]))
  test('and leaves its readers as they are does nothing', () =>
    expect(touching([old, { version: 3, readers: all }])).toEqual([]))
})

test('memories are read alike where each reader of one is a reader of the other', () => {
  const to = (agentId: string, grantedTo: string[]): Readers => ({
    ...all,
    agentId,
    visibility: 'restricted',
    grantedTo,
  })
  expect(isReadAlike(all, { ...all, agentId: 'b' })).toBe(true)
  expect(isReadAlike(to('a', ['b']), to('b', ['a']))).toBe(true)
  expect(isReadAlike(to('a', ['b']), to('b', ['a', 'c']))).toBe(false)
  expect(isReadAlike(all, to('b', ['a']))).toBe(false)
})

describe('what the new memory of a conflict replaces', () => {
  const mine: ReplacedNow = {
    memoryId: id(77),
    version: 4,
    isInForce: true,
    isSameKey: false,
    readers: waiting.readers,
    named: 4,
  }
  const gone = (reason: 'replaced' | 'same_key') => ({
    type: 'MemorySuperseded' as const,
    metadata: { ...by, memoryId: mine.memoryId, version: 5, reason },
    data: { by: news },
  })
  const decide = (resolution: Resolving['resolution'], replaced: readonly ReplacedNow[]) =>
    given(conflict)(opened).when(resolve, wish({ resolution, replaced }))

  test('is superseded when it becomes active', () =>
    decide('resolved_both', [mine]).then(clarified('active'), gone('replaced'), resolved('resolved_both')))
  test('stays where it does not', () =>
    decide('resolved_existing', [mine]).then(clarified('deleted'), resolved('resolved_existing')))
  test.each<[string, Partial<ReplacedNow>]>([
    ['has changed', { version: 5 }],
    ['is not in force', { isInForce: false }],
  ])('is refused where it %s', (_, change) =>
    decide('resolved_new', [{ ...mine, ...change }]).thenRefuses(ConflictChanged),
  )
  test('is refused where it has readers that the new one lacks', () =>
    decide('resolved_both', [{ ...mine, readers: { ...all, workspaceId: 'other' } }]).thenRefuses(
      NewMemoryHasFewerReaders,
    ))
  test('is what holds its slot by then, though it was not named', () =>
    decide('resolved_both', [{ ...mine, named: null, isSameKey: true }]).then(
      clarified('active'),
      gone('same_key'),
      resolved('resolved_both'),
    ))
})
