import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareWords } from '../../src/ingest/contest.js'

const compared = (a: string, b: string) => compareWords({ text: a, speaker: null }, { text: b, speaker: null })

describe('two statements contradict each other clearly', () => {
  test.each([
    ['The gateway listens on port 8080.', 'The gateway listens on port 9090.', 'new_value'],
    ['The cluster has 3 nodes.', 'The cluster has 5 nodes.', 'new_value'],
    ['The owner of the billing project is Marta.', 'The owner of the billing project is Joel.', 'new_value'],
    ['Der Server hat 16 Kerne.', 'Der Server hat 32 Kerne.', 'new_value'],
    ['The API supports webhooks.', 'The API does not support webhooks.', 'negated'],
    ["The API doesn't support webhooks.", 'The API supports webhooks.', 'negated'],
    ['The staging server is public.', 'The staging server is not public.', 'negated'],
  ])('%s %s', (a, b, expected) => expect([compared(a, b), compared(b, a)]).toEqual([expected, expected]))
})

describe('both may hold', () => {
  test.each([
    ['of what people like', 'Alice likes Bob.', 'Alice likes Carol.'],
    ['of what happened', 'Ana bought 3 apples.', 'Ana bought 5 apples.'],
    ['of what something is besides', 'The server is down.', 'The server is slow.'],
    ['of places in one another', 'The office is in Berlin.', 'The office is in Germany.'],
    ['of one of several', 'One owner of the project is Marta.', 'One owner of the project is Joel.'],
    ['of what may be', 'The gateway may need 2 hours.', 'The gateway may need 3 hours.'],
    ['of what was', 'The cluster had 3 nodes.', 'The cluster had 5 nodes.'],
    ['of conditions', 'The cluster has 3 nodes if it is idle.', 'The cluster has 5 nodes if it is idle.'],
    ['of questions', 'Is the port 8080?', 'Is the port 9090?'],
    ['of the same', 'The cluster has 3 nodes.', 'The cluster has 3 nodes.'],
    ['of other things', 'The cluster has 3 nodes.', 'The cluster has 3 disks.'],
    ['where both deny', 'The API does not support webhooks.', 'The API does not support hooks.'],
  ])('%s: %s %s', (_, a, b) => expect(compared(a, b)).toBeNull())
  test('of different speakers', () =>
    expect(
      compareWords({ text: 'My car has 3 seats.', speaker: 'Ana' }, { text: 'My car has 5 seats.', speaker: 'Bo' }),
    ).toBeNull())
})

type Pair = { readonly type: 'contradicts' | 'compatible'; readonly a: string; readonly b: string }

describe('of pairs of statements by two agents, in six languages', () => {
  const pairs = readFileSync(new URL('pairs-of-agents.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair)
  const found = (type: Pair['type']) =>
    pairs.filter((pair) => pair.type === type && compared(pair.a, pair.b) !== null).map(({ a, b }) => `${a} ${b}`)

  test('none that may both hold is a contradiction', () => expect(found('compatible')).toEqual([]))
  test('most that contradict each other are', () => expect(found('contradicts').length).toBeGreaterThan(80))
})
