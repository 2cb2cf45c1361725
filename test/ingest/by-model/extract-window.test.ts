import { describe, expect, test } from 'vitest'
import { extractWindow } from '../../../src/ingest/by-model/extract-window.js'
import type { Window } from '../../../src/ingest/by-model/windows.js'
import { failureOf, modelAt, server } from '../../providers/a-chat-model.js'
import * as chat from '../../support/chat-double.js'
import { askedOf, rawFact, sensibleModel } from '../../support/sensible-model.js'
import { windowOf } from './a-window.js'

const about = () => ({ signal: new AbortController().signal })
const facts = (...all: readonly unknown[]) => chat.says(JSON.stringify({ facts: all }))
const LISBON = windowOf('Ana: I live in Lisbon.', 'Bot: How nice.')

const extracted = async (window: Window, ...replies: readonly [chat.ChatReply, ...chat.ChatReply[]]) => {
  const double = await server(...replies)
  return { double, ...(await extractWindow(modelAt(double.baseURL), window, about())) }
}

describe('a window', () => {
  test('is extracted by one call', async () => {
    const window = windowOf('Ana: Hi! I live in Lisbon.', 'Bot: Nice.', 'Ben: Ich arbeite jetzt bei Nordwind.')
    const { double, facts: found, dropped, usage } = await extracted(window, sensibleModel())
    expect(found.map(({ content, speaker, evidence }) => [content, speaker, evidence])).toEqual([
      ['Ana lives in Lisbon.', 'Ana', [{ turn: 0, start: 4, end: 20 }]],
      ['Ben arbeitet bei Nordwind.', 'Ben', [{ turn: 2, start: 0, end: 30 }]],
    ])
    expect(dropped).toEqual({ unsupported: 0, foreign: 0, invalid: 0, steering: 0, context: 0 })
    expect([usage.calls, double.received.length]).toEqual([1, 1])
  })

  test('in which nothing is said is not asked about', async () => {
    const { double, facts: found, usage } = await extracted(windowOf('Ana: Hi!', 'Ben: Thanks!'), sensibleModel())
    expect([found, usage.calls, double.received.length]).toEqual([[], 0, 0])
  })

  test('without facts counts those that were dropped, by reason', async () => {
    const droppedOf = async (...all: readonly unknown[]) => {
      const { facts: found, dropped } = await extracted(LISBON, facts(...all))
      expect(found).toEqual([])
      return Object.entries(dropped).filter(([, number]) => number > 0)
    }
    const foreign = rawFact({ content: 'Ana wohnt jetzt in Lisbon.' })
    expect(await droppedOf()).toEqual([])
    expect(
      await droppedOf(
        rawFact({ content: 'Ana lives in Porto.', value: 'Porto' }),
        rawFact({ content: 'Ana lives in Porto with 3 cats.' }),
      ),
    ).toEqual([['unsupported', 2]])
    expect(await droppedOf(foreign)).toEqual([['foreign', 1]])
    expect(await droppedOf(foreign, rawFact({ content: 'Ana has 3 cats.' }))).toEqual([
      ['unsupported', 1],
      ['foreign', 1],
    ])
  })
})

describe('a second question', () => {
  test('is put for facts in another language, with the language named', async () => {
    const {
      double,
      facts: found,
      dropped,
      usage,
    } = await extracted(
      windowOf('Ana: Ich wohne jetzt in Lissabon.'),
      facts(
        rawFact({ evidence: [{ turn: 1, quote: 'Ich wohne jetzt in Lissabon' }], content: 'Ana lives in Lissabon.' }),
      ),
      facts(
        rawFact({
          evidence: [{ turn: 1, quote: 'Ich wohne jetzt in Lissabon' }],
          content: 'Ana wohnt in Lissabon.',
          value: 'Lissabon',
        }),
      ),
    )
    expect(found.map(({ content }) => content)).toEqual(['Ana wohnt in Lissabon.'])
    expect([dropped.foreign, usage.calls]).toEqual([0, 2])
    const [, second] = double.received
    expect(second && chat.systemOf(second.body)).toMatch(/facts\.0: is not in the language of the turn \(de\)/)
  })
  test('is put once; then they are dropped and counted, and the others stay', async () => {
    const foreign = rawFact({ content: 'Ana wohnt jetzt in Lisbon.' })
    const { facts: found, dropped, usage } = await extracted(LISBON, facts(foreign, rawFact()))
    expect(found.map(({ content }) => content)).toEqual(['Ana lives in Lisbon.'])
    expect([dropped.foreign, usage.calls]).toEqual([1, 2])
  })
  test('is put where no quote is found, and where one fact cannot be read', async () => {
    const wrong = rawFact({ evidence: [{ turn: 1, quote: 'I reside in Lisbon' }] })
    const { double, facts: found } = await extracted(LISBON, facts(wrong), facts({ content: 'Ana' }, rawFact()))
    expect(found).toHaveLength(1)
    expect(double.received).toHaveLength(2)
    const broken = await extracted(LISBON, facts(rawFact(), { content: 7 }))
    expect([broken.facts.length, broken.dropped.invalid, broken.usage.calls]).toEqual([1, 1, 2])
  })
  test('that is answered worse does not cost what was found', async () => {
    const foreign = rawFact({ content: 'Ana wohnt jetzt in Lisbon.' })
    const { facts: found } = await extracted(LISBON, facts(foreign, rawFact()), facts())
    expect(found).toHaveLength(1)
  })
  test('that finds nothing readable again is an error, and no empty answer', async () => {
    const { baseURL } = await server(facts({ fact: 'Ana lives in Lisbon' }))
    const failure = await failureOf(extractWindow(modelAt(baseURL), LISBON, about()))
    expect(failure).toMatchObject({ name: 'AnswerUnusable', fault: 'invalid', usage: { calls: 2 } })
  })
})

describe('a window that is too long', () => {
  const long = windowOf(
    ...Array.from(
      { length: 30 },
      (_, i) => `Ana: ${'What a day it was, again. '.repeat(8)}My dog is called Rex${'o'.repeat(i)}.`,
    ),
  )
  const askedTurns = (request: chat.ChatRequest) => {
    const asked = askedOf(request)
    return asked.task === 'extract' ? asked.turns.length : 0
  }
  test.each([
    [
      'an answer cut off',
      (reply: chat.ChatReply): chat.ChatReply =>
        (received, response) =>
          (askedTurns(received.body) > 12 ? chat.cutOff('{"facts": [') : reply)(received, response),
    ],
    ['a model that reads little', chat.readingAtMost(9_000)],
  ])('for %s is read in halves', async (_name, limited) => {
    const { double, facts: found, usage } = await extracted(long, limited(sensibleModel()))
    expect(new Set(found.map(({ evidence }) => evidence[0]?.turn)).size).toBe(30)
    expect(found).toHaveLength(30)
    expect(double.received.length).toBeGreaterThan(3)
    expect(usage.calls).toBeGreaterThan(2)
  })
  test('however short it is made ends in an error', async () => {
    const { baseURL, received } = await server(chat.cutOff('{"facts": ['))
    expect(await failureOf(extractWindow(modelAt(baseURL), long, about()))).toMatchObject({ fault: 'cut_off' })
    expect(received.length).toBeLessThan(20)
  })
})

test('a fact whose evidence is context alone belongs to another window', async () => {
  const window = windowOf('Ana: I live in Lisbon.', 'Ana: I like tea.').map((turn, i) => ({
    ...turn,
    context: i === 0,
  }))
  const { facts: found, dropped } = await extracted(window, facts(rawFact()))
  expect([found, dropped.context]).toEqual([[], 1])
})
