import { describe, expect, test } from 'vitest'
import { taken } from './a-window.js'

const CHAT = (reply: string): readonly string[] => [
  'Ana: I sleep badly.',
  'Bot: You could take magnesium in the evening, it helps many people.',
  `Ana: ${reply}`,
]
const proposal = { turn: 2, quote: 'You could take magnesium in the evening' }
const of = (reply: string, fact: Readonly<Record<string, unknown>>) =>
  taken(CHAT(reply), {
    subject: 'ana',
    content: 'Ana takes magnesium in the evening.',
    ...fact,
  })

describe('what an assistant said about a person', () => {
  test.each(['stated', 'confirmed', 'inferred', 'proposed'])('is no fact about them, called "%s" or not', (claim) =>
    expect(of('Hm.', { evidence: [proposal], claim })).toBe('unsupported'),
  )
  test('stays as what was proposed, where the fact says so, and matters little', () =>
    expect(
      of('Hm.', {
        evidence: [proposal],
        claim: 'stated',
        content: 'The assistant suggested that Ana take magnesium in the evening.',
      }),
    ).toMatchObject({ claimType: 'proposed', importance: 0.2 }))
  test.each(['Good idea, I do that now', 'Yes', 'OK, will do'])('is confirmed by "%s"', (reply) =>
    expect(of(reply, { evidence: [proposal, { turn: 3, quote: reply }] })).toMatchObject({
      claimType: 'confirmed',
      importance: 0.8,
    }),
  )
  test.each(['Maybe', 'No', 'Hmm, not sure', "I don't know", 'Let me think about it, maybe'])(
    'is not confirmed by "%s"',
    (reply) => {
      expect(of(reply, { evidence: [proposal, { turn: 3, quote: reply }], claim: 'confirmed' })).toBe('unsupported')
      expect(of(reply, { evidence: [{ turn: 3, quote: reply }] })).toBe('unsupported')
    },
  )
  test('is denied by a plain no, which is a fact, too', () =>
    expect(
      of('No', {
        evidence: [proposal, { turn: 3, quote: 'No' }],
        content: 'Ana does not take magnesium in the evening.',
      }),
    ).toMatchObject({ claimType: 'confirmed' }))
})

describe('what an assistant said about the world', () => {
  test('stays as its own, and matters less', () =>
    expect(
      taken(CHAT('Hm.'), {
        evidence: [{ turn: 2, quote: 'it helps many people' }],
        content: 'Magnesium helps many people.',
        subject: 'magnesium',
      }),
    ).toMatchObject({ claimType: 'stated', importance: 0.3, speaker: 'assistant' }))
  test('and about itself, too', () =>
    expect(
      taken(['Ana: Book me a table.', 'Bot: I booked a table at Belcanto for 8 pm.'], {
        evidence: [{ turn: 2, quote: 'I booked a table at Belcanto for 8 pm' }],
        content: 'The assistant booked a table at Belcanto for 8 pm.',
        subject: 'assistant',
      }),
    ).toMatchObject({ subject: 'assistant', importance: 0.3 }))
})

test('what a person said stays what the model calls it', () => {
  const evidence = [{ turn: 1, quote: 'I sleep badly' }]
  expect(of('Hm.', { evidence, content: 'Ana sleeps badly.' })).toMatchObject({ claimType: 'stated' })
  expect(of('Hm.', { evidence, content: 'Ana sleeps badly.', claim: 'inferred' })).toMatchObject({
    claimType: 'inferred',
  })
})
