import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('contracts, hours, papers, rooms and cars at work', () => {
  test.each([
    ['the next release of something', 'The next release of Wren is on 19 April.', "Wren's next release date is 3 May."],
    [
      'the next one by name',
      'The date of the next Wren release is 2 January.',
      'The next release of Wren is on 9 May.',
    ],
    ['a renewal', 'The Miro account renews on 1 May.', 'The Miro account renews on 27 September.'],
    ['how long somebody works', 'Adam Kern works 40 hours a week.', "Adam Kern's contract is for 19 hours a week."],
    [
      'how much leave somebody has',
      'Petra is entitled to 22 days of annual leave.',
      "Petra's leave entitlement is 21 days.",
    ],
    [
      'a notice period in words',
      'Contract C-5 has a notice period of a fortnight.',
      'The notice period of contract C-5 is one month.',
    ],
    ['a payment term', 'The payment term for Orbis Bank is 7 days.', 'Orbis Bank has a payment term of 21 days.'],
    [
      'a discount',
      'Orbis Health gets a standing discount of 18 percent.',
      'The discount for Orbis Health is 30 percent.',
    ],
    ['the sum of an invoice', 'Invoice 419 totals €4,200.', 'Invoice 419 is for €540.'],
    ['the state of an invoice', 'Invoice 767 is partly paid.', 'Invoice 767 is paid in full.'],
    [
      'whom to ask at a firm',
      'Maria Kern is our main contact at Orbis Bank.',
      'The main contact person at Orbis Bank is Omar Frey.',
    ],
    ['a mentor', 'Ravi mentors Greta Moss.', "Greta Moss's mentor is Omar Frey."],
    ['an extension', 'You can reach Nina Frey on extension 849.', 'Nina Frey has extension 473.'],
    [
      'an address at work',
      "Liam Kern's e-mail at work is m.w@helix.example.",
      'The work e-mail of Liam Kern is lk@helix.example.',
    ],
    ['where somebody is found', 'You find Megan Frey in room 405.', "Megan Frey's office is room 509."],
    [
      'where a car stands',
      'The camper van has bay 31 as a fixed parking space.',
      "The camper van's parking space is bay 9.",
    ],
    [
      'to which garage a car goes',
      'The old Corolla is always serviced at Garage Kern.',
      "The old Corolla's repair shop is Garage Moss.",
    ],
    ['in which year a pupil is', 'Ida is a pupil in the second grade.', 'Ida is in the third grade.'],
    ['what a pet is fed', "Oscar's regular food is Hill's.", 'The regular food of Oscar is Whiskas.'],
    ['the language of a program', "Ember's primary language is Kotlin.", "Ember's main programming language is Ruby."],
    [
      'a time of day in words',
      'The town library closes at nine.',
      'The closing time of the town library is half past ten.',
    ],
    [
      'a quarter of an hour',
      'The hiring sync starts at a quarter past one.',
      'The start time of the hiring sync is 2 pm.',
    ],
    ['a day of the week', 'The choir rehearsal is on Thursday.', 'The choir rehearsal is on Friday.'],
    ['a meeting that a team has one of', 'The retro takes place in room 405.', 'The room for the retro is room 509.'],
    [
      'a certificate',
      "web-01's TLS certificate is valid until 9 May 2029.",
      'The certificate of web-01 expires on 1 June 2029.',
    ],
    ['who has joined a firm', 'Leo Kern works at Orbis Media.', 'Leo Kern is now with Halden Printing.'],
    [
      'where a key is',
      'The key for the bike shed is in the blue tin.',
      'The key for the bike shed is in the flowerpot.',
    ],
    ['a landlord', 'The landlord of our flat is Mrs Kern.', 'Our landlord is Mr Frey.'],
    [
      'the end of a German contract',
      'Der Vertrag mit Orbis Druck ist bis zum 4. Juni 2030 befristet.',
      'Der Vertrag mit Orbis Druck endet am 1. Mai 2031.',
    ],
    ['a German invoice', 'Rechnung 4314 lautet auf 2.045 Euro.', 'Der Betrag von Rechnung 4314 ist 905 Euro.'],
    [
      'who looks after a German customer',
      'Der Kunde Orbis Druck wird von Omar Kern betreut.',
      'Zuständig für den Kunden Orbis Druck ist Ruth Moss.',
    ],
    ['a German office behind "als"', 'Als Tierarzt hat Pepper Dr. Kern.', 'Der Tierarzt von Pepper ist Dr. Moss.'],
    ['how many cores a machine has', 'web-01 has 8 CPU cores.', "web-01's core count is 16."],
    ['the size of a disk', 'web-01 has a disk of 2 TB.', "web-01's disk size is 4 TB."],
    [
      'a number at work',
      'At work you reach Nina Frey on 030 5551234.',
      "Nina Frey's office phone number is 040 7782231.",
    ],
    ['the number of a badge', 'The badge of Nina Frey has the number 4412.', "Nina Frey's badge number is 5127."],
    [
      'who is in charge of a floor',
      'The fire warden of the second floor is Omar Kern.',
      'Ruth Moss is the fire warden for the second floor.',
    ],
    ['when a probation ends', 'Nina Frey is on probation until 3 May.', "Nina Frey's probation ends on 9 June."],
    [
      'a warranty',
      'The copier in room 5 is under warranty until 3 May 2028.',
      'The warranty for the copier in room 5 expires on 9 June 2029.',
    ],
    ['a rhythm of backups', 'web-01 is backed up daily.', 'The backup schedule of web-01 is weekly.'],
    [
      'a day of cleaning',
      'The Bremen office is cleaned every Friday.',
      'The cleaning day of the Bremen office is Monday.',
    ],
    ['who insures a van', 'Allianz insures Van 7.', 'The insurance for Van 7 is with Axa.'],
    ['who stands in', 'Omar Kern deputises for Nina Frey.', "Nina Frey's deputy is Ruth Moss."],
    [
      'an inspection',
      'The camper van is due for inspection on 3 May.',
      'The next inspection of the camper van is on 9 June.',
    ],
    [
      'how well somebody speaks a language',
      "Nina Frey's Spanish is at level B1.",
      'Nina Frey has level C1 in Spanish.',
    ],
    [
      'how many a course takes',
      'The Excel course is limited to 12 people.',
      'The Excel course has space for 20 people.',
    ],
    ['what a site is made with', 'The Orbis website runs on WordPress.', 'The CMS of the Orbis website is Typo3.'],
    [
      'a channel',
      'The Slack channel of the billing team is #billing.',
      'The billing team uses the Slack channel #cash.',
    ],
    [
      'a German contact',
      'Unser Ansprechpartner bei Orbis Bank ist Omar Kern.',
      'Bei Orbis Bank ist Ruth Moss unser Ansprechpartner.',
    ],
    ['who stands in in German', 'Omar Kern vertritt Nina Frey.', 'Die Vertretung von Nina Frey ist Ruth Moss.'],
    ['a German meeting', 'Der Lesekreis ist am Freitag.', 'Der Lesekreis ist jetzt am Montag.'],
  ])('a later statement replaces an earlier one: %s', (_, first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    [
      'the same in other words',
      'Petra is entitled to 22 days of annual leave.',
      "Petra's leave entitlement is 22 days a year.",
    ],
    ['the same time', 'The hiring sync starts at 1:15.', 'The hiring sync starts at a quarter past one.'],
    ['another invoice', 'Invoice 419 totals €4,200.', 'Invoice 420 totals €540.'],
    ['what is charged besides', 'The amount of invoice 537 is €1,110.', 'The reminder fee for invoice 537 is €2,880.'],
    ['a release that was', 'The next release of Wren is on 19 April.', 'The last release of Wren was on 3 May.'],
    ['another car', 'The old Corolla is always serviced at Garage Kern.', 'Van 7 is always serviced at Garage Moss.'],
    ['a bank that somebody is with', 'Leo Kern works at Orbis Media.', 'Leo Kern is now with Barclays Bank.'],
    [
      'what was set then',
      'The set temperature in room 405 is 16 degrees.',
      'The thermostat in room 405 was set to 18 degrees last winter.',
    ],
  ])('nothing is replaced by %s', (_, first, later) => {
    expect(closes(first, later)).toBe(false)
  })
})
