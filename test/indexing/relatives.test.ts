import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('a description of the only one tells what a plain sentence tells', () => {
  test.each([
    ['The league in which Leeds Bears play is the Coastal League.', 'Leeds Bears play in the Northern Conference.'],
    ['The time at which the pottery class starts is 18:00.', 'The pottery class now starts at 19:30.'],
    ['The rent that Ada Brandt pays is $900 a month.', "Ada Brandt's rent is $950 a month."],
    ['The city that serves as the capital of Malta is Bern.', 'The capital of Malta is Graz.'],
    ['The player who captains Leeds Bears is Tom Kern.', 'Ruth Vance captains Leeds Bears.'],
    ['The branch that Atlas uses by default is main.', "Atlas's default branch is trunk."],
    ['Malta is governed from its capital, Bern.', 'The capital of Malta is Graz.'],
    ['Orbis Choir is chaired by Tom Kern as its president.', 'The president of Orbis Choir is Ruth Vance.'],
    ['Die Stadt, in der Mia Vogt wohnt, ist Ulm.', 'Mia Vogt wohnt jetzt in Graz.'],
    ['Die Person, mit der Mia Vogt verheiratet ist, heißt Jan Kern.', 'Mia Vogt ist mit Tom Lang verheiratet.'],
    [
      'Die Liga, in der der FC Ulm spielt, ist die Landesliga.',
      'Die Liga, in der der FC Ulm spielt, ist die Oberliga.',
    ],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))
})

describe('and tells nothing of others', () => {
  test.each([
    ['The book that Ada Brandt reads is Emma.', 'The book that Ada Brandt reads is Persuasion.'],
    [
      'The league in which Leeds Bears play is the Coastal League.',
      'The league in which Holm Bears play is the City League.',
    ],
    ['The person who visits Ada Brandt is Tom Kern.', 'The person who visits Ada Brandt is Ruth Vance.'],
    ['Malta is governed from its capital, Bern.', 'Malta is governed from its second city, Graz.'],
    ['Die Stadt, in der Mia Vogt wohnt, ist Ulm.', 'Die Stadt, in der Mia Vogt früher wohnte, ist Graz.'],
    ['Das Buch, das Mia Vogt liest, ist Momo.', 'Das Buch, das Mia Vogt liest, ist Krabat.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(false))
})
