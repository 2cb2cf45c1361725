import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('a later value in other words', () => {
  test.each([
    [
      'what kind of thing it is, in front of its name',
      'The novel Salt Roads has 210 pages.',
      'Salt Roads is 180 pages long.',
    ],
    ['what kind of thing it is, behind its name', 'Waffles the dog is a beagle.', 'The breed of Waffles is terrier.'],
    ['the genitive', "The colour of Anna Rossi's car is red.", 'The car of Anna Rossi is blue.'],
    [
      'a noun of two words of which one is listed',
      'The lead maintainer of Packrat is Nils Kern.',
      'Packrat has Ruth Vance as its lead maintainer.',
    ],
    [
      'a noun of which there is one of a kind',
      "Orbis Foods' founding year is 1942.",
      'The founding year of Orbis Foods is 1936.',
    ],
    [
      'a noun with a word behind "of"',
      "Orbis Foods' country of registration is Malta.",
      'The country of registration of Orbis Foods is Cyprus.',
    ],
    [
      'a noun without an article',
      'Selma Moss has Union Trust as main bank.',
      'The main bank of Selma Moss is Nordbank.',
    ],
    [
      'a place for whom somebody works',
      'The sommelier at the Grand Hotel is Ruth Vance.',
      "The Grand Hotel's sommelier is Omar Kern.",
    ],
    ['who does it', 'Orbis Foods is audited by Kern & Partner.', 'The auditor of Orbis Foods is Hayes and Vance.'],
    [
      'who does what no list names',
      'The Lake Festival is catered by Vale Foods.',
      'The caterer of the Lake Festival is Moss Kitchens.',
    ],
    [
      'of whom somebody is the head',
      'Sofia Kern heads research at Orbis Foods.',
      'The head of research at Orbis Foods is Ruth Vance.',
    ],
    [
      'from whom something comes',
      'Cafe Mora gets its coffee from Vale Roasters.',
      "Cafe Mora's coffee supplier is Oakridge Mills.",
    ],
    ['a colour', "Derek's Mini is silver.", "Derek's Mini is white."],
    ['a part in a colour', 'The home jersey of Leeds Falcons is blue.', 'Leeds Falcons has a home jersey in yellow.'],
    ['eyes', 'Carlos Moss has blue eyes.', "Carlos Moss's eyes are green."],
    ['a hand', 'Judith Moss is right-handed.', 'Judith Moss writes with the left hand.'],
    ['a blood type', 'Anton Moss has blood type A positive.', "Anton Moss's blood group is O positive."],
    ['a size', 'The T-shirt size of Liam Moss is XL.', 'Liam Moss has T-shirt size S.'],
    [
      'a side of the road',
      'People in Norway drive on the right side of the road.',
      'In Norway, cars drive on the left.',
    ],
    [
      'where it hangs',
      'The painting Girl with a Heron hangs in the Glass Museum.',
      'Girl with a Heron is on display in the Harbour Gallery.',
    ],
    ['where a machine is', 'db-prod-1 is hosted in Warsaw.', 'The server db-prod-1 is in Oslo.'],
    ['a number behind a noun', 'Ines Kolb sits at desk 7.', "Ines Kolb's desk is desk 34."],
    ['a floor', 'The Mobile team sits on the third floor.', 'The office of the Mobile team is on the first floor.'],
    ['how many', 'The Search team has six members.', 'The Search team consists of eleven people.'],
    ['a level in front of its noun', 'Ticket OPS-241 has low priority.', 'The priority of ticket OPS-241 is critical.'],
    [
      'an end',
      'The certificate of orbit.example is valid until 3 March 2031.',
      'The certificate of orbit.example expires on 5 May 2031.',
    ],
    ['a weekday', "Team Otter's weekly meeting is on Friday.", 'The weekly meeting day of Team Otter is Monday.'],
    [
      'an hour of every day',
      'The Glass Museum opens at 9 am every day.',
      "The Glass Museum's daily opening time is 10 am.",
    ],
    [
      'single marks of quotation',
      "Orbis Foods' slogan is 'Closer to you'.",
      "The slogan of Orbis Foods is 'Every day counts'.",
    ],
    ['a river', 'The Ombra is a river that flows into the Elbe.', 'The mouth of the Ombra is at the Rhine.'],
    ['health insurance', 'My insurance provider is Helsana.', 'I have switched to Swica for my health insurance.'],
    ['the one dog of somebody named', "Anton Moss's dog is called Rufus.", "The name of Anton Moss's dog is Biscuit."],
    ['the level of a log', 'The log level of the mail service is WARN.', 'The mail service logs at level DEBUG.'],
    ['what is on or off', 'The coffee machine on floor 2 is switched on.', 'The coffee machine on floor 2 is off.'],
    ['a department', 'Ruth Vance works in customer support.', "Ruth Vance's department is logistics."],
    [
      'a place to sleep',
      'Otis the dachshund sleeps on the sofa.',
      'The sleeping place of Otis the dachshund is in the hall.',
    ],
    [
      'a name in small letters',
      'Ruth Vance is the owner of the repository heron.',
      'The owner of the repository heron is Omar Kern.',
    ],
    ['a place in a table', 'Leeds Falcons rank fifth in the table.', 'Leeds Falcons are in second place.'],
    [
      'what is liked best',
      'Ruth Vance has teal as her favourite colour.',
      'The colour Ruth Vance likes best is amber.',
    ],
    ['progress', 'Project Heron is 30 percent complete.', 'The progress of Project Heron is at 55 percent.'],
    [
      'how much of a service there is',
      'The mail service runs with 3 replicas.',
      'The replica count of the mail service is 5.',
    ],
  ])('closes the earlier one: %s', (_, first, later) => {
    expect(closes(first, later)).toBe(true)
    expect(closes(later, first)).toBe(true)
  })

  test.each([
    [
      'a member of several',
      'A player in the squad of Leeds Falcons is Ruth Vance.',
      'A player in the squad of Leeds Falcons is Omar Kern.',
    ],
    ['one of several ports', 'The server db-17 has port 8080 open.', 'The server db-17 now has port 22 open.'],
    ['a novel', 'The port of the mail service is 80.', "In Ruth's novel, the port of the mail service is 90."],
    ['an opinion', 'The rent of the loft is 900 euros.', "In Ruth's opinion, the rent of the loft is 700 euros."],
    ['a crate of many', "We have a crate from my neighbour's tree.", "We have a kennel from my aunt's tree."],
    ['where somebody spent a night', 'Ruth Vance sleeps on the sofa.', 'Ruth Vance sleeps in the tent.'],
    ['a state of some lamp', 'The red lamp in the hall is off.', 'The red lamp in the hall is on.'],
    ['a program that runs on several systems', 'Mapwright runs on iOS.', 'Mapwright runs on Android.'],
    ['one of several labels', "Ticket INF-330 has the label 'backend'.", "Ticket INF-330 has the label 'customer'."],
    [
      'a price of earlier times',
      'The Basic plan of Sentry Hub costs 49 euros a month.',
      'The Basic plan of Sentry Hub cost 29 euros a month until 2021.',
    ],
    [
      'another insurance',
      "Elena Kern's health insurance is with Helsana.",
      "Elena Kern's travel insurance is with Swica.",
    ],
    [
      'a copy',
      'The Red Staircase hangs in the Glass Museum.',
      'A copy of The Red Staircase hangs in the Harbour Gallery.',
    ],
    ['a part', 'The office of Nils Rossi is in room 431.', 'The desk of Nils Rossi is in room 12.'],
    [
      'another group of the same name',
      'The head of the Atlas project is Ruth Vance.',
      'The head of the Atlas team is Omar Kern.',
    ],
    ['what many do', 'The Glass Museum is visited by Ruth Vance.', 'The Glass Museum is visited by Omar Kern.'],
    ['another jersey', 'The home jersey of Leeds Falcons is blue.', 'The away jersey of Leeds Falcons is red.'],
    [
      'a chance',
      'The delivery van weighs 80 kg.',
      'There is a small chance that things have changed: the delivery van weighs 760 kg.',
    ],
    ['several languages', 'Emil Moss can speak Tamil.', 'Emil Moss can speak Dutch.'],
    ['several products', 'Chile exports copper.', 'Chile exports timber.'],
    ['small talk of where one is', 'I am at the store.', 'I am at the gym.'],
    ['small talk of the weather', 'It is cold.', 'It is warm.'],
    ['an animal that is praised', 'The dog Rex is a good boy.', 'The dog Rex is a star.'],
    ['a light that changes', "The light of Anna Kern's router is red.", "The light of Anna Kern's router is green."],
    ['a meeting of today', 'The board meeting is in room 214 today.', 'The board meeting is in room 12 today.'],
  ])('leaves alone what still holds: %s', (_, first, later) => expect(closes(first, later)).toBe(false))
})
