import { describe, expect, test } from 'vitest'
import { atOnce } from '../../src/concurrency/steps.js'
import { extract } from '../../src/ingest/as-said/extract.js'
import type { BankKnown } from '../../src/ingest/context.js'
import { mayEchoIn } from '../../src/ingest/echoes.js'
import { withRequests } from '../../src/ingest/forgetting.js'
import { plan } from '../../src/ingest/plan.js'
import { textHash } from '../../src/text/text-hash.js'
import { uuid } from '../support/histories.js'
import { ingestOf } from './an-ingest.js'

type Holding = NonNullable<BankKnown['holding']>[number]

const AT = '2026-01-02T03:04:05.000Z'
/** User and assistant in turn, as facts. */
const said = (...contents: readonly string[]) =>
  withRequests(
    extract(
      { messages: contents.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })) },
      { at: AT },
    ).facts.map((fact) => ({
      ...fact,
      memoryId: uuid(fact.content),
      textHash: textHash(fact.content),
      vector: null,
    })),
  )

const held = (text: string, over: Partial<Holding> = {}): Holding => ({
  id: uuid(text),
  text,
  role: 'user',
  ordinal: 1,
  sample: 0,
  ...over,
})

const given = (contents: readonly string[], known: Partial<BankKnown> = {}) =>
  plan(ingestOf(said(...contents)), { revision: 7n, state: { lastAt: null, neighbours: [], trust: 1, ...known } })

/** By its content, what each memory that is stored rests on. */
const evidenceIn = ({ events }: ReturnType<typeof plan>) =>
  new Map(
    events.flatMap((event) =>
      event.type === 'MemoryStored' && 'content' in event.data.said
        ? [[event.data.said.content, event.data.evidence] as const]
        : [],
    ),
  )

const LISBON = 'I moved to Lisbon yesterday.'
const ASKED = ['Where do I live?', 'You live in Lisbon.'] as const
const ANSWERED = 'User: Where do I live?\nAssistant: You live in Lisbon.'
const asEcho = (of: string) => [{ memoryId: of, start: 0, end: 0 }]

describe('a turn of an assistant', () => {
  test('whose words stand in a memory and in the question is an echo of that memory', () => {
    const planned = given(ASKED, { holding: [held(LISBON)] })
    expect(evidenceIn(planned)).toEqual(new Map([[ANSWERED, asEcho(uuid(LISBON))]]))
    expect(planned.counts).toMatchObject({ factsExtracted: 1, memoriesStored: 1 })
  })
  test('is one of what was stated before it in the same conversation', () => {
    const contents = ['I moved to Lisbon with my cat Nero.', 'Great! So you moved to Lisbon with Nero.'] as const
    const [moved, echo] = contents
    expect(evidenceIn(given(contents))).toEqual(
      new Map([
        [`User: ${moved}`, []],
        [`Assistant: ${echo}`, asEcho(uuid(`User: ${moved}`))],
      ]),
    )
  })
  test('is one of a question that was stored by itself, where nothing else says it', () => {
    const question = 'Do you remember at all which kind of green tea with lemon and honey I like in the morning?'
    const answer =
      'Green tea with lemon and honey in the morning, of that kind, is what you like, as I remember. You do like that.'
    expect(evidenceIn(given([question, answer])).get(`Assistant: ${answer}`)).toEqual(asEcho(uuid(`User: ${question}`)))
  })
  test.each([
    ['nothing holds its words', ASKED, []],
    ['it denies what the memory does not', ['Where do I live?', 'You never lived in Lisbon.'], [held(LISBON)]],
    ['the memory denies it', ASKED, [held('I never moved to Lisbon.')]],
    ['nobody knows how its language denies', ['어디에 살아요?', '당신은 리스본에 살아요.'], [held('리스본에 살아요.')]],
  ] as const)('is none where %s', (_, contents, holding) =>
    expect([...evidenceIn(given(contents, { holding })).values()].flat()).toEqual([]),
  )
  test('that only agrees says what it was asked', () => {
    const planned = given(['Do I still live in Lisbon?', 'Yes.'], { holding: [held('I live in Lisbon still.')] })
    expect([...evidenceIn(planned).values()]).toEqual([asEcho(uuid('I live in Lisbon still.'))])
    expect(atOnce(mayEchoIn(planned.fresh)).map(({ terms }) => terms.flat())).toEqual([['still', 'live', 'lisbon']])
  })
  test('that asks back says nothing', () =>
    expect(
      atOnce(mayEchoIn(said('I moved to Lisbon with all of my books.', 'To Lisbon? With all of your books?'))),
    ).toEqual([]))
  test('is rather an echo of what a person said, of what holds more of it, and of the last', () => {
    const holding = [
      held('You moved to Lisbon and live there.', { role: 'assistant', ordinal: 9 }),
      held('I saw Lisbon.', { ordinal: 8 }),
      held('I live near Lisbon.', { ordinal: 2 }),
      held('I live in Lisbon now.', { ordinal: 3 }),
    ]
    const of = (some: readonly Holding[]) => [...evidenceIn(given(ASKED, { holding: some })).values()]
    expect(of(holding)).toEqual([asEcho(uuid('I live in Lisbon now.'))])
    expect(of(holding.slice(0, 3))).toEqual([asEcho(uuid('I live near Lisbon.'))])
    expect(of(holding.slice(0, 2))).toEqual([asEcho(uuid('I saw Lisbon.'))])
  })
  test('goes with what is forgotten in the same conversation', () => {
    const contents = ['I moved to Lisbon.', 'Great! So you moved to Lisbon.'] as const
    const [moved, echo] = contents.map((content, i) => uuid(`${i === 0 ? 'User' : 'Assistant'}: ${content}`))
    const { events } = given([...contents, 'Forget that I moved to Lisbon.'])
    const deleted = events.flatMap((event) => (event.type === 'MemoriesDeleted' ? event.data.memories : []))
    expect(deleted).toEqual([
      [moved, 2],
      [echo, 2],
    ])
  })
  test('whose memory was erased meanwhile is not stored either', () => {
    const facts = said('I moved to Lisbon with my cat Nero.', 'Great! So you moved to Lisbon with Nero.')
    const known = { revision: 7n, state: { lastAt: null, neighbours: [], trust: 1 } }
    const { fresh } = plan(ingestOf(facts), known, {
      material: 'pending',
      erased: new Set([String(facts[0]?.memoryId)]),
    })
    expect(fresh).toEqual([])
  })
})
