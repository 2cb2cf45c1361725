import { describe, expect, test } from 'vitest'
import { BudgetExceeded, costOf, estimatedTokens, tokenBudget, withinBudget } from '../../src/providers/token-budget.js'
import * as chat from '../support/chat-double.js'
import { asking, failureOf, LISBON, modelAt, server } from './a-chat-model.js'

const paid = (inputTokens: number, outputTokens = 0) => ({ calls: 1, inputTokens, outputTokens, ms: 1 })

describe('a budget', () => {
  test('is charged what a call has cost, not what was expected', () => {
    const budget = tokenBudget(100)
    budget.reserve(90).settle(paid(20, 5))
    expect(budget.spent()).toEqual(paid(20, 5))
    budget.reserve(75).settle(paid(75))
    expect(() => budget.reserve(1)).toThrow(BudgetExceeded)
  })
  test('holds what calls at once may need', () => {
    const budget = tokenBudget(100)
    const first = budget.reserve(60)
    expect(() => budget.reserve(60)).toThrow(BudgetExceeded)
    first.settle(paid(10))
    first.settle(paid(10))
    budget.reserve(60)
    expect(budget.spent().inputTokens).toBe(10)
  })
  test('ends after so many calls, however cheap', () => {
    const budget = tokenBudget(1000, 2)
    budget.reserve(1).settle(paid(1))
    budget.reserve(1)
    expect(() => budget.reserve(1)).toThrow(BudgetExceeded)
  })
  test('estimates a token as four characters', () => expect([0, 1, 4, 5].map(estimatedTokens)).toEqual([0, 1, 1, 2]))
})

describe('a model within a budget', () => {
  test('is not called when the budget is spent', async () => {
    const { baseURL, received } = await server(chat.says(LISBON))
    const budget = tokenBudget(40)
    const { complete } = withinBudget(modelAt(baseURL), budget)
    await complete(asking())
    expect(budget.spent()).toMatchObject({ calls: 1, inputTokens: 9, outputTokens: 8 })
    const failure = await failureOf(complete(asking({ maxOutputTokens: 160 })))
    expect(failure).toMatchObject({ name: 'BudgetExceeded', usage: { calls: 1 } })
    expect(received).toHaveLength(1)
  })
  test('is charged for answers that cannot be used, and not for none', async () => {
    const { baseURL } = await server(chat.says('no'), chat.says('no'), chat.status(401))
    const budget = tokenBudget(1000)
    const { complete } = withinBudget(modelAt(baseURL), budget)
    await failureOf(complete(asking()))
    expect(budget.spent()).toMatchObject({ calls: 2, outputTokens: 2 })
    await failureOf(complete(asking()))
    expect(budget.spent().calls).toBe(2)
  })
})

describe('the cost', () => {
  test('is in US dollars', () =>
    expect(costOf({ calls: 2, inputTokens: 12_000, outputTokens: 2_000, ms: 1 }, { input: 0.4, output: 1.6 })).toBe(
      0.008,
    ))
  test('of unknown prices is unknown', () => expect(costOf(paid(5), null)).toBeNull())
})
