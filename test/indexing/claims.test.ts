import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

const claimsIn = (text: string, language: 'en' | 'de') =>
  claimsOf(text, { speaker: 'User', role: 'user', language }).claims

const FRAME = /^frame(?:d_name)?:/
const told = (text: string, language: 'en' | 'de' = 'en') =>
  claimsIn(text, language)
    .filter(({ attribute }) => !FRAME.test(attribute))
    .map(({ subject, attribute, value, how }) => `${subject} | ${attribute} | ${value} | ${how}`)

/** What is known by its own words alone, and what it needs before it replaces anything. */
const framedIn = (text: string, language: 'en' | 'de' = 'en') =>
  claimsIn(text, language)
    .filter(({ attribute }) => FRAME.test(attribute))
    .map(({ subject, attribute, value, how, needs }) =>
      [subject, attribute.replace(FRAME, ''), value, how, needs].join(' | '),
    )

describe('one fact in other forms makes the same claim', () => {
  test.each([
    'Ada Brandt coaches Northbank FC.',
    'Northbank FC is coached by Ada Brandt.',
    'The head coach of Northbank FC is Ada Brandt.',
    'The person who coaches Northbank FC is Ada Brandt.',
    'It is Ada Brandt who coaches Northbank FC.',
    'Ada Brandt has been head coach of Northbank FC since March.',
    'Good to know: the head coach of Northbank FC is Ada Brandt.',
  ])('%s', (text) => expect(told(text)).toEqual(['northbank fc | head_coach | ada brandt | state']))
  test.each([
    'Die Hauptstadt von Malta ist Bern.',
    'In Malta ist Bern die Hauptstadt.',
    'Als Hauptstadt hat Malta Bern.',
  ])('%s', (text) => expect(told(text, 'de')).toEqual(['malta | capital | bern | state']))
})

describe('what stands in front of a colon', () => {
  test('announces, and is nobody of whom something is told', () =>
    expect(told('Kleine Korrektur: Anna Kern arbeitet als Elektrikerin.', 'de')).toEqual([
      'anna kern | job | elektrikerin | state',
    ]))
  test('may call in doubt what follows', () => expect(told('Ich bezweifle es: Anna wohnt in Graz.', 'de')).toEqual([]))
  test('may be the attribute', () =>
    expect(told('My address: 12 Elm Street')).toEqual([' | address | 12 elm street | state']))
})

describe('a noun of no list', () => {
  test('names the only one with its article', () =>
    expect(told('The quartermaster of Leeds is Sara Kim.')).toEqual([
      'leeds | unlisted:quartermaster | sara kim | state',
    ]))
  test.each([
    ["Leeds's quartermaster is Sara Kim.", 'leeds | unlisted:quartermaster | sara kim | state', 'en'],
    ['My locker is number 17.', ' | number:locker | 17 | state', 'en'],
    ['Our new quartermaster is Sara Kim.', ' | unlisted:quartermaster | sara kim | change', 'en'],
    ['Leeds has raised its toll to 45 €.', 'leeds | measure:toll | 45 eur | change', 'en'],
    ['Sara Kim serves as quartermaster of Leeds.', 'leeds | unlisted:quartermaster | sara kim | state', 'en'],
    ['The service has a burst quota of 4 GB.', '', 'en'],
    ['Der Türmer von Graz ist Paul Kern.', 'graz | unlisted:türmer | paul kern | state', 'de'],
    ['Mein Trauzeuge ist Paul Kern.', ' | unlisted:trauzeuge | paul kern | state', 'de'],
    ['Otter now has 12 replicas.', 'otter | measure:number of replicas | 12 replicas | change', 'en'],
    ['Sara Kim got remarried and Tom Hill is the new spouse.', 'sara kim | spouse | tom hill | change', 'en'],
    ['Die Chorprobe ist jeden Montag.', 'chorprobe | date | montag | state', 'de'],
    ['Mias neue Lieblingsfarbe ist Orange.', 'mia | favourite:farbe | orange | change', 'de'],
    ['Als Lieblingsfarbe hat Mia Türkis.', 'mia | favourite:farbe | turkis | state', 'de'],
  ])('is read where it stands for the only one: %s', (text, claim, language) =>
    expect(told(text, language === 'de' ? 'de' : 'en')[0] ?? '').toEqual(claim),
  )
  test.each([
    ['that is said of the body', "Sara's voice is Gone."],
    ['of which there are several', 'The rival of Leeds is Hull.'],
    ['of those that no longer hold', 'The former quartermaster of Leeds is Sara Kim.'],
    ['of a thing without a name', 'The quartermaster of the ship is Sara Kim.'],
  ])('names none %s', (_name, text) => expect(told(text)).toEqual([]))
})

