import { describe, expect, test } from 'vitest'
import { taken } from './a-window.js'

const LISBON = ['Ana: Hi! I moved to Lisbon yesterday, and pay 900 euros.', 'Bot: How nice. Lisbon has 12 hills.']
const evidence = [{ turn: 1, quote: 'I moved to Lisbon yesterday' }]
const of = (content: string, more = {}) => taken(LISBON, { evidence, content, ...more })

describe('a fact that its turns say', () => {
  test('is taken, with offsets that quote them', () => {
    const fact = of('Ana moved to Lisbon on 7 May 2026.', {
      valid: { from: '2026-05-07', to: null, words: 'yesterday' },
    })
    expect(fact).toMatchObject({
      content: 'Ana moved to Lisbon on 7 May 2026.',
      speaker: 'Ana',
      subject: 'ana',
      claimType: 'stated',
      language: 'en',
      trust: 1,
      validFrom: '2026-05-07',
      validTo: null,
      validWords: 'yesterday',
      evidence: [{ turn: 0, start: 4, end: 31 }],
    })
  })
  test.each([
    ['numbers of its turn', 'Ana pays 900 euros.'],
    ['a name in short', 'Ana pays 900 euros in Lisbon.'],
    ['the day that a word means', 'Ana moved on 2026-05-07.'],
    ['the day on which it was said', 'On 8 May 2026 Ana lives in Lisbon.'],
  ])('may tell %s', (_name, content) => expect(of(content)).toMatchObject({ content }))
  test.each([
    ['a wrong number', 2],
    ['no number of a turn', 99],
    ['no whole number', 0.3],
  ])('is found when the model gives %s', (_name, turn) =>
    expect(of('Ana moved to Lisbon.', { evidence: [{ turn, quote: 'I moved to Lisbon yesterday' }] })).toMatchObject({
      evidence: [{ turn: 0, start: 4, end: 31 }],
    }),
  )
  test('may be in a script without spaces', () =>
    expect(
      taken(['小明: 我上个月搬到北京了。'], {
        evidence: [{ turn: 1, quote: '搬到北京了' }],
        content: '小明搬到了北京。',
        subject: '小明',
        entities: [{ name: '北京', type: 'place' }],
      }),
    ).toMatchObject({ entities: [{ name: '北京' }], language: 'zh' }))
  test('may write a Russian name in another case', () =>
    expect(
      taken(['Оля: Вчера я переехала из Москвы в Казань.'], {
        evidence: [{ turn: 1, quote: 'переехала из Москвы' }],
        content: 'Раньше Оля жила в городе Москва.',
        subject: 'оля',
        entities: [{ name: 'Москва', type: 'place' }],
      }),
    ).toMatchObject({ entities: [{ name: 'Москва' }] }))
})

describe('a fact that its turns do not say is dropped', () => {
  test.each([
    ['another number', 'Ana pays 950 euros.'],
    ['a number in words', 'Ana moved to Lisbon three times.'],
    ['another date', 'Ana moved to Lisbon on 7 June 2026.'],
    ['another year', 'Ana moved to Lisbon in 2019.'],
    ['another place', 'Ana moved from Porto to Lisbon.'],
    ['a number of a turn that is not its own', 'Ana moved to Lisbon with 12 boxes.'],
  ])('%s', (_name, content) => expect(of(content)).toBe('unsupported'))
  test.each([
    ['a quote that nobody said', [{ turn: 1, quote: 'I love Lisbon' }]],
    ['a quote that says nothing', [{ turn: 1, quote: 'I' }]],
  ])('%s', (_name, quoted) => expect(of('Ana moved to Lisbon.', { evidence: quoted })).toBe('unsupported'))
  test('a person whom nobody named', () => {
    expect(of('Bob moved to Lisbon.', { subject: 'bob' })).toBe('unsupported')
    expect(of('Bob moved to Lisbon.', { entities: [{ name: 'Bob', type: 'person' }] })).toBe('unsupported')
  })
  test('without words or evidence it cannot be read', () => {
    expect(of(' … ')).toBe('invalid')
    expect(of('Ana moved.', { evidence: [] })).toBe('invalid')
    expect(of('Ana moved.', { claim: 'certain' })).toBe('invalid')
  })
})

describe('what a fact has besides', () => {
  test('is left out where nobody said it, and the fact stays', () =>
    expect(
      of('Ana moved to Lisbon.', {
        entities: [
          { name: 'Lisbon', type: 'place' },
          { name: 'Porto', type: 'place' },
        ],
      }),
    ).toMatchObject({
      entities: [{ name: 'Lisbon', type: 'place' }],
    }))
  test('is bounded', () => {
    const long = 'Ana moved to Lisbon. '.repeat(1000)
    const fact = of(long, { importance: 7 })
    expect(fact).toMatchObject({ importance: 1 })
    if (typeof fact === 'string') throw new Error(fact)
    expect(fact.content.length).toBeLessThanOrEqual(1000)
  })
  test('names the speaker where the model says "I" or "the user"', () =>
    expect(of('Ana moved to Lisbon.', { subject: 'The user' })).toMatchObject({ subject: 'ana' }))
})

describe('whom and what a fact is about', () => {
  const about = (subject: string, more = {}) => of('Ana moved to Lisbon.', { subject, ...more })

  test.each([
    ['who speaks', 'Ana', 'ana'],
    ['the speaker without a name', 'the user', 'ana'],
    ['what somebody has named', 'Lisbon', 'lisbon'],
    ['what belongs to the user', "user's hills", "user's hills"],
  ])('may be %s', (_name, subject, is) => expect(about(subject)).toMatchObject({ subject: is }))
  test.each([
    ['nobody that was named', 'Benedict Crane'],
    ['a pronoun', 'she'],
    ['nothing', ''],
    ['everybody', 'everyone'],
  ])('is unknown where it is %s, and the fact is kept', (_name, subject) =>
    expect(about(subject)).toMatchObject({ content: 'Ana moved to Lisbon.', subject: null }),
  )
})
