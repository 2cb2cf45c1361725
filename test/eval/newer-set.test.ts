import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '../../eval/ask-dialogues.js'
import { askNewer, isInOrder, type Order, orderFiguresOf, tellNewer } from '../../eval/ask-newer.js'
import { HALVES, readNewer } from '../../eval/datasets/newer.js'
import { startRun } from './a-run.js'

/** In per cent: of what is told in nearly the same words so much is of one template; the rest stands by its score. */
const WANTED = 70

const dialogues = (await Promise.all(HALVES.map(readNewer))).flat()
const pairs = dialogues.flatMap((dialogue) => dialogue.questions.map((question) => ({ dialogue, question })))

describe('our pairs of which the later holds', () => {
  test('are many, and of several people and languages, as many in each half', () => {
    for (const half of HALVES) {
      const ofHalf = pairs.filter(({ dialogue }) => dialogue.half === half)
      const renewed = ofHalf.filter(({ question }) => question.kind === 'newer' || question.kind === 'restated')
      expect(renewed.length).toBeGreaterThanOrEqual(55)
    }
  })
  test('name turns that exist, the earlier and the later by their places', () => {
    const wrong = pairs.filter(({ dialogue, question: { kind, gold, below } }) => {
      const ids = dialogue.sessions.flatMap((session) => session.turns.map(({ id }) => id))
      const [at, other] = [gold, below].map((of) => of.map((id) => ids.indexOf(id)))
      if (!at || !other || [...at, ...other].includes(-1)) return true
      const isLater = Math.min(...at) > Math.max(...other)
      return isLater !== (kind === 'newer' || kind === 'restated' || kind === 'attribute')
    })
    expect(wrong).toEqual([])
  })
  test('ask nothing twice, and say each turn once', () => {
    const asked = pairs.map(({ dialogue, question }) => `${dialogue.id}: ${question.question}`)
    expect(asked.filter((text, i) => asked.indexOf(text) !== i)).toEqual([])
    const said = dialogues.flatMap(({ sessions }) => sessions.flatMap(({ turns }) => turns.map(({ text }) => text)))
    expect(said.filter((text, i) => said.indexOf(text) !== i)).toEqual([])
  })
})

describe('counting them', () => {
  const order = (gold: number | null, below: number | null, kind: Order['kind'] = 'newer'): Order => ({
    ...{ half: 'tune', dialogue: 'd', question: 0, kind, way: 'quick', gold: [gold], below: [below] },
  })
  test.each([
    [1, 2, true],
    [10, null, true],
    [2, 1, false],
    [11, null, false],
    [null, null, false],
  ])('gold at %s, the other at %s: %s', (gold, below, right) => expect(isInOrder(order(gold, below))).toBe(right))

  test('each half, way and kind has figures of its own', () => {
    expect(orderFiguresOf([order(1, 2), order(2, 1), order(null, 1), order(3, null), order(1, null, 'past')])).toEqual([
      { half: 'tune', way: 'quick', kind: 'newer', questions: 4, inOrder: 50, found: 75 },
      { half: 'tune', way: 'quick', kind: 'past', questions: 1, inOrder: 100, found: 100 },
    ])
  })
})

describe('a search of some of them', () => {
  let run: Run
  let close: () => Promise<void>
  const some = dialogues.filter(
    ({ half, questions }) => half === 'tune' && questions.some((q) => q.kind === 'restated'),
  )
  beforeAll(async () => {
    ;({ run, close } = await startRun())
    await tellNewer(run, some, 'quick')
  })
  afterAll(() => close())

  test('puts what holds before what was said in nearly the same words', async () => {
    const orders = await askNewer(run, some, { mode: 'search', way: 'quick' })
    expect(orders.length).toBeGreaterThanOrEqual(15)
    expect((100 * orders.filter(isInOrder).length) / orders.length).toBeGreaterThanOrEqual(WANTED)
  })
})
