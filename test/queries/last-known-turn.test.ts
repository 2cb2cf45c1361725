import { describe, expect, test } from 'vitest'
import { chainOf } from '../../src/indexing/text-hash.js'
import { type Episode, lastKnownTurn } from '../../src/queries/last-known-turn.js'

const ROOT = '0'.repeat(32)

/** An episode whose turns are letters (capitals stand for summaries, digits for thanks and the like), behind a beginning of the conversation. */
const episode = (turns: string, over: Partial<Episode> & { readonly behind?: string } = {}): Episode => {
  const { behind = '', ...rest } = over
  const base = chainOf(ROOT, [...behind]).at(-1) ?? ROOT
  const keys = [...turns]
  return { id: turns, base, keys, prefixes: chainOf(base, keys), isEnd: true, isLast: true, isLater: true, ...rest }
}
const asked = (turns: string, known = 0, over: object = {}) => ({
  ...{ keys: [...turns], known: chainOf(ROOT, [...turns.slice(0, known)]), knownIn: undefined },
  ...{ whole: true, inSession: true },
  isTelling: (place: number) => /[a-z]/.test(turns[place] ?? ''),
  isSummary: (place: number) => /[A-Z]/.test(turns[place] ?? ''),
  ...over,
})
const placeIn = (episodes: readonly Episode[], of: ReturnType<typeof asked>) => lastKnownTurn(episodes, of)?.place

describe('the last known turn of a request', () => {
  test('ends a transcript, behind the turn that stood before it', () => {
    expect(placeIn([episode('abcd')], asked('Scdx'))).toBe(2)
    expect(placeIn([episode('d', { behind: 'abc' }), episode('abc', { isEnd: false })], asked('Sc.dx'))).toBe(3)
  })

  test('is not one that has only its words in common', () => {
    expect(placeIn([episode('abcd')], asked('wdxy'))).toBeUndefined()
    expect(placeIn([episode('abc4')], asked('S4xy'))).toBeUndefined()
    expect(placeIn([episode('abcd', { isLast: false })], asked('Sdxy'))).toBeUndefined()
    expect(placeIn([episode('abcde')], asked('Sdxy'))).toBeUndefined()
  })

  test('may be all that is kept, behind a summary and its acknowledgement, or what is known from the beginning', () => {
    expect(placeIn([episode('abcd')], asked('Sdxy'))).toBe(1)
    expect(placeIn([episode('abcd')], asked('Sodxy'))).toBe(2)
    expect(placeIn([episode('abcd')], asked('Sopdxy'))).toBeUndefined()
    expect(placeIn([episode('abcd')], asked('dxyz'))).toBe(0)
    expect(placeIn([episode('abcd')], asked('abdx', 2, { knownIn: 'abcd' }))).toBe(2)
    expect(placeIn([episode('abcd')], asked('dx', 0, { inSession: false }))).toBeUndefined()
  })

  test('is not known by thanks alone', () => {
    expect(placeIn([episode('ab34')], asked('xb34y'))).toBe(3)
    expect(placeIn([episode('ab34')], asked('xa34y'))).toBeUndefined()
    expect(placeIn([episode('ab345c')], asked('xa345y'))).toBeUndefined()
    expect(placeIn([episode('ab34')], asked('34y'))).toBe(1)
  })

  test('may end three in a row where the transcript went on, unless nothing follows', () => {
    expect(placeIn([episode('abcde')], asked('Sbcdx'))).toBe(3)
    expect(placeIn([episode('abcde')], asked('Sbcd'))).toBeUndefined()
    expect(placeIn([episode('abcde')], asked('Sabx'))).toBeUndefined()
  })

  test('was ingested last: what was ingested before it and comes behind it is told anew', () => {
    expect(placeIn([episode('abcd')], asked('Scdab'))).toBe(2)
    expect(placeIn([episode('cd'), episode('ab')], asked('Scdabx'))).toBe(2)
    expect(placeIn([episode('abcd')], asked('abcdabx', 4, { knownIn: 'abcd' }))).toBeUndefined()
  })

  test('is the first where a run comes twice, and ends the longest run', () => {
    expect(placeIn([episode('ab')], asked('Sababx'))).toBe(2)
    expect(placeIn([episode('cab')], asked('Sabcabx'))).toBe(5)
  })

  test('was not ingested before what is known from the beginning, though that goes on from earlier turns', () => {
    const early = episode('abcd', { isEnd: false, isLater: false })
    expect(placeIn([episode('e', { behind: 'abcd' }), early], asked('Scdex', 1))).toBe(3)
    expect(placeIn([episode('abcd', { isLater: false })], asked('Scdx', 1))).toBeUndefined()
  })

  test('takes four in a row at an end, or a run from the first turn on, where there is no session', () => {
    const without = { inSession: false }
    expect(placeIn([episode('abcd')], asked('Sabcdx', 0, without))).toBe(4)
    expect(placeIn([episode('abcd')], asked('Sbcdx', 0, without))).toBeUndefined()
    expect(lastKnownTurn([episode('abcd')], asked('cdx', 0, without))).toMatchObject({ place: 1, isRun: true })
  })

  test('of lines ends a run from the first one on', () => {
    expect(placeIn([episode('abcd')], asked('Sabcdx', 0, { whole: false }))).toBeUndefined()
    expect(placeIn([episode('abcd')], asked('bcdx', 0, { whole: false }))).toBe(2)
  })
})
