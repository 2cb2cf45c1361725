import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { restates } from '../../src/ingest/restating.js'

type Pair = { readonly type: 'update' | 'trap'; readonly earlier: string; readonly later: string }

/** Pairs in six languages whose writer did not know the rule. */
const pairs = readFileSync('eval/restatements/pairs.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Pair => JSON.parse(line))
const restated = (type: Pair['type']) =>
  pairs.filter((pair) => pair.type === type && restates(pair.later, pair.earlier))

describe('of pairs of plain sentences', () => {
  test('one in six of the 200 that tell of a change is certain by its wording', () =>
    expect(restated('update').length).toBeGreaterThanOrEqual(34))
  test('none of the 150 that tell of something else', () => expect(restated('trap')).toEqual([]))
})
