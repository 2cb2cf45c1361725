import { describe, expect, test } from 'vitest'
import { ofOneTemplate } from '../../../src/search/holds-now/templates.js'
import type { Match } from '../../../src/search/score.js'
import { aMemory } from '../../memory-index/a-memory.js'

const statement = (content: string, day: string, more: { readonly role?: string; readonly said_in?: string } = {}) => {
  const about = aMemory({ id: content, observed_at: `${day}T00:00:00Z`, said_in: `${day} 1`, role: 'user', ...more })
  return { id: content, content, observed_at: about.observed_at, match: { id: content, about } as unknown as Match }
}

const pairs = (...said: readonly ReturnType<typeof statement>[]) =>
  ofOneTemplate(said, new Set()).map(([earlier, later]) => [earlier.content, later.content])

describe('statements of one template', () => {
  test('differ in one place, wherever they say that it is so now', () => {
    const [oslo, rome, berlin] = ['I live in Oslo.', 'I live in Rome now.', 'I now live in Berlin.']
    expect(
      pairs(statement(rome, '2026-02-01'), statement(oslo, '2026-01-01'), statement(berlin, '2026-03-01')),
    ).toEqual([
      [rome, berlin],
      [oslo, rome],
      [oslo, berlin],
    ])
  })

  test.each([
    ['The ferry to Porto leaves at noon.', 'The ferry is often late.'],
    ['My sister lives in Rome.', 'My brother lives in Rome.'],
    ['I live in Oslo.', 'I live in Oslo with Mia.'],
    ['I live in Oslo.', 'Do I live in Rome?'],
    ['私はオスロに住んでいます', '私はローマに住んでいます'],
    ['I like tea.', 'I like coffee.'],
    ['I have a dog.', 'I have a car.'],
  ])('are not: %s / %s', (earlier, later) =>
    expect(pairs(statement(earlier, '2026-01-01'), statement(later, '2026-02-01'))).toEqual([]),
  )

  test('are none where the query names what stands in the place of the earlier', () => {
    const earlier = statement('I grow red roses.', '2026-01-01')
    const later = statement('I grow red tulips.', '2026-02-01')
    expect(ofOneTemplate([earlier, later], new Set(['rose']))).toEqual([])
    expect(ofOneTemplate([earlier, later], new Set(['tulip']))).toHaveLength(1)
  })

  test('are of one party, and of several conversations', () => {
    const oslo = statement('I live in Oslo.', '2026-01-01')
    expect(pairs(oslo, statement('I live in Rome.', '2026-02-01', { role: 'assistant' }))).toEqual([])
    expect(pairs(oslo, statement('I live in Rome.', '2026-02-01', { said_in: '2026-01-01 2' }))).toEqual([])
  })
})
