import { describe, expect, test } from 'vitest'
import { judgeDialogue } from '../../eval/judge-dialogue.js'

/** Whether the second of two turns of one speaker, somebody else's between them, puts the first one out of force. */
const takesBack = (first: string, later: string): boolean => {
  const turns = [first, 'I see.', later].map((text, i) => ({ id: `${i}`, speaker: i === 1 ? 'Ben' : 'Anna', text }))
  return judgeDialogue({ id: 'pair', sessions: [{ id: 's', date: '2025-02-03', turns }] }).some(
    ({ turn }) => turn === '0',
  )
}

describe('"it is now …" behind what a noun of no list was told to be', () => {
  test.each([
    ['Our finest flower is the Gold Lily.', 'It is now the Tiger Lily.'],
    ['Unsere eleganteste Blume ist die Goldlilie.', 'Es ist jetzt die Tigerlilie.'],
  ])('gives it another value by a name: %s %s', (first, later) => {
    expect(takesBack(first, later)).toBe(true)
  })

  test.each([
    ['Our finest flower is the Gold Lily.', 'They are just as popular now.'],
    ['Our finest flower is the Gold Lily.', 'It is now in bloom.'],
    ['Unsere eleganteste Blume ist die Goldlilie.', 'Sie sind jetzt ebenso beliebt.'],
  ])('says more of it by other words: %s %s', (first, later) => {
    expect(takesBack(first, later)).toBe(false)
  })
})

describe('who says that it was a joke', () => {
  test.each([
    ['I am a vegetarian.', 'just kidding'],
    ['I am a vegetarian.', 'Haha, just kidding!'],
    ['I live in Rome.', 'I was kidding, sorry'],
    ['I live in Rome.', 'That was a joke. I love the sea.'],
    ['I am a vegetarian.', 'That was a joke, I love steak.'],
    ['My favorite color is green.', 'just kidding, it is purple'],
    ['Ich wohne in Rom.', 'Nur Spaß, es ist Mailand.'],
    ['Ich wohne in Rom.', 'Das war nur ein Scherz.'],
  ])('takes back what was said just before: %s %s', (first, later) => {
    expect(takesBack(first, later)).toBe(true)
  })

  test.each([
    ['I am a vegetarian.', 'My brother was just kidding.'],
    ['I am a vegetarian.', 'The film was a joke.'],
    ['I am a vegetarian.', 'The film was a joke, I left early.'],
    ['I live in Rome.', 'I live on Mars. Just kidding.'],
    ['Ich wohne in Rom.', 'Der Film war ein Witz.'],
  ])('does not, who tells of another one: %s %s', (first, later) => {
    expect(takesBack(first, later)).toBe(false)
  })
})
