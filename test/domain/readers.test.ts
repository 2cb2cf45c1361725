import { describe, expect, test } from 'vitest'
import { type Readers, readByAllOf, readerGroup, readersOf, type Visibility } from '../../src/domain/scope.js'

const own: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
const shared = (agentId: string, visibility: Visibility | null, grantedTo: string[] = []): Readers => ({
  workspaceId: 'w',
  agentId,
  visibility,
  grantedTo,
})

describe('whether everybody who reads the second reads the first', () => {
  test.each<[string, Readers, Readers, boolean]>([
    ["the user's own and the user's own", own, own, true],
    ["the user's own and a shared one", own, shared('a', 'workspace'), false],
    ['a shared one and the user’s own', shared('a', 'workspace'), own, false],
    ['another workspace', shared('a', 'workspace'), { ...shared('a', 'workspace'), workspaceId: 'x' }, false],
    ['open to all and anything', shared('a', 'workspace'), shared('b', 'agent_only'), true],
    ['a legacy row and anything', shared('a', null), shared('b', 'workspace'), true],
    ['private and open', shared('a', 'agent_only'), shared('a', 'workspace'), false],
    ['private and private of the same agent', shared('a', 'agent_only'), shared('a', 'agent_only'), true],
    ['private and private of another agent', shared('a', 'agent_only'), shared('b', 'agent_only'), false],
    ['granted to me and private to me', shared('a', 'restricted', ['b']), shared('b', 'agent_only'), true],
    ['private to me and granted to you', shared('a', 'agent_only'), shared('a', 'restricted', ['b']), false],
    ['more grants and fewer', shared('a', 'restricted', ['b', 'c']), shared('b', 'restricted', ['a']), true],
    ['fewer grants and more', shared('a', 'restricted', ['b']), shared('a', 'restricted', ['b', 'c']), false],
  ])('%s', (_what, mine, theirs, expected) => expect(readByAllOf(mine, theirs)).toBe(expected))
})

describe('a group of readers', () => {
  test('does not depend on the order or repetition of grants', () =>
    expect(readerGroup(shared('a', 'restricted', ['b', 'c', 'b']))).toBe(
      readerGroup(shared('a', 'restricted', ['c', 'b'])),
    ))
  test('is the same for a legacy row and an open one', () =>
    expect(readerGroup(shared('a', null))).toBe(readerGroup(shared('a', 'workspace'))))
  test('differs by workspace, agent, visibility and grants', () => {
    const groups = [
      own,
      shared('a', 'workspace'),
      shared('b', 'workspace'),
      shared('a', 'agent_only'),
      shared('a', 'restricted'),
      shared('a', 'restricted', ['b']),
      { ...shared('a', 'workspace'), workspaceId: 'x' },
    ]
    expect(new Set(groups.map(readerGroup)).size).toBe(groups.length)
  })
  test('of a new memory comes from its scope', () => {
    expect(readersOf({ kind: 'user', userId: 'u' }, {})).toEqual(own)
    const scope = { kind: 'workspace', userId: 'u', workspaceId: 'w', agentId: 'a', agentScope: 'all' } as const
    expect(readersOf(scope, {})).toEqual(shared('a', 'workspace'))
    expect(readersOf(scope, { visibility: 'restricted', grantedTo: ['c', 'b', 'c'] })).toEqual(
      shared('a', 'restricted', ['b', 'c']),
    )
  })
})