describe('where somebody or something comes from and ends', () => {
  test.each([
    ['Anna Kern was born in Berlin.', 'anna kern | birthplace | berlin | state'],
    ['The place of birth of Anna Kern was Berlin.', 'anna kern | birthplace | berlin | state'],
    ['Anna Kern passed away in Sheerness.', 'anna kern | site:place of death | sheerness | state'],
    ['Harald I passed away in Sheerness.', 'harald i | site:place of death | sheerness | state'],
    ['Helsinki Radio was founded in the city of Turku.', 'helsinki radio | origin | turku | state'],
    ['Paper Moons was written in the French language.', 'paper moons | original_language | french | state'],
    ['Paper Moons is a French-language work.', 'paper moons | original_language | french | state'],
    ['The Night Desk originally aired on NBR.', 'night desk | premiere | nbr | state'],
  ])('%s', (text, claim) => expect(told(text)).toEqual([claim]))

  test.each([
    'Anna Kern was born in May.',
    'Anna Kern was born in 1990.',
    'Anna Kern was born in the Charité.',
    'Anna Kern died in World War II.',
    'Order 1188 is from Berlin.',
    'The language of Kenya is Swahili.',
    'Until May the founder of Acme was Tom Hall.',
    'Back in 1990, the birthplace of Anna Kern was Berlin.',
    'The president of Acme was Tom Hall.',
  ])('nothing of that kind is told by: %s', (text) => expect(told(text)).toEqual([]))
})

describe('what is measured, kept and paid, in other forms', () => {
  test.each([
    ['Lake Morva covers 120 km².', 'lake morva | measure:area | 120000000 m2 | state'],
    ['Lake Morva has an area of 120 square kilometres.', 'lake morva | measure:area | 120000000 m2 | state'],
    ['Mount Arlen rises to 2,431 m.', 'mount arlen | measure:elevation | 2431 m | state'],
    ['Falcon GT can go up to 220 km/h.', 'falcon gt | measure:top speed | 220 km/h | state'],
    ['Anna Kern measures 1.69 m.', 'anna kern | height | 1.69 m | state'],
    ['Turku is home to 1.2 million people.', 'turku | population | 1200000 | state'],
    ['Anchor Park can hold 12,400 spectators.', 'anchor park | capacity | 12400 spectators | state'],
    ['Solvaria turns over $2 million a year.', 'solvaria | measure:revenue | 2000000 usd | state'],
    ['You pay $22 for Aero Kettle.', 'aero kettle | price | 22 usd | state'],
    ['$12,300 is budgeted for Project Otter.', 'project otter | budget | 12300 usd | state'],
    ['The ticker symbol of Solvaria is SLV.', 'solvaria | trait:ticker symbol | slv | state'],
    ['The slogan of Solvaria is "Closer to you".', 'solvaria | motto | closer to you | state'],
    ['Ticket 512 was raised to P1.', 'ticket 512 | priority | p1 | change'],
    ['Ada Brandt is assigned to Ticket 512.', 'ticket 512 | assignee | ada brandt | state'],
    ['The position of chairman of Solvaria is held by Ada Brandt.', 'solvaria | chairperson | ada brandt | state'],
    ["Ada Brandt's position is regional manager.", 'ada brandt | job | regional manager | state'],
    ['Ada Brandt has switched to left winger.', 'ada brandt | position | left winger | change'],
    ['Paper Moons will be released on June 3.', 'paper moons | release_date | 06-03 | state'],
  ])('%s', (text, claim) => expect(told(text)).toEqual([expect.stringContaining(claim)]))
  test.each([
    ['Turku hat 120.000 Einwohner.', 'turku | population | 120000 | state'],
    ['Ticket 512 wurde auf blockiert gesetzt.', 'ticket 512 | status | blockiert | change'],
  ])('%s', (text, claim) => expect(told(text, 'de')).toEqual([claim]))
  test.each([
    'The parser works as intended.',
    'Ada Brandt is on Project Otter.',
    'Solvaria covers the cost.',
    'Ada Brandt has moved to the back.',
  ])('but not: %s', (text) => expect(told(text)).toEqual([]))
})

