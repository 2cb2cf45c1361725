import { describe, expect, test } from 'vitest'
import { partsOf, rankedWithout } from '../../eval/ablation.js'
import { withoutContext } from '../../eval/ask-dialogues.js'

const trace = [
  { memory_id: 'a', score: 0.5, returned: true, lexical: 0.5, cosine: 0.5 },
  { memory_id: 'b', score: 0.4, returned: true, lexical: 0.1, cosine: 1 },
  { memory_id: 'c', score: 0.3, returned: false, lexical: 0.6, cosine: 0 },
]

describe('a traced score', () => {
  test('is made of every number beside it, whatever its name', () => {
    const scored = { memory_id: 'a', score: 1, returned: true, lexical: 0.2, novelty: 0.1, why: 'text' }
    expect([...partsOf(scored)]).toEqual([
      ['lexical', 0.2],
      ['novelty', 0.1],
    ])
  })
  test('counts a cosine at 0.6', () => expect(rankedWithout(undefined, trace)).toEqual(['a', 'b', 'c']))
  test('ranks by what is left when a part is taken out', () => {
    expect(rankedWithout('cosine', trace)).toEqual(['c', 'a', 'b'])
    expect(rankedWithout('lexical', trace)).toEqual(['b', 'a', 'c'])
  })
})

test('a dialogue without context has every turn as a session of its own, with its date', () => {
  const turns = ['one', 'two'].map((text, i) => ({ id: `s1:${i + 1}`, speaker: 'Ana', text }))
  const [alone] = withoutContext([{ id: 'd', sessions: [{ id: 's1', date: '2025-01-02', turns }], questions: [] }])
  expect(alone?.sessions).toEqual(turns.map((turn) => ({ id: turn.id, date: '2025-01-02', turns: [turn] })))
})
