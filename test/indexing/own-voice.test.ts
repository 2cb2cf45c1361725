import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'
import { endsPlay, opensPlay } from '../../src/indexing/claims/own-voice.js'

const valuesIn = (text: string, language: 'en' | 'de' = 'en', speaker: string | null = null) =>
  claimsOf(text, { speaker, role: 'user', language }).claims.map(({ value }) => value)

describe('what is handed over to be worked on says nothing of the one who hands it over', () => {
  test.each([
    "Review my friend's cover letter:\n\nDear Sir or Madam,\n\nI live in Linz.\n\nYours faithfully,\nPeter Novak",
    'Dictation for my pupils:\nI live in Linz. My dog is called Rex.',
    'Here is a test sentence for the parser. I live in Linz.',
    'What song is this from?\nI live in Linz, I live on hope',
    'Hi! Can you shorten this paragraph? I live in Linz.',
    'Please proofread the following:\nI live in Linz now.',
    'Can you check this?\nI live in Linz now.',
    'Continue the story.\nI live in Linz.',
    'Fix the grammar in this email:\nI live in Linz now.',
  ])('%s', (text) => expect(valuesIn(text)).toEqual([]))
  test('Korrigiere bitte diesen Text. …', () =>
    expect(valuesIn('Korrigiere bitte diesen Text.\nIch wohne jetzt in Linz.', 'de')).toEqual([]))
})

describe('a letter behind other words is of the one who signed it', () => {
  const letter = 'What do you say?\n\nDear neighbours,\n\nI live in Linz now.\n\nBest wishes,\nNora'
  test('and of nobody else', () => expect(valuesIn(letter, 'en', 'Maria Huber')).toEqual([]))
  test('who may be the speaker', () => expect(valuesIn(letter, 'en', 'Nora Huber')).toEqual(['linz']))
  test('and what is a letter as a whole is of the one who sends it', () =>
    expect(valuesIn('Dear support team,\n\nI live in Linz now.\n\nKind regards,\nMaria')).toEqual(['linz']))
})

describe('who plays a part says nothing of themselves', () => {
  test.each([
    "Pretend you are interviewing me. I'm a plumber called Joe. I live in Linz.",
    "Let's role-play a job interview. I live in Linz and I work for Siemens.",
    'You are a customer. I live in Linz and sell lamps.',
    "Imagine you're a travel agent. I live in Linz.",
    'You ask, and I am Tom. I live in Linz.',
    'I want you to act as an English translator and spelling corrector. I live in Linz.',
  ])('%s', (text) => expect(valuesIn(text)).toEqual([]))
  test.each([
    'Tu so, als wärst du mein Arzt. Ich wohne in Linz.',
    'Lass uns ein Bewerbungsgespräch üben. Ich wohne in Linz.',
  ])('%s', (text) => expect(valuesIn(text, 'de')).toEqual([]))
  test('from a turn on that begins it, to one that ends it', () => {
    expect(opensPlay("Let's rehearse the interview.")).toBe(true)
    expect(opensPlay('I will write you sentences and you will only reply with their pronunciations.')).toBe(true)
    expect(opensPlay('Imagine you are an experienced developer.')).toBe(false)
    expect(opensPlay('Can we do the interview on Monday?')).toBe(false)
    expect(endsPlay("That's enough for today.")).toBe(true)
    expect(endsPlay('I live in Linz.')).toBe(false)
    expect(valuesIn('Enough role-play, thanks. I live in Linz now.')).toEqual(['linz'])
  })
})

describe('what is said for oneself stays so, whatever else is in a message', () => {
  test.each([
    'I live in Linz now. Can you shorten this paragraph?\nThe cat sat.',
    'Write a letter to my bank. I now live in Linz.',
    'You are a helpful assistant. I live in Linz.',
    'I want you to act as my doctor. I live in Linz.',
    'Imagine that! I live in Linz now!',
    'About me:\nI live in Linz',
    'Did you get my email?\nI live in Linz now.',
    'Check the weather for me. I live in Linz now.',
    'I wrote a story last week. I live in Linz now.',
    'I have an interview tomorrow. I live in Linz now.',
    'My role is team lead. I live in Linz now.',
  ])('%s', (text) => expect(valuesIn(text)).toContain('linz'))
  test('also the correction of an address', () =>
    expect(valuesIn('Correct, my email is now bob@example.com.')).toEqual(['bob@example.com']))
})
