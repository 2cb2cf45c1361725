import { describe, expect, test } from 'vitest'
import { atOnce } from '../../src/concurrency/steps.js'
import { type CompositePart, compositeOf, relatedFacts, storedComposite } from '../../src/ingest/composites.js'
import type { PreparedFact } from '../../src/ingest/context.js'
import { uuid } from '../support/histories.js'
import { fact } from './an-ingest.js'

const EMMA = { name: 'Emma', type: 'person' } as const
const said = (content: string, over: Partial<PreparedFact> = {}): CompositePart => ({
  ...fact(content, { vector: null, ...over }),
})
const groupsOf = (facts: readonly CompositePart[]) =>
  atOnce(relatedFacts(facts)).map(({ parts, about }) => [about, parts.map(({ content }) => content)])

const daughter = said('My daughter Emma is seven.', { entities: [EMMA] })
const violin = said('Emma plays the violin on Tuesdays.')
const tea = said('I drink green tea all day long.')

describe('facts of one ingest are related', () => {
  test('by a name that one of them is known to name and both hold', () =>
    expect(groupsOf([daughter, tea, violin])).toEqual([['Emma', [daughter.content, violin.content]]]))

  test('three at most, by the same name', () => {
    const more = ['Emma has a blue bicycle.', 'Emma hates tomatoes a lot.'].map((content) => said(content))
    expect(groupsOf([daughter, violin, ...more])).toEqual([
      ['Emma', [daughter.content, violin.content, more[0]?.content]],
    ])
  })

  test('not by the name of somebody who takes part, nor by its beginning', () => {
    const all = ['Emma, are we ready to go.', 'Thanks, Emma, that was kind.'].map((content) =>
      said(content, { entities: [EMMA], speaker: 'Ben' }),
    )
    expect(groupsOf([...all, said('Emmanuelle: You are both welcome.', { speaker: 'Emmanuelle' })])).toEqual([])
  })

  test('not by a name that many of them share', () =>
    expect(
      groupsOf(Array.from({ length: 9 }, (_, i) => said(`Emma has won cup number ${i}.`, { entities: [EMMA] }))),
    ).toEqual([]))

  test.each<[why: string, over: Partial<PreparedFact>]>([
    ['a question', { content: 'Does Emma play the violin?' }],
    ['an assistant’s words', { role: 'assistant' }],
    ['what tries to steer the memory', { trust: 0.2 }],
    ['in another language', { language: 'de' }],
    ['of several lines', { content: 'Emma plays:\nthe violin, the flute.' }],
    ['too long to be one thing', { content: `Emma plays the violin ${'and so on '.repeat(50)}` }],
  ])('but not to %s', (_, over) =>
    expect(groupsOf([daughter, said(violin.content, { entities: [EMMA], ...over })])).toEqual([]),
  )

  test('in at most three groups of an ingest, and no fact is in two', () => {
    const names = ['Rex', 'Mina', 'Otto', 'Tilda']
    const facts = names.flatMap((name) =>
      ['likes the sea a lot.', 'sleeps in the kitchen.'].map((does) =>
        said(`${name} ${does}`, { entities: [{ name, type: 'person' }] }),
      ),
    )
    expect(groupsOf(facts).map(([about]) => about)).toEqual(['Rex', 'Mina', 'Otto'])
  })
})

describe('a composite', () => {
  const command = uuid('command')
  const of = (...parts: readonly CompositePart[]) => compositeOf(command, { parts, about: 'Emma' })
  const dated = said('User: My daughter Emma is seven.', {
    speaker: 'User',
    importance: 0.7,
    dates: [{ text: 'today', from: '2026-01-01', to: '2026-01-01' }],
  })
  const other = said('User: Emma plays the violin.', { speaker: 'User', importance: 0.4, keywords: 'violin' })

  test('says what its parts say, and what they have in common', () => {
    const text = 'My daughter Emma is seven.'
    expect(of(dated, other)?.said).toMatchObject({
      content: `User: ${text}\nEmma plays the violin.`,
      speaker: 'User',
      headline: 'Emma',
      overview: `Emma: ${text} / Emma plays the violin.`,
      keywords: 'violin',
      metadata: { dates: dated.dates },
    })
  })

  test('keeps the labels of several speakers', () =>
    expect(of(dated, said('Ben: Emma is a gem.', { speaker: 'Ben' }))?.said).toMatchObject({
      content: 'User: My daughter Emma is seven.\nBen: Emma is a gem.',
      speaker: null,
    }))

  test('has the same id whenever the same command makes it of the same parts', () => {
    expect(of(dated, other)?.memoryId).toBe(of(dated, other)?.memoryId)
    expect(of(other, dated)?.memoryId).not.toBe(of(dated, other)?.memoryId)
  })

  test('is not made of words in which a secret shows', () =>
    expect(of(said('Emma lost her key.'), said('Her password: hunter2XyZ!9 is Emma\u2019s.'))).toBeUndefined())

  test('rests on the whole of its parts, has no turns, and stands in no conversation', () => {
    const composite = of(dated, other)
    if (composite === undefined) throw new Error('there is none')
    const readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
    const by = {
      ...{ commandId: command, userId: 'anna', at: '2026-01-02T00:00:00.000Z', episodeId: uuid('episode') },
      actor: { key: 'standard', agentId: null } as const,
    }
    const now = { instant: by.at, offset: null }
    const placed = { by, now, ordinal: 9, readers, sourceSite: 'chat', sessionId: 's', trust: 0.5 }
    const { data, metadata } = storedComposite(composite, placed)
    expect(metadata).toMatchObject({ memoryId: composite.memoryId, version: 1, reason: 'composed' })
    expect(data).toMatchObject({
      ...{ memoryType: 'composite', status: 'active', turns: null, claimType: null, trust: 0.5, importance: 0.7 },
      place: { session: composite.memoryId, ordinal: 9 },
      evidence: [
        { memoryId: dated.memoryId, start: 0, end: 26 },
        { memoryId: other.memoryId, start: 0, end: 22 },
      ],
    })
  })
})
