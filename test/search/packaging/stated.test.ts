import { describe, expect, test } from 'vitest'
import { isMereCourtesy, statedBy } from '../../../src/search/packaging/stated.js'

const by = (side: 'assistant' | 'user', content: string, role: string | null = 'user') =>
  statedBy(side, { content, role, language: 'en' })

describe('what one side states in a memory', () => {
  test.each([
    ['User: I teach pottery. How do I price a course?', 'I teach pottery.', 'How do I price a course?'],
    ['User: i teach pottery. how do i price a course?', 'i teach pottery.', 'how do i price a course?'],
    ['User: Where do I live?', '', 'Where do I live?'],
    ['I moved to Graz. Where do I live? Thanks!', 'I moved to Graz.', 'Where do I live? Thanks!'],
    ['Ana: I moved to Lisbon.', 'I moved to Lisbon.', ''],
  ])('%s', (content, statements, questions) => expect(by('user', content)).toMatchObject({ statements, questions }))

  test('of a question with its short answer is the answer, and the question tells what it is about', () => {
    const exchange = 'Assistant: Which size?\nUser: 42.'
    expect(by('user', exchange)).toEqual({ statements: '42.', questions: 'Which size?', isExchange: true })
    expect(by('assistant', exchange).statements).toBe('')
    expect(by('user', 'Ben: Which size?\nAna: 42.', null)).toMatchObject({ statements: '42.', isExchange: true })
  })

  test('is an imperative of the assistant, which is advice, and no wish of the user', () => {
    expect(by('assistant', 'Assistant: Make a list of the plants.', 'assistant').statements).not.toBe('')
    expect(by('user', 'User: Make a list of the plants.').statements).toBe('')
  })

  test('is nothing of the other side, and no courtesy of an assistant', () => {
    expect(by('user', 'Assistant: You live in Lisbon.', 'assistant').statements).toBe('')
    expect(by('assistant', 'Assistant: Enjoy your meal! Salt the water well.', 'assistant').statements).toBe(
      'Salt the water well.',
    )
  })
})

describe('mere courtesy', () => {
  test.each([
    'Assistant: Enjoy your meal!',
    'Assistant: You’re welcome. Good luck with the form!',
    'Viel Spaß im Museum!',
    '¡Buen viaje!',
    'Bonne chance pour ton examen !',
    'お大事に。',
    '祝你生日快乐！',
  ])('%s', (content) => expect(isMereCourtesy({ content, role: 'assistant' })).toBe(true))

  test.each([
    'Assistant: Enjoy your meal! Salt the water well.',
    'User: Thanks to my brother Wout I found a flat in the old town near the harbour last week.',
    'Enjoy the show at 8.',
    'User: I enjoy sailing.',
    'The good luck charm is in the drawer.',
  ])('but not: %s', (content) => expect(isMereCourtesy({ content, role: 'assistant' })).toBe(false))

  test('is none of what a person hopes for or enjoys, but for thanks alone', () => {
    expect(isMereCourtesy({ content: 'User: I hope to run a marathon.', role: 'user' })).toBe(false)
    expect(isMereCourtesy({ content: 'Enjoy hiking.', role: null })).toBe(false)
    expect(isMereCourtesy({ content: 'User: Thanks a lot!', role: 'user' })).toBe(true)
  })
})
