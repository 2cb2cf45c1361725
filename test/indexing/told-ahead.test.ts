import { describe, expect, test } from 'vitest'
import { toldAhead } from '../../src/indexing/claims/requests.js'
import { sentencesOf, tokensOf } from '../../src/indexing/claims/tokens.js'
import { closes } from './closes.js'

describe('a statement ahead of a question in the same sentence corrects as one of its own', () => {
  test.each([
    ['I live in Vienna.', 'I moved to Berlin, can you recommend a gym?'],
    ['I live in Vienna.', 'I moved to Berlin - any tips for a good gym?'],
    ['I live in Vienna.', 'Now that I live in Berlin, where do I register my car?'],
    ['I work for Siemens.', 'I now work for Bosch, how do I update my profile?'],
    ['My salary is 75,000 euros.', 'My salary is now 80,000 euros, is that enough for a mortgage?'],
    ['My rent is 900 euros.', 'My rent is 950 euros now and I was wondering if that is normal?'],
    ['My deadline is March 3.', 'My deadline is now March 10, do you think I can make it?'],
    [
      'The deadline of project Falcon is March 3.',
      'The deadline of project Falcon is now March 10, so can you update the plan?',
    ],
    [
      'Our API rate limit is 100 requests per minute.',
      "Our API rate limit is now 120 requests per minute, but I'm getting an error, can you help?",
    ],
    ['Ich wohne in Wien.', 'Ich wohne jetzt in Berlin, kannst du mir ein Fitnessstudio empfehlen?'],
    ['Mein Chef ist Tom Berg.', 'Mein Chef ist jetzt Ute Lang, wie schreibe ich ihr am besten?'],
  ])('%s %s', (first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    'I live in Berlin, right?',
    "I live in Berlin, don't I?",
    'I live in Berlin, is that what you know?',
    'I live in Berlin, are you sure?',
    'I live in Berlin, or do I live in Graz?',
    'I live in Berlin, did I say that?',
    'Do I live in Berlin, or is it Graz?',
    'If I live in Berlin, what taxes do I pay?',
    'Say I live in Berlin, what taxes do I pay?',
    'Suppose I moved to Berlin, how much would I save?',
    'What if I moved to Berlin, can you compare the rents?',
    'Should I move to Berlin, what do you think?',
    'Tom thinks that I live in Berlin, how do I tell him?',
    'I want to move to Berlin, can you find me a flat?',
  ])('but not what is in question, or holds under a condition: %s', (later) => {
    expect(closes('I live in Vienna.', later)).toBe(false)
  })

  test('what goes on about a place is no question of its own', () => {
    const ahead = (text: string) => sentencesOf(tokensOf(text)).map((sentence) => toldAhead(sentence)?.length ?? null)
    expect(ahead('Is Berlin the town, where you live?')).toEqual([null])
    expect(ahead('I moved to Berlin.')).toEqual([null])
    expect(ahead('I moved to Berlin, can you help me?')).toEqual([4])
  })

  test('a statement ahead of a question is not all that its turn says, and stays when it is corrected', () => {
    expect(closes('I live in Vienna, can you recommend a gym?', 'I moved to Berlin.')).toBe(false)
  })
})
