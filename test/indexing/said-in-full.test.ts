import { describe, expect, test } from 'vitest'
import { saidInFull } from '../../src/indexing/claims/said-in-full.js'

const as = (language: 'en' | 'de') => ({ speaker: null, role: 'user', language })
const full = (earlier: string, text: string) => saidInFull(text, as(/\bich\b/i.test(text) ? 'de' : 'en'), earlier)

describe('a correction', () => {
  test.each<[earlier: string, correction: string, full: string]>([
    ['My dentist appointment is on Wednesday.', 'sorry, I meant Thursday', 'My dentist appointment is on Thursday.'],
    ['The meeting with Dr. Bauer is at 3pm.', 'no wait, 4pm', 'The meeting with Dr. Bauer is at 4pm.'],
    ['The meeting with Bauer is at 3pm.', 'make that 4', 'The meeting with Bauer is at 4pm.'],
    ['I weigh 82 kg.', 'I mean 72.', 'I weigh 72 kg.'],
    ['The rent is 950 euros.', 'Correction: 980', 'The rent is 980 euros.'],
    ["My wife's name is Karin.", 'Oops, autocorrect: Katrin, not Karin.', "My wife's name is Katrin."],
    ['My favorite color is green.', 'just kidding, it is purple', 'My favorite color is purple.'],
    ['The meeting is on Friday.', 'It is on Monday now.', 'The meeting is on Monday.'],
    ['Hi! I live in Berlin. I love it here.', 'no, I meant Bremen', 'I live in Bremen.'],
    ['Ich wohne in Freiburg.', 'Nein, ich meinte Freising.', 'Ich wohne in Freising.'],
  ])('of "%s" by "%s" is told in full', (earlier, correction, expected) => {
    expect(full(earlier, correction)).toBe(expected)
  })

  test('of a correction is told in the words of what was said first', () => {
    const first = 'I live in Springdale.\nSorry, I meant Springdale.'
    expect(full(first, 'No, I meant Springvale.')).toBe('I live in Springvale.')
  })

  test.each<[earlier: string, text: string]>([
    ['I live in Berlin.', 'forget that'],
    ['I live in Berlin.', 'Sorry, I have to go.'],
    ['I am a vegetarian.', 'Sorry, I love steak.'],
    ['I am a vegetarian.', 'That was a joke, I love steak.'],
    ['I live in Berlin.', 'I no longer like it.'],
    ['I live in Berlin.', 'No, I live in Bremen.'],
    ['I live in Berlin.', 'Actually it was fun.'],
    ['The harbour is full of boats.', 'Sorry, I meant Thursday.'],
  ])('is no correction of "%s" that needs it: "%s"', (earlier, text) => {
    expect(full(earlier, text)).toBeNull()
  })
})
