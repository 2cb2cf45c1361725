import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { halvesOf, type Turn, type Window, windowsOf } from '../../../src/ingest/by-model/windows.js'
import { turnsOf } from './a-window.js'

const words = fc.string({ unit: fc.constantFrom('a', ' ', '. ', '\n', '\u{1f600}', 'ü'), maxLength: 900 })
const conversation = fc
  .array(words, { maxLength: 12 })
  .map((contents) =>
    contents.map(
      (content, number): Turn => ({ number, role: 'user', name: 'Ana', content, day: null, language: null }),
    ),
  )

/** The turns put together again from what is more than context. */
const own = (windows: readonly Window[]): readonly string[] => {
  const contents: string[] = []
  for (const { number, offset, content, context } of windows.flat()) {
    if (context) continue
    expect(offset).toBe(contents[number]?.length ?? 0)
    contents[number] = (contents[number] ?? '') + content
  }
  return contents
}

describe('windows', () => {
  test('hold every part of every turn once, and the turns before it as context', () =>
    fc.assert(
      fc.property(conversation, fc.integer({ min: 200, max: 2000 }), (turns, maxChars) => {
        const windows = windowsOf(turns, { maxChars })
        expect(own(windows)).toEqual(turns.map(({ content }) => content))
        for (const window of windows) {
          expect(window.some(({ context }) => !context)).toBe(true)
          const size = window.filter(({ context }) => !context).reduce((sum, { content }) => sum + content.length, 0)
          expect(size).toBeLessThanOrEqual(maxChars)
          for (const { number, offset, content } of window) {
            expect(turns[number]?.content.slice(offset, offset + content.length)).toBe(content)
            expect(content).toBe(content.replace(/\p{Surrogate}/gu, ''))
          }
        }
      }),
    ))

  test('of a short conversation are one', () => {
    const windows = windowsOf(turnsOf('Ana: I live in Lisbon.', 'Bot: How nice.'), { maxChars: 16_000 })
    expect(windows.map((window) => window.map(({ content, context }) => [content, context]))).toEqual([
      [
        ['I live in Lisbon.', false],
        ['How nice.', false],
      ],
    ])
  })

  test('overlap at the borders of turns', () => {
    const lines = Array.from({ length: 8 }, (_, i) => `Ana: ${`This is sentence ${i}. `.repeat(20)}`)
    const [, second = []] = windowsOf(turnsOf(...lines), { maxChars: 2000 })
    const context = second.filter((turn) => turn.context)
    expect(context.length).toBeGreaterThan(0)
    expect(context.at(-1)?.number).toBe((second.find((turn) => !turn.context)?.number ?? 0) - 1)
  })

  test('cut a long turn between sentences', () => {
    const [first = []] = windowsOf(turnsOf(`Ana: ${'I like tea very much. '.repeat(100)}`), { maxChars: 1000 })
    expect(first[0]?.content.endsWith('much. ')).toBe(true)
  })

  test('in halves hold the same, until they are too short', () =>
    fc.assert(
      fc.property(conversation, (turns) => {
        for (const window of windowsOf(turns, { maxChars: 1200 })) {
          const halves = halvesOf(window)
          const contents = (all: readonly Window[]) =>
            all.flatMap((each) => each.filter(({ context }) => !context).map(({ content }) => content)).join('')
          if (halves) expect(contents(halves)).toBe(contents([window]))
          for (const half of halves ?? []) expect(contents([half]).length).toBeLessThan(contents([window]).length)
        }
      }),
    ))
})
