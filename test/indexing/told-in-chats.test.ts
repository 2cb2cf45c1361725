import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('what has changed is told in a chat', () => {
  test.each([
    ['The board meeting is at 2pm.', 'The board meeting got moved to 3pm.'],
    ['The board meeting is at 2pm.', 'We moved the board meeting up to 11am.'],
    ['Our launch date is May 5.', "We've pushed the launch date to June 5."],
    ['My girlfriend is called Nina.', 'Nina and I broke up.'],
    ['My girlfriend is called Nina.', 'I broke up with Nina.'],
    ['My salary is $75,000.', 'I got a raise to $80,000.'],
    ['Our office is in Elm Street.', 'We moved our office to Oak Street.'],
    ['Our tech lead is Priya.', 'Karl took over from Priya as our tech lead.'],
    ['Our tech lead is Priya.', 'Priya left, Karl is our tech lead now.'],
    ['Unser Chef ist Karl Berg.', 'Karl ist weg, unsere neue Chefin ist Ute Lang.'],
    ['Ich arbeite bei Siemens.', 'Ich hab bei Bosch angefangen.'],
    ['Ich bin Vegetarier.', 'Ich esse wieder Fleisch.'],
  ])('%s %s', (first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    ['The board meeting is at 2pm.', 'The design review got moved to 3pm.'],
    ['My girlfriend is called Nina.', 'We broke up into groups.'],
    ['My girlfriend is called Nina.', 'Tom and his wife broke up.'],
    ['My girlfriend is called Nina.', 'I broke up with Laura years ago.'],
    ['My salary is $75,000.', 'Tom got a raise to $80,000.'],
    ['Our office is in Elm Street.', 'We moved our wedding to Oak Street.'],
    ['Our tech lead is Priya.', 'Karl might take over from Priya as our tech lead.'],
    ['Unser Chef ist Karl Berg.', 'Karl ist krank, unsere Nachbarin ist Ute Lang.'],
    ['Ich bin Arzt.', 'Ich habe den Job gewechselt.'],
    ['Ich bin Arzt.', 'Ich habe den Job gekündigt, die Bank habe ich auch gewechselt.'],
    ['Ich bin Vegetarier.', 'Ich esse Fisch.'],
  ])('and nothing else: %s %s', (first, later) => {
    expect(closes(first, later)).toBe(false)
  })
})

test.each([
  ['Part of the billing service is written in Go.', 'Part of the billing service is written in Rust.'],
  ['Most of the team works for Alpina.', 'Most of the team works for Brightwell.'],
  ['Ein Teil der Halle ist an Alpina vermietet.', 'Ein Teil der Halle ist an Bosch vermietet.'],
])('what is said of a part leaves alone what is said of another one: %s %s', (first, later) => {
  expect(closes(first, later)).toBe(false)
})