describe('an aside between commas', () => {
  test.each([
    ['Ada Brandt, who plays for FC Montrose, is injured.', 'ada brandt | team | fc montrose | state'],
    ['Solvaria, which is owned by Acme, is growing.', 'solvaria | owner | acme | state'],
    ['Solvaria, based in Turku, is growing.', 'solvaria | headquarters | turku | state'],
    ['Ada Brandt, a native Finnish speaker, is here.', 'ada brandt | trait:native language | finnish | state'],
  ])('%s', (text, claim) => expect(told(text)).toEqual([claim]))
  test('says more than its claim, so that nothing closes the memory', () =>
    expect(
      claimsOf('Solvaria, based in Turku, is growing.', { speaker: null, role: 'user', language: 'en' }).sole,
    ).toBe(false))
})

describe('what is told in words of no list', () => {
  test.each([
    ['The kiln in the shed is kept at 980 °C.', 'kiln in the shed | is # °c | 980 | state | nothing'],
    [
      'The kiln in the shed was turned down from 1050 to 980 °C.',
      'kiln in the shed | is # °c | 980 | change | nothing',
    ],
    ['The barrier at Quay Road shuts at 6 pm.', 'barrier at quay road | shuts at # | 18:00 | state | nothing'],
    ['Otter is pinned to release 4.2.1.', 'otter | is pinned to release # | 4.2.1 | state | nothing'],
    ['The sauna shuts at 6 pm.', 'sauna | shuts at # | 18:00 | state | change'],
    ['The yoga class in Hove ends at 6 pm.', 'yoga class in hove | ends at # | 18:00 | state | change'],
    ['Zoe is 5 minutes away.', 'zoe | is # minutes away | 5 | state | change'],
    ['The pump in the shed is out of order.', 'pump in the shed | is state 0 | broken | state | nothing'],
    ['The pump in the shed is working again.', 'pump in the shed | is state 0 | working | change | nothing'],
    ['The stand-in for Ophelia is now Celia Brook.', 'stand-in for ophelia | is @ | celia brook | change | change'],
    [
      'The sampling pace of the probe was changed to dense.',
      'sampling pace of probe | is @ | dense | change | nothing',
    ],
    ['The token of the guild is a heron.', 'token of guild | is a # | heron | state | former'],
  ])('is known by its words but the value: %s', (text, claim) => expect(framedIn(text)).toEqual([claim]))
  test.each([
    ['Der Beitrag für den Chor beträgt 12 Euro.', 'beitrag fur den chor | is # eur | 12 | state | nothing'],
    ['Der Beitrag für den Chor wurde auf 15 Euro erhöht.', 'beitrag fur den chor | is # eur | 15 | change | nothing'],
    ['Die Schranke an der Mole öffnet um 6 Uhr.', 'schranke an der mole | öffnet um # | 06:00 | state | nothing'],
    ['Die Pumpe im Keller ist wieder in Betrieb.', 'pumpe im keller | is state 7 | in betrieb | change | change'],
  ])('in German, too: %s', (text, claim) => expect(framedIn(text, 'de')).toEqual([claim]))
  test.each([
    'I have 2 meetings.',
    'We bought 3 chairs.',
    'Emil has won 3 games.',
    'Emil runs 5 km.',
    'A neighbour in Hove has 2 dogs.',
    'The recipe needs 3 or 4 eggs.',
    'The shop owns a print from 1890.',
    'In winter the kiln in the shed is kept at 980 °C.',
    'The kiln in the shed was kept at 980 °C.',
    'The kiln in the shed is kept at 980 °C, I think.',
    'The kiln in the shed might be kept at 980 °C.',
    'Is the kiln in the shed kept at 980 °C?',
    'The former stand-in for Ophelia is Celia Brook.',
    'The friend of the mayor is Celia Brook.',
  ])('but not: %s', (text) => expect(framedIn(text)).toEqual([]))
})
