import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemoryNotFound, NewMemoryHasFewerReaders, NotReplaceable } from '../../src/domain/errors.js'
import { Judging, type Replaceable, type Ruled, type Statement } from '../../src/domain/memory/replacing.js'
import { type Readers, readersOf } from '../../src/domain/scope.js'

const NOW = '2026-05-08T10:00:00.000Z'
const mine = readersOf({ kind: 'user', userId: 'anna' }, {})
const agent = (agentId: string, visibility: 'workspace' | 'agent_only' = 'workspace'): Readers =>
  readersOf({ kind: 'workspace', userId: 'anna', workspaceId: 'w', agentId, agentScope: 'all' }, { visibility })

const timed = (instant: string) => ({ instant, offset: null })

const memory = (memoryId: string, more: Partial<Replaceable> = {}): Replaceable => ({
  memoryId,
  version: 3,
  status: 'active',
  readers: mine,
  key: null,
  textHash: `words of ${memoryId}`,
  at: timed('2026-05-01T10:00:00.000Z'),
  supersededBy: null,
  replacedBy: [],
  contestedBy: [],
  sameHashes: [more.textHash ?? `words of ${memoryId}`],
  ...more,
})
const statement = (more: Partial<Statement> = {}): Statement => ({
  memoryId: 'new',
  textHash: 'words of new',
  readers: mine,
  saidAt: undefined,
  isContested: false,
  ...more,
})
const given = (...known: readonly Replaceable[]) => {
  const judging = new Judging(known, NOW)
  const judge = (...said: readonly Partial<Statement>[]) => said.map((each) => judging.judge(statement(each))).at(-1)
  const short = ({ verdicts = [], defers = [] }: Partial<Ruled> = {}) => [
    ...verdicts.map(({ applied, reason, target }) => [applied, reason, target.memoryId]),
    ...defers.map(({ memoryId }) => ['later', memoryId]),
  ]
  return {
    when: (...said: readonly Partial<Statement>[]) => ({
      gives: (...expected: readonly (readonly string[])[]) => expect(short(judge(...said))).toEqual(expected),
      is: (memoryId: string) => expect(judge(...said)).toMatchObject({ as: { memoryId }, verdicts: [] }),
      refuses: (error: new (...args: never[]) => Error) => expect(() => judge(...said)).toThrow(error),
    }),
  }
}
const slot = { key: 'home' }

