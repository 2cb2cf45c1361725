import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

const COACH = 'The coach of Hull Rovers is Ruth Vance.'
const TRAINER = 'Der Trainer von SV Kestel ist Ole Kern.'

describe('what stands in front of a statement', () => {
  test.each([
    ['sarcasm with what never happens', COACH, 'Sure, the coach of Hull Rovers is Nils Moss, and pigs can fly.'],
    ['sarcasm with what nobody is', COACH, 'Oh sure, the coach of Hull Rovers is Nils Moss, and my cat is the pope.'],
    ['sarcasm without a comma', COACH, 'The coach of Hull Rovers is Nils Moss and pigs might fly.'],
    ['German sarcasm', TRAINER, 'Klar, der Trainer von SV Kestel ist Udo Voss, und Schweine können fliegen.'],
    [
      'sarcasm of an emperor',
      TRAINER,
      'Ja klar, der Trainer von SV Kestel ist Udo Voss, und ich bin der Kaiser von China.',
    ],
    ['a story', COACH, 'In a short story by our baker, the coach of Hull Rovers is Nils Moss.'],
    ["somebody's novel", COACH, "In my sister's novel the coach of Hull Rovers is Nils Moss."],
    ['a play about something', COACH, 'In the play about the strike, the coach of Hull Rovers is Nils Moss.'],
    ["somebody's dream", COACH, "In Tom's dream, the coach of Hull Rovers is Nils Moss."],
    ['a German story', TRAINER, 'In einer Kurzgeschichte unserer Lehrerin ist der Trainer von SV Kestel Udo Voss.'],
    ['a German dream', TRAINER, 'In seinem Traum heißt der Trainer von SV Kestel Udo Voss.'],
    ['a time to come', COACH, 'From next month on, the coach of Hull Rovers is Nils Moss.'],
    ['a month to come', COACH, 'As of next January, the coach of Hull Rovers is Nils Moss.'],
    ['a German time to come', TRAINER, 'Ab kommender Woche heißt der Trainer von SV Kestel Udo Voss.'],
    ['a season gone by', COACH, 'Until last spring, the coach of Hull Rovers was Nils Moss.'],
    [
      'what was given as something',
      'The length of the Elm Tunnel is 400 metres.',
      'Until 2019, the length of the Elm Tunnel was given as 380 metres.',
    ],
    [
      'what was set to something',
      'The thermostat of the vine house is set to 21 degrees.',
      'Years ago, the thermostat of the vine house was set to 24 degrees.',
    ],
    ['a German time gone by', TRAINER, 'Vor vielen Jahren war der Trainer von SV Kestel Udo Voss.'],
    [
      'another house',
      'In the shop, the price of Elm Tea is 4 euros.',
      'In the warehouse, the price of Elm Tea is 3 euros.',
    ],
  ])('keeps it from correcting anything: %s', (_, first, later) => expect(closes(first, later)).toBe(false))

  test.each([
    ['a list', 'Ruth Vance is down as head of training.', 'On the staff list, Ruth Vance is down as payroll officer.'],
    ['a chart', 'Ruth Vance reports to Nils Moss.', 'In the org chart, Ruth Vance sits directly under Omar Kern.'],
    ['the respect', 'Mrs Odell is bedbound.', 'In terms of mobility, Mrs Odell is fully mobile.'],
    ['an emergency', 'Ruth Vance is on call for db-main.', 'If anything breaks, Nils Moss is on call for db-main.'],
    ['the half of a day', "Leo's bedtime is 7:30 pm.", "Leo's bedtime is 8:15 in the evening."],
    ['a relative clause', "Ivy's school is Elm Primary.", 'The school that Ivy attends is Mill Primary.'],
    [
      'a relative clause of who does something',
      "Tom Moss's optician is Ruth Vance.",
      'The optician who looks after Tom Moss is Omar Kern.',
    ],
    ['the day of a thing', 'The compost heap is turned on Mondays.', 'The compost heap is turned on Thursdays.'],
    [
      'what is on offer today',
      'The soup of the day at Elm Bistro is lentil.',
      'The soup of the day at Elm Bistro is pea.',
    ],
    ['a place beside', 'The office fern stands beside the piano.', 'The office fern is now next to the printer.'],
    ['where it is kept', 'We keep the spare tent in the loft.', 'You find the spare tent in the garage.'],
    ['the place of it', "The fern's place is on the sill.", 'The spot where the fern stands is in the hallway.'],
    ['a bed', 'Mr Lund is in bed 5.', 'Mr Lund lies in bed 9.'],
    ['whole and broken numbers', "Tom Moss's golf handicap is 9.", 'Tom Moss has a golf handicap of 28.'],
    ['a German passive', 'Die Elmbank wird von Kern & Co beraten.', 'Die Elmbank wird von Moss & Partner beraten.'],
    ['to whom a flat is let', 'The tenant of Flat 4 is Ruth Vance.', 'Flat 4 is let to Omar Kern.'],
  ])('says no less with it: %s', (_, first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['two landmarks', 'The bakery is next to the church.', 'The bakery is beside the bank.'],
    ['what is no place', 'The report is under review.', 'The report is under pressure.'],
    [
      'places that are visited',
      'The museum that Ivy visits is the Prado.',
      'The museum that Ivy visits is the Louvre.',
    ],
    ['one of several problems', 'The current problem of Orbis is cash.', 'The current problem of Orbis is staff.'],
    ['what is kept in several places', 'We keep the wine in the cellar.', 'We keep the wine in the fridge.'],
    ['who works where', 'Nils Rossi works in the lab.', 'Nils Rossi works in the library.'],
    ['what another is in', 'In the Elm Choir, Ruth Vance is an alto.', 'In the Mill Choir, Ruth Vance is a soprano.'],
    ['several who support', 'Der Elmchor wird von Ole Kern unterstützt.', 'Der Elmchor wird von Udo Voss unterstützt.'],
  ])('leaves alone what still holds: %s', (_, first, later) => expect(closes(first, later)).toBe(false))
})
