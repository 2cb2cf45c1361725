import { describe, expect, test } from 'vitest'
import { readCorrections } from '../../../eval/datasets/corrections.js'
import { judgeDialogue } from '../../../eval/judge-dialogue.js'

const dialogues = await readCorrections()
const keyOf = ({ turn, by }: { readonly turn: string; readonly by: string | null }) => `${turn} ${by}`

describe('on small dialogues, half of them traps, the rules', () => {
  const judged = dialogues.map((dialogue) => {
    const right = new Set(dialogue.closed.map(keyOf))
    const gone = new Set(dialogue.closed.map(({ turn }) => turn))
    const closed = judgeDialogue(dialogue)
    return {
      id: dialogue.id,
      hits: closed.filter((each) => right.has(keyOf(each))).length,
      wanted: right.size,
      closed: closed.length,
      collateral: closed.filter(({ turn }) => !gone.has(turn)).map(({ turn }) => turn),
    }
  })
  const sum = (of: (one: (typeof judged)[number]) => number) => judged.reduce((all, one) => all + of(one), 0)

  test('are tried on 120 at least', () => {
    expect(dialogues.length).toBeGreaterThanOrEqual(120)
    expect(dialogues.filter(({ closed }) => closed.length === 0).length).toBeGreaterThanOrEqual(dialogues.length * 0.45)
  })

  test('close nothing that still holds', () =>
    expect(
      judged.filter(({ collateral }) => collateral.length > 0).map(({ id, collateral }) => [id, collateral]),
    ).toEqual([]))

  test('are right in nearly all that they close, and close most of what is to be closed', () => {
    const [hits, closed, wanted] = [sum((one) => one.hits), sum((one) => one.closed), sum((one) => one.wanted)]
    console.log(`corrections: ${dialogues.length} dialogues, ${wanted} to close, ${closed} closed, ${hits} rightly`)
    expect(hits / closed).toBeGreaterThanOrEqual(0.97)
    expect(hits / wanted).toBeGreaterThanOrEqual(0.6)
  })
})