describe('a statement', () => {
  test('supersedes what it names, and what holds its slot, in their versions', () => {
    given(memory('a'), memory('b', slot))
      .when({ ...slot, replaces: ['a'] })
      .gives(['supersede', 'replaced', 'a'], ['supersede', 'same_key', 'b'])
    const judged = new Judging([memory('a')], NOW).judge(statement({ replaces: ['a'] }))
    expect(judged.verdicts[0]).toMatchObject({
      by: 'caller',
      reason: 'replaced',
      applied: 'supersede',
      target: { memoryId: 'a', version: 3 },
    })
  })

  test.each<[string, Replaceable, Partial<Statement>, new (...args: never[]) => Error]>([
    ['is unknown', memory('b'), {}, MemoryNotFound],
    ['is superseded', memory('a', { status: 'superseded' }), {}, NotReplaceable],
    ['is deleted', memory('a', { status: 'deleted' }), {}, NotReplaceable],
    ['is newer', memory('a'), { saidAt: timed('2026-04-30T10:00:00.000Z') }, NotReplaceable],
    [
      'waits for another agent',
      memory('a', { status: 'needs_clarification', readers: agent('b') }),
      { readers: agent('a') },
      MemoryNotFound,
    ],
    [
      'has more readers',
      memory('a', { readers: agent('a') }),
      { readers: agent('a', 'agent_only') },
      NewMemoryHasFewerReaders,
    ],
  ])('is refused where what it names %s', (_, known, said, error) =>
    given(known)
      .when({ replaces: ['a'], ...said })
      .refuses(error),
  )

  test('contradicts another agent, and supersedes nothing of that agent', () =>
    given(memory('a', { readers: agent('a') }), memory('b', { readers: agent('b'), ...slot }))
      .when({ ...slot, replaces: ['a'], readers: agent('b') })
      .gives(['contradiction', 'replaced', 'a'], ['later', 'b']))

  test('cannot contradict two agents at once', () =>
    given(memory('a', { readers: agent('a') }), memory('c', { readers: agent('c') }))
      .when({ replaces: ['a', 'c'], readers: agent('b') })
      .refuses(NotReplaceable))

  test('is the memory in force that says it', () =>
    given(memory('a', { textHash: 'words of new', ...slot }))
      .when(slot)
      .is('a'))

  test('is what has taken the place of all that it names, though that has gone since', () =>
    given(
      memory('a', { status: 'superseded', supersededBy: 'b' }),
      memory('b', { status: 'superseded', textHash: 'words of new' }),
    )
      .when({ replaces: ['a'] })
      .is('b'))

  test.each<[string, string, string, string]>([
    ['yields to what was said later', '2026-05-02T10:00:00.000Z', '2026-05-01T10:00:00.000Z', 'late'],
    ['said ahead of time is said now', '2026-05-02T10:00:00.000Z', '2099-05-01T10:00:00.000Z', 'supersede'],
    ['of a day holds against its hours', '2026-05-02T10:00:00.000Z', '2026-05-02T00:00:00.000Z', 'supersede'],
    ['of a day yields to the next', '2026-05-03T00:00:00.000Z', '2026-05-02T23:00:00.000Z', 'late'],
  ])('%s', (_, at, saidAt, effect) =>
    given(memory('a', { ...slot, at: timed(at) }))
      .when({ ...slot, saidAt: timed(saidAt) })
      .gives([effect, 'same_key', 'a']),
  )

  test('of two the later holds, in one request, too', () => {
    given(memory('a', slot))
      .when({ ...slot, memoryId: 'x', textHash: 'x' }, { ...slot, memoryId: 'y', textHash: 'y' })
      .gives(['supersede', 'same_key', 'x'])
    given(memory('a'))
      .when({ replaces: ['a'], memoryId: 'x', textHash: 'x' }, { replaces: ['a'], memoryId: 'y', textHash: 'y' })
      .gives()
  })
})

test('one memory at most is in force in a slot: that which was said last', () => {
  const said = fc.record({
    key: fc.constantFrom('home', 'work', undefined),
    words: fc.constantFrom('x', 'y', 'z'),
    hour: fc.option(fc.integer({ min: 10, max: 20 })),
    replaces: fc.option(fc.nat()),
  })
  fc.assert(
    fc.property(fc.array(said, { maxLength: 12 }), (statements) => {
      let known: Replaceable[] = []
      for (const [i, { key, words, hour, replaces }] of statements.entries()) {
        const active = known.filter(({ status }) => status === 'active')
        const target = replaces === null ? undefined : active[replaces % Math.max(1, active.length)]?.memoryId
        const saidAt = hour === null ? undefined : timed(`2026-05-01T${hour}:00:00.000Z`)
        const at = `2026-05-02T00:00:${String(i).padStart(2, '0')}.001Z`
        const wish = {
          ...(key === undefined ? {} : { key }),
          ...(target === undefined ? {} : { replaces: [target] }),
          ...{ memoryId: `m${i}`, textHash: `${words} ${key}`, readers: mine, saidAt, isContested: false },
        }
        let judged: Ruled
        try {
          judged = new Judging(known, at).judge(wish)
        } catch {
          continue
        }
        if (!judged.as.isKnown)
          known.push(
            memory(`m${i}`, { key: key ?? null, textHash: wish.textHash, at: saidAt ?? timed(at), version: 1 }),
          )
        const by = judged.as.memoryId
        for (const {
          applied,
          target: { memoryId, version },
        } of judged.verdicts) {
          const gone = applied === 'late' ? by : memoryId
          const before = known.find((each) => each.memoryId === gone)
          expect(before?.status).toBe('active')
          if (applied === 'supersede') expect(before?.version).toBe(version)
          known = known.map((each) =>
            each.memoryId === gone
              ? {
                  ...each,
                  status: 'superseded',
                  version: each.version + 1,
                  supersededBy: applied === 'late' ? memoryId : by,
                }
              : each,
          )
        }
        for (const each of ['home', 'work']) {
          const held = known.filter((one) => one.key === each)
          const inForce = held.filter(({ status }) => status === 'active')
          expect(inForce.length).toBeLessThanOrEqual(1)
        }
      }
    }),
  )
})
