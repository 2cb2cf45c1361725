import { describe, expect, test } from 'vitest'
import type { Keyed } from '../../src/ingest/keyed-turns.js'
import { knownAmong } from '../../src/ingest/new-turns.js'
import type { StoredTurns } from '../../src/queries/known-turns.js'

const NOTHING: StoredTurns = { end: null, begun: null, tails: [], messages: [] }

/** A request whose turns are letters. */
const asked = (turns: string, over: Partial<Keyed> = {}): Keyed => ({
  id: 'root',
  keys: [...turns],
  at: [...turns].map((_, place) => place),
  end: turns.length,
  least: 0,
  inSession: true,
  isDocument: false,
  messages: [],
  ...over,
})
const tail = (turns: string, over: Partial<StoredTurns['tails'][number]> = {}) => ({
  episodeId: turns,
  end: `end of ${turns}`,
  keys: [...turns],
  isRecent: true,
  isLatest: false,
  ...over,
})
const begun = (turns: number) => ({ turns, episodeId: 'begun' })
const placesIn = (stored: Partial<StoredTurns>, keyed: Keyed) =>
  [...knownAmong(keyed, { ...NOTHING, ...stored }).places].toSorted((a, b) => a - b)

describe('the turns of a request that are known', () => {
  test('are the longest beginning, and the longest run that ends a transcript', () => {
    expect(placesIn({ begun: begun(2) }, asked('abxy'))).toEqual([0, 1])
    expect(placesIn({ tails: [tail('abcd')] }, asked('Scdx'))).toEqual([1, 2])
    expect(placesIn({ begun: begun(2), tails: [tail('abcdef')] }, asked('abefx'))).toEqual([0, 1, 2, 3])
    expect(placesIn({ tails: [tail('ab'), tail('cdef')] }, asked('abxdef'))).toEqual([3, 4, 5])
  })

  test('are never one turn alone', () => {
    expect(placesIn({ tails: [tail('abcd')] }, asked('Sdx'))).toEqual([])
    expect(placesIn({ tails: [tail('abcd')] }, asked('bcx'))).toEqual([])
  })

  test('are more than four where it was long ago and there is no session', () => {
    const past = { isRecent: false }
    expect(placesIn({ tails: [tail('abcd', past)] }, asked('abcdx'))).toEqual([])
    expect(placesIn({ tails: [tail('abcde', past)] }, asked('Sabcdex'))).toEqual([1, 2, 3, 4, 5])
  })

  test('are the first of the same run twice', () => {
    expect(placesIn({ tails: [tail('ab')] }, asked('ababx'))).toEqual([0, 1])
  })

  test('go on where a window slides, and else where the beginning ends', () => {
    const slid = knownAmong(asked('cdx'), { ...NOTHING, tails: [tail('abcd')] })
    expect(slid).toMatchObject({ start: { turns: 2, end: 'end of abcd' }, episodeId: 'abcd' })
    const both = knownAmong(asked('abcdx'), { ...NOTHING, begun: begun(2), tails: [tail('yzcd')] })
    expect(both).toMatchObject({ start: { turns: 2, end: null }, episodeId: 'yzcd' })
    expect(knownAmong(asked('xy'), { ...NOTHING, end: 'last' }).start).toEqual({ turns: 0, end: 'last' })
  })

  test('are decided by the id of a message, where it is known', () => {
    const messages = [
      { place: 0, id: '1', words: 'a' },
      { place: 1, id: '2', words: 'B' },
      { place: 2, id: '3', words: 'c' },
    ]
    const made = [{ memoryId: 'm', version: 1, isWaiting: false }]
    const stored = {
      ...NOTHING,
      begun: begun(2),
      messages: [
        { id: '2', isEdited: true, episodeId: 'e', made },
        { id: '3', isEdited: false, episodeId: 'e', made: [] },
      ],
    }
    const known = knownAmong(asked('abcx', { messages }), stored)
    expect([...known.places]).toEqual([0, 2])
    expect(known.edited).toEqual([{ place: 1, made }])
    expect(known.start.turns).toBe(1)
  })
})

describe('a document that is sent again', () => {
  const document = { isDocument: true }
  const sentBefore = (lines: string) => ({ tails: [tail(lines, { isLatest: true })] })

  test('is known by the lines that are as they were', () => {
    expect(placesIn(sentBefore('abcdef'), asked('aXbcef', document))).toEqual([0, 2, 3, 4, 5])
  })

  test('is another one where less than half of it is left', () => {
    expect(placesIn(sentBefore('abcdef'), asked('XaYbZ', document))).toEqual([])
  })

  test('goes on nothing but its own beginning', () => {
    expect(knownAmong(asked('xy', document), { ...NOTHING, end: 'last' }).start).toEqual({ turns: 0, end: null })
  })
})
