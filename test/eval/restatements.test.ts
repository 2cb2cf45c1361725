import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { restates } from '../../src/ingest/restating.js'

type Pair = { readonly type: 'update' | 'trap'; readonly earlier: string; readonly later: string }

/** Pairs in six languages whose writers did not know the rule. */
const pairsOf = (name: string): readonly Pair[] =>
  readFileSync(`eval/restatements/${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const restated = (name: string, type: Pair['type']) =>
  pairsOf(name).filter((pair) => pair.type === type && restates(pair.later, pair.earlier))

describe('of pairs of plain sentences', () => {
  test('one in five of the 200 that tell of a change is certain by its wording', () =>
    expect(restated('pairs', 'update').length).toBeGreaterThanOrEqual(40))
  test('none of the 150 that tell of something else', () => expect(restated('pairs', 'trap')).toEqual([]))
  test('of 210 more that tell of something else two, which may be a change', () =>
    expect(restated('held-out', 'trap').map(({ later }) => later)).toEqual([
      'My best friend is based in Oslo these days.',
      'Mein Kollege fährt zurzeit einen Mietwagen.',
    ]))
})
