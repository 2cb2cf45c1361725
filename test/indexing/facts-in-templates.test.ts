import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('whoever does something for a thing is told with the name of the office behind it', () => {
  test.each([
    ['The keeper of Fox Lodge is Dan Hill.', 'Eva Holt looks after Fox Lodge as keeper.'],
    ['Maria Stone is the porter of Elm Court.', 'Dan Hill minds Elm Court as its porter.'],
    ['King Harald rules Arvania as its king.', 'Queen Ida sits on the throne of Arvania.'],
    ['Orbit is maintained by Zoe Ferris as lead.', 'The lead maintainer of Orbit is Miriam Adler.'],
    ['I have Dr Hale as my GP.', 'My GP is Dr Novak.'],
    [
      'Der Posten des CEO von Falke Optik ist mit Jan Ott besetzt.',
      'Der Posten des CEO von Falke Optik ist mit Ida Kohl besetzt.',
    ],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Maria Stone is the porter of Elm Court.', 'Dan Hill will mind Elm Court as its porter.'],
    ['Maria Stone is the porter of Elm Court.', 'Dan Hill minds Elm House as its porter.'],
    ['Anna Bell works for Alder AG as an engineer.', 'Ida Cole works for Alder AG as an engineer.'],
    ['Anna Bell plays for Leeds as a striker.', 'Ida Cole plays for Leeds as a striker.'],
    ['King Harald rules Arvania as its king.', 'Queen Ida sits on the throne of Belmar.'],
    ['Ida Cole has Tom Reed as her manager.', 'Ida Cole has Eva Holt as her mentor.'],
    ['I have Felix as my colleague.', 'I have Tom as my colleague.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('what a firm, a room and a service are is told in several plain words', () => {
  test.each([
    ['The Baltic Institute is legally a foundation.', 'The Baltic Institute is a cooperative by legal form.'],
    ["Tom Reed's occupation is that of a baker.", 'Tom Reed makes his living as a plumber.'],
    ['It is 19 degrees in the library.', 'The temperature in the library is 22.5 degrees.'],
    ['The owning team of mail-relay is team Falcon.', 'mail-relay is owned by the infra team.'],
    ['Production runs mail-relay 2.3.1.', 'The version of mail-relay in production is 2.4.0.'],
    ['mail-relay is in maintenance.', 'mail-relay is down.'],
    ['mail-relay is running 3 instances.', 'The number of instances of mail-relay is 5.'],
    ['Update: the log level of mail-relay is set to DEBUG.', "mail-relay's log level is WARN."],
    ['Alder House has 4 storeys.', 'Alder House is 6 storeys high.'],
    ['Elm Primary School has an enrolment of 320 pupils.', 'Elm Primary School has 298 students.'],
    ['There are 40 units of the Orbit lamp in stock.', 'The Orbit lamp has a stock level of 22 units.'],
    ['The battery of the Falcon drone lasts 40 minutes.', 'The battery life of the Falcon drone is 55 minutes.'],
    ['Leeds Rovers are second in the table.', 'Leeds Rovers are last in the table.'],
    ['Leeds Rovers play at home in red.', 'The home jersey of Leeds Rovers is navy.'],
    ['Poland pays in the zloty.', 'The currency of Poland is the euro.'],
    ['The web address of Alder Bank is www.alder.example.', 'The website of Alder Bank is www.alderbank.example.'],
    ["Ida Cole's height is 5 ft 6.", "Ida Cole's height is 1.71 m."],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['The Baltic Institute is legally a foundation.', 'The Baltic Institute is legally a resident of Oslo.'],
    ["Tom Reed's occupation is that of a baker.", "Tom Reed's brother's occupation is that of a plumber."],
    ['It is 19 degrees in the library.', 'It is 23 degrees in the lab.'],
    ['It is 19 degrees in the library.', 'It was 23 degrees in the library.'],
    ['It is 19 degrees in Oslo.', 'It is 23 degrees in Oslo.'],
    ['The kiln in the workshop is kept at 1050 °C.', 'It is 23 degrees in the workshop.'],
    ['Ida Cole belongs to the search team.', 'Ida Cole belongs to the choir team.'],
    ['Production runs mail-relay 2.3.1.', 'Staging runs mail-relay 2.4.0.'],
    ['Production runs mail-relay 2.3.1.', 'Production runs queue-api 2.4.0.'],
    ['mail-relay is paused.', 'If mail-relay is active, tell me.'],
    ['Leeds Rovers lie third in the league.', 'Leeds Rovers could finish second in the league.'],
    ['Leeds Rovers play at home in red.', 'Leeds Rovers play away in navy.'],
    ['Poland pays in the zloty.', 'Poland pays in the end.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('works have one hero, and things one place', () => {
  test.each([
    ['The main character of "Red Harbour" is a lonely fisherman.', 'The hero of "Red Harbour" is a young nurse.'],
    ['A corrupt judge is the villain of "Red Harbour".', 'The villain of "Red Harbour" is a bitter surgeon.'],
    ['"The Ferryman\'s Son" is by Walter Hughes.', 'The author of "The Ferryman\'s Son" is Tamara Jovic.'],
    ['The score of "Red Harbour" is by Dan Hill.', 'The music of "Red Harbour" is by Eva Holt.'],
    [
      'The tapestry "Four Winds" is on permanent display in the Film Institute.',
      'The tapestry "Four Winds" is kept in the Nordic Opera.',
    ],
    ["Eva's Golf has space C7 as its parking spot.", "The fixed parking spot of Eva's Golf is garage 3."],
    ['The Orbit lamp is on shelf B3.', 'The place of the Orbit lamp in the warehouse is aisle 9.'],
    ['The DataFair summit takes place in the Old Mill.', 'The venue of the DataFair summit is room 204.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['The villain of "Red Harbour" is a corrupt judge.', 'The hero of "Red Harbour" is a young nurse.'],
    ['The hero of "Red Harbour" is a young nurse.', 'The hero of "Blue Harbour" is an old clerk.'],
    ['My character in the game is a wizard.', 'My main character in the game is an elf.'],
    ['Van 7 is parked in bay 4.', 'Van 8 is parked in bay 9.'],
    ['The Orbit lamp is on shelf B3.', 'The Orbit shade is on shelf B4.'],
    ['The statue "Lady of Ash" is kept in the City Gallery.', 'The statue "Lady of Oak" is shown in the Town Hall.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('what is mine is told by where I am reached, sit, bank and pay', () => {
  test.each([
    ['My office is in room 204.', 'I sit in room 311.'],
    ['I have my main account at First Valley Bank.', 'My main account is with Nordbank.'],
    ['I pay 1,120 euros in rent every month.', 'My rent is 980 euros a month.'],
    ['The email address that reaches me is a@one.example.', 'My email address is b@two.example.'],
    ['My one and only car is a grey Volvo V60.', 'My car is a white Tesla.'],
    ['Ich zahle 640 Euro Miete im Monat.', 'Meine Miete ist 700 Euro.'],
    ['My shoe size is 42.', 'I take size 43 in shoes.'],
    ['My mother tongue is Danish.', 'I speak Norwegian as my mother tongue.'],
    ['My insurance number is 7781.', 'The number of my insurance is 9902.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['My office is in room 204.', 'I sit in room 311 today.'],
    ['My salary account is with Alder Bank.', 'My savings account is with Northern Credit.'],
    ['I pay 900 euros in rent every month.', 'My sister pays 980 euros in rent every month.'],
    ['I pay 900 euros in rent every month.', 'I pay 80 euros for power every month.'],
    ['My shoe size is 42.', 'I take size 52 in jackets.'],
    ['My email address is a@one.example.', 'You can reach me at 030 778812.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('a record says what is so, and hearsay does not', () => {
  test.each([
    ['According to the register, Clara Reed is single.', 'According to the register, Clara Reed is married.'],
    ['The owner of Elm Court is Dan Hill.', 'According to the land register, the owner of Elm Court is Eva Holt.'],
    ['Der Geburtstag von Ida Kohl ist der 3. Mai.', 'Laut Ausweis ist der Geburtstag von Ida Kohl am 4. Mai.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['The owner of Elm Court is Dan Hill.', 'According to Tom, the owner of Elm Court is Eva Holt.'],
    ['The owner of Elm Court is Dan Hill.', 'According to a rumour, the owner of Elm Court is Eva Holt.'],
    ['Ida Kohl ist 40 Jahre alt.', 'Laut Jan ist Ida Kohl 41 Jahre alt.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('in German the verb stands in front of whom it is about', () => {
  test.each([
    ['Ida Kohl wohnt in Bremen.', 'Mittlerweile wohnt Ida Kohl in Kassel.'],
    ['Projekt Adler wird von Jan Ott geleitet.', 'Inzwischen wird Projekt Adler von Ida Kohl geleitet.'],
    ['Der Preis von Falke X1 beträgt 20 Euro.', 'Derzeit kostet Falke X1 25 Euro.'],
    ['Das Buch „Neun Boote“ stammt von Jan Ott.', 'Tatsächlich stammt das Buch „Neun Boote“ von Ida Kohl.'],
    ['Raum 12 ist 19 Grad warm.', 'Zurzeit sind es in Raum 12 23 Grad.'],
    ['In Saal Kepler gibt es 40 Plätze.', 'In Saal Kepler gibt es jetzt 60 Plätze.'],
    ['SV Alsdorf spielt zu Hause in der Talarena.', 'Die Heimspiele von SV Alsdorf finden im Waldstadion statt.'],
    ['Konto 99-1 wird mit 1,5 % verzinst.', 'Der Zinssatz von Konto 99-1 ist 2,5 %.'],
    ['Projekt Adler muss bis zum 3. Mai fertig sein.', 'Projekt Adler ist am 9. Juni fällig.'],
    ['„Am Fluss“ ist von Jan Ott geschrieben.', '„Am Fluss“ ist von Ida Kohl geschrieben.'],
    ['Ida Kohl arbeitet beruflich in der Pflege.', 'Ida Kohl ist als Lehrkraft tätig.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Ida Kohl wohnt in Bremen.', 'Bald wohnt Ida Kohl in Kassel.'],
    ['Ida Kohl wohnt in Bremen.', 'Damals wohnte Ida Kohl in Kassel.'],
    ['Ida Kohl wohnt in Bremen.', 'Angeblich wohnt Ida Kohl jetzt in Kassel.'],
    ['Ida Kohl wohnt in Bremen.', 'Jetzt wohnt Jan Ott in Kassel.'],
    ['In Saal Kepler gibt es 40 Plätze.', 'In Saal Kepler gibt es 2 Fenster.'],
    ['Projekt Adler muss bis zum 3. Mai fertig sein.', 'Projekt Falke muss bis zum 9. Juni fertig sein.'],
    ['Der Schlüssel liegt bei Jan Ott.', 'Der Schlüssel liegt bei Ida Kohl.'],
    ['Der Brief ist von Jan Ott geschrieben.', 'Der Brief ist von Ida Kohl geschrieben.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})
