import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('what is told every day of courses, firms, flats and machines', () => {
  test.each([
    ['who teaches a course', 'Logic III is taught by Ruth Vance.', 'The lecturer of Logic III is Omar Kern.'],
    ['how many credits it gives', 'Logic III is worth 4 credits.', 'The credit value of Logic III is 6.'],
    [
      'which lawyer speaks for somebody',
      'Omar Kern is represented by the lawyer Ruth Vance.',
      "Omar Kern's lawyer is Selma Moss.",
    ],
    [
      'who chairs a board',
      'Orbis Foods has Ruth Vance as chair of its board.',
      'Omar Kern chairs the board of Orbis Foods.',
    ],
    [
      'the client of a project',
      'The client of Project Wren is Orbis Foods.',
      'Project Wren has Halden Group as its client.',
    ],
    ['of what breed an animal is', 'Waffles is a beagle by breed.', 'Waffles belongs to the breed terrier.'],
    ['what a flat costs', 'Flat 9 costs 810 euros in rent a month.', 'The monthly rent of flat 9 is 840 euros.'],
    [
      'on which floor a team is',
      'The data team sits on the third floor.',
      'The location of the data team is the first floor.',
    ],
    ['in which rack a machine is', 'db-17 is located in rack C4.', "db-17's location is rack B2."],
    [
      'from which platform a train leaves',
      'Train RE 12 leaves from platform 4.',
      'The departure platform of train RE 12 is platform 6.',
    ],
    [
      'the port of a program by default',
      'Packrat listens on port 8200 by default.',
      'The default port of Packrat is port 8300.',
    ],
    [
      'where in a house without a name something is held',
      'The venue of the chess gala is the old mill.',
      'The chess gala has the town hall as its venue.',
    ],
    [
      'who has an account',
      'The travel account is held by Ruth Vance.',
      'The account holder of the travel account is Omar Kern.',
    ],
    ['how high a house is', 'Marlow House measures 40 metres in height.', 'Marlow House is 38 metres high.'],
    ['in which county a town is', 'Otterby is part of Northshire.', 'The county of Otterby is Kell County.'],
    ['who audits a firm', 'Kestrel Partners audits Orbis Foods.', "Orbis Foods' auditor is Moss and Vance."],
    [
      'a second place',
      "Leeds Falcons' league position is second.",
      'Leeds Falcons holds fifth place in the league table.',
    ],
    ['to whom a flat is let', 'Flat 9 is let to Ruth Vance alone.', 'The sole tenant of flat 9 is Omar Kern.'],
    ['when a flight leaves', 'Flight QX 140 leaves at 9:15.', 'The departure time of flight QX 140 is 10:40.'],
    [
      'of what colour a part is',
      'Marlow House has a plain green facade.',
      'The facade colour of Marlow House is white.',
    ],
    ['of what colour a numbered van is', 'Van 6 is green in colour.', 'Van 6 has a plain white paint job.'],
    ['of what colour eyes are', "The colour of Ruth Vance's eyes is grey.", 'Ruth Vance has blue eyes.'],
    ['in which state a machine is', 'db-17 is decommissioned.', 'The state of db-17 is "in maintenance mode".'],
    [
      'to how many degrees something is set',
      'The set temperature of the wine fridge is 9 °C.',
      'The wine fridge is set to 11 °C.',
    ],
    ['how many are in a team', 'The data team consists of 6 people.', 'The size of the data team is 9.'],
    [
      'on which exchange a firm is listed',
      'Orbis Foods is listed on Euronext Paris.',
      'The primary listing of Orbis Foods is on the Vienna Stock Exchange.',
    ],
    [
      'how many stars a hotel has',
      'Hotel Kestrel is rated at two stars.',
      'The star rating of Hotel Kestrel is four stars.',
    ],
    [
      'what a program comes with',
      'Packrat ships with Slate as the default theme.',
      "Packrat's default theme is Ochre.",
    ],
    [
      'who has the lead',
      'Ruth Vance plays the lead in The Red Staircase.',
      'The Red Staircase stars Omar Kern in the lead role.',
    ],
    [
      'in welcher Farbe ein Trikot ist',
      'FC Holm hat ein Heimtrikot in Grün.',
      'Die Farbe des Heimtrikots von FC Holm ist Weiß.',
    ],
    [
      'in which numbered place something is',
      'The storage location of sample Q-4 is fridge 2.',
      'Sample Q-4 is stored in cold room 1.',
    ],
    [
      'in which parking space a car is',
      'The old Beetle is assigned to parking space P9.',
      "The old Beetle's parking space is P4.",
    ],
    ['of what shade a part is', 'The Copper Mill has a brick-red facade.', 'The facade of the Copper Mill is green.'],
    ['a first division', 'Leeds Falcons is in the first division.', 'Leeds Falcons is in the third division.'],
    ['wer im Verein spielt', 'Jan Kern ist bei FC Holm unter Vertrag.', 'Jan Kern läuft für SV Lund auf.'],
    ['die Kapitänin', 'Der Kapitän von FC Holm ist Jan Kern.', 'Die Kapitänin von FC Holm heißt Rosa Lenz.'],
    ['der Termin', 'Der Termin von Jazz im Park ist der 4. Mai.', 'Jazz im Park hat den 9. Mai als Termin.'],
    ['in welchem Rack', 'db-17 steht in Rack C4.', 'Der Standort von db-17 ist Rack B2.'],
    ['wer der Halter ist', 'Das Frauchen von Bello ist Rosa Lenz.', 'Bello ist der Hund von Jan Kern.'],
    ['wann ein Laden öffnet', 'Bäckerei Lenz macht täglich um 7 Uhr auf.', 'Bäckerei Lenz macht täglich um 8 Uhr auf.'],
  ])('closes the earlier one: %s', (_, first, later) => {
    expect(closes(first, later)).toBe(true)
    expect(closes(later, first)).toBe(true)
  })

  test.each([
    ['a program that runs on several systems', 'Mapwright runs on Debian 12.', 'Mapwright runs on Alpine Linux.'],
    ['ein Programm auf mehreren Systemen', 'Mapwright läuft unter Debian 12.', 'Mapwright läuft unter Alpine Linux.'],
    ['a subject that somebody teaches', 'Ruth Vance teaches French.', 'Omar Kern teaches French.'],
    ['one client of a firm', 'The client of Orbis Foods is Halden Group.', 'The client of Orbis Foods is Tessel Bank.'],
    ['a part of a firm', 'Northwind is part of Orbis Foods.', 'Northwind is part of the Sea Alliance.'],
    ['a temperature of one season', 'The wine fridge is set to 9 °C.', 'In winter the wine fridge is set to 11 °C.'],
    [
      'an aside of something second',
      'The second lecturer of Logic III is Omar Kern.',
      'The second lecturer of Logic III is Ruth Vance.',
    ],
    ['one of several platforms', 'The bus stops at platform 4.', 'The bus stops at platform 6.'],
    ['einer von mehreren Terminen', 'Der Termin von Anna ist der 4. Mai.', 'Mein Termin ist der 9. Mai.'],
  ])('leaves the earlier one: %s', (_, first, later) => {
    expect(closes(first, later)).toBe(false)
    expect(closes(later, first)).toBe(false)
  })
})
