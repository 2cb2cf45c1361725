import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('a later statement in other words puts the earlier one out of force', () => {
  test.each([
    [
      'of a machine with and without its kind',
      'Server kestrel-04 has 64 GB of RAM.',
      'The RAM of kestrel-04 is 128 GB.',
    ],
    ['of a website', 'The website holmpost.example is hosted by Webnest.', 'holmpost.example is hosted by Rackwell.'],
    [
      'of a German machine',
      'Der Server kestrel-04 hat die IP-Adresse 10.2.3.4.',
      'Die IP-Adresse von kestrel-04 ist 10.2.9.9.',
    ],
    [
      'in the genitive',
      'Die IP-Adresse des Servers kestrel-04 ist 10.2.3.4.',
      'Der Server kestrel-04 hat die IP-Adresse 10.2.9.9.',
    ],
    ['how old an animal is', 'The cat Minka is 6 years old.', "The cat Minka's age is 7 years."],
    ['how old somebody is', 'Ida Brandt ist 41 Jahre alt.', 'Ida Brandts Alter ist nun 42 Jahre.'],
    [
      'in whose name an account is',
      'The Ashdown account is in the name of Ida Brandt.',
      'The holder of the Ashdown account is Otto Kern.',
    ],
    ['the main port', 'The main port of the order-api is 4100.', 'The order-api now has 4200 as its main port.'],
    [
      'the port behind a relative clause',
      'The main port on which the order-api listens is 4100.',
      'The port of the order-api is 4200.',
    ],
    ['how fast one may drive', 'The maximum speed on Elm Road is 50 km/h.', 'The speed limit on Elm Road is 30 km/h.'],
    [
      'in which data centre it stands',
      'Server kestrel-04 stands in the data centre in Ghent.',
      'Server kestrel-04 is located in Lyon.',
    ],
    ['how many pupils there are', "Elm Park School's number of pupils is 410.", 'Elm Park School has 420 pupils.'],
    [
      'how many tables there are',
      'The Copper Kettle has 18 tables.',
      'The total number of tables in The Copper Kettle is 22.',
    ],
    [
      'how warm a room is',
      'In Room 12 the temperature is 19 degrees.',
      'The room temperature in Room 12 is 21 degrees.',
    ],
    [
      'from which track a train leaves',
      'Der ICE 91 fährt von Gleis 3 ab.',
      'Das Abfahrtsgleis des ICE 91 ist Gleis 5.',
    ],
    [
      'how many seats there are',
      'Die Zahl der Sitzplätze in Raum 12 ist 40.',
      'In Raum 12 gibt es jetzt insgesamt 44 Sitzplätze.',
    ],
    ['a dish of two things', "Ida Brandt's favourite dish is fish and chips.", "Ida Brandt's favourite dish is ramen."],
    [
      'in which town it is held',
      'The venue city of the Holm Book Fair is Ghent.',
      'The host city of the Holm Book Fair is Lyon.',
    ],
    [
      'what somebody works as full time',
      'Ida Brandt works full time as a nurse.',
      "Ida Brandt's job is that of a teacher.",
    ],
    [
      'where somebody has a job',
      'Ida Brandt has a full-time job at Orbis Foods.',
      'Ida Brandt is employed at Halden Group.',
    ],
    ['the emblem', "Holm's emblem is the heron.", 'The heraldic emblem of Holm is the oak.'],
    [
      'to whom a firm belongs',
      'Orbis Foods belongs entirely to Halden Group.',
      'Orbis Foods is a wholly owned subsidiary of Moss Partners.',
    ],
    [
      'what it costs to get in',
      'The price of admission to the Elm Museum is 9 euros.',
      'The entrance fee of the Elm Museum is 11 euros.',
    ],
    ['the colour of a façade', 'Marlow House has a grey façade.', 'The façade of Marlow House is blue.'],
    [
      'who lets a flat',
      'The flat at 9 Elm Road is let by Ida Brandt.',
      'The flat at 9 Elm Road is now let by Otto Kern.',
    ],
    ['the money of a country', "Norway's currency is the krone.", 'The money of Norway is now the euro.'],
    [
      'who leads a school',
      'Ida Brandt leitet als Schulleiterin die Elmschule Holm.',
      'Die Elmschule Holm hat nun Ute Kern als Schulleiterin.',
    ],
    [
      'the right day of birth',
      "Ida Brandt's date of birth is 3 March 1980.",
      'The correct date of birth of Ida Brandt is 4 March 1980.',
    ],
    [
      'and names the former behind "and not"',
      'Ida Brandt is married to Otto Kern.',
      'Ida Brandt is now married to Paul Voss and not to Otto Kern.',
    ],
    [
      'and names the former in German',
      'Ida Brandt ist mit Otto Kern verheiratet.',
      'Ida Brandt ist nun mit Paul Voss verheiratet und nicht mehr mit Otto Kern.',
    ],
  ])('%s', (_, first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    ['of another machine', 'Server kestrel-04 has 64 GB of RAM.', 'The RAM of kestrel-05 is 128 GB.'],
    ['of a test machine', 'Server kestrel-04 has 64 GB of RAM.', 'The test clone of kestrel-04 has 128 GB of RAM.'],
    ['of another animal', 'The cat Minka is 6 years old.', 'The dog of Minka is 7 years old.'],
    ['another port', 'The main port of the order-api is 4100.', 'The metrics port of the order-api is 4200.'],
    ['how fast a car is', 'The speed limit on Elm Road is 30 km/h.', 'The top speed of the Elm is 180 km/h.'],
    [
      'how many pupils a course has',
      'Elm Park School has 420 pupils.',
      'The evening course at Elm Park School has 30 pupils.',
    ],
    ['another sponsor', 'Orbis Foods sponsors Holm Rovers.', 'Halden Group sponsors Holm Rovers.'],
    ['from where a bus leaves', 'Der Bus fährt von Gleis 3 ab.', 'Der Bus fährt von Holm ab.'],
    ['who is not the spouse', 'Ida Brandt is married to Otto Kern.', 'Ida Brandt is married and not to be disturbed.'],
    [
      'the spouse of before',
      'Ida Brandt ist mit Paul Voss verheiratet.',
      'Ida Brandt ist nun mit Paul Voss verheiratet und nicht mehr mit Otto Kern.',
    ],
    ['what else is told', 'Ida Brandt lives in Ghent.', 'Ida Brandt works in Lyon and not in Ghent.'],
    [
      'the head chef of before',
      'The entrance fee of the Elm Museum is 11 euros.',
      'The parking fee at the Elm Museum is 4 euros.',
    ],
  ])('but not %s', (_, first, later) => {
    expect(closes(first, later)).toBe(false)
  })
})
