import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

/** What a text claims, but for what is known by its own words alone. */
const told = (text: string, language: 'en' | 'de' = 'en') =>
  claimsOf(text, { speaker: 'User', role: 'user', language })
    .claims.filter(({ attribute }) => !/^frame(?:d_name)?:/.test(attribute))
    .map(({ subject, attribute, value, how }) => `${subject} | ${attribute} | ${value} | ${how}`)

describe('what is said of whoever holds an office, or of a place', () => {
  test.each([
    ['Der Chef von Tom ist jetzt Rentner.', 'de'],
    ['Die Bürgermeisterin von Graz ist jetzt Oma.', 'de'],
    ['Der Trainer von SC Nordhafen ist jetzt Nationaltrainer.', 'de'],
    ['Der Trainer von SC Nordhafen ist jetzt Vater von Zwillingen.', 'de'],
    ['The seat of the firm is now a ruin.', 'en'],
    ["Tom's boss is now CEO.", 'en'],
    ["Tom's boss is now Vice President of the club.", 'en'],
    ["Tom's boss is now retired.", 'en'],
    ['My dentist is now Grandma.', 'en'],
    ['The CEO of Corbel is Person of the Year.', 'en'],
    ['Der Dirigent von Cantus Nova ist Linkshänder.', 'de'],
    ['Der Dirigent von Cantus Nova ist Fan von Emre Yilmaz.', 'de'],
    ['Der Dirigent von Cantus Nova ist jetzt auf Reisen.', 'de'],
    ['Meine Chefin ist Österreicherin.', 'de'],
    ['Der Eigentümer von Grünwerk ist jetzt Rentner.', 'de'],
    ['Der Sitz von Kallisto ist jetzt Baustelle.', 'de'],
    ['Der Arbeitgeber von Tom ist jetzt Marktführer.', 'de'],
  ] as const)('is no name of another one: %s', (text, language) => expect(told(text, language)).toEqual([]))
  test.each([
    ['Der Chef von Tom ist jetzt Müller.', 'de', 'tom | head | muller | change'],
    ["Tom's boss is now President Adams.", 'en', 'tom | manager | president adams | change'],
  ] as const)('unless it is one: %s', (text, language, claim) => expect(told(text, language)).toEqual([claim]))
})

describe('one fact in the words of everyday', () => {
  test.each([
    ['Orbex operates from its headquarters in Leeds.', 'orbex | headquarters | leeds | state'],
    ['Harbour Bank pays 4 % interest.', 'harbour bank | rate | 4 % | state'],
    ['Harbour Bank raised its interest rate to 3 %.', 'harbour bank | rate | 3 % | change'],
    ['My health insurance is with Concordia.', ' | insurer | concordia | state'],
    ['My home insurance is with Concordia.', ' | provider:home insurance | concordia | state'],
    ['My insurance provider is SafeNest.', ' | insurer | safenest | state'],
    ['I go to the gym at Iron Temple.', ' | gym | iron temple | state'],
    ['Lena changed schools and goes to Elmwood School.', 'lena | school | elmwood school | change'],
    ['Lena was enrolled at Elmwood School.', 'lena | school | elmwood school | change'],
    ['They changed my seat to 3F.', ' | seat | 3f | change'],
    ['I am sitting in seat 14C.', ' | seat | 14c | state'],
    ['I use Nightfall as my ringtone.', ' | trait:ringtone | nightfall | state'],
    ['We meet in room 8 for the board meeting.', 'board meeting | room | room 8 | state'],
    ['Elena Petrova took charge of Northgate FC.', 'northgate fc | head | elena petrova | change'],
    ['Elena Petrova took over the maintenance of Mosskit.', 'mosskit | maintainer | elena petrova | change'],
    ['On-call duty is with Tom.', ' | office:on-call engineer | tom | state'],
    ['Suki has taken over on-call duty.', ' | office:on-call engineer | suki | change'],
    ['We run Lantern 1.9.2.', 'lantern | version | 1.9.2 | state'],
    ['Ticket 91 changed to done.', 'ticket 91 | status | done | change'],
    ['The database behind Lantern is Redis.', 'lantern | trait:database | redis | state'],
    ['The hammer throw record belongs to Lars Eklund.', 'hammer throw record | office:holder | lars eklund | state'],
    ['Lars Eklund plays for Sweden.', 'lars eklund | firm:national team | sweden | state'],
    ['Orbex has its seat in Lyon.', 'orbex | headquarters | lyon | state'],
    ['Cusco became the capital of Peru.', 'peru | capital | cusco | change'],
    ["Tom's new job is at Kallisto Systems.", 'tom | employer | kallisto systems | change'],
    ["Tom's new place is in Lyon.", 'tom | home | lyon | change'],
    ['The installed Lantern version is 1.3.', 'lantern | version | 1.3 | state'],
    ['I joined FitBarn as my new gym.', ' | gym | fitbarn | change'],
    ['I switched to Dr. Sandhu as my dentist.', ' | dentist | sandhu | change'],
    ['Dr. Sandhu takes care of my teeth.', ' | dentist | sandhu | state'],
    ['Ida Falk took over Quiz Island as host.', 'quiz island | host | ida falk | change'],
    ['My savings account is down to $150.', 'savings account of user | balance | 150 usd | state'],
    ['I have $150 left in my savings account.', 'savings account of user | balance | 150 usd | state'],
    ['Ticket 91: closed.', 'ticket 91 | status | closed | state'],
    ['Call Tom at 555-0147.', 'tom | phone | 5550147 | state'],
    ['The Ember Mug is now $25.', 'ember mug | price | 25 usd | change'],
    ['99,000 people call Leeds home.', 'leeds | population | 99000 | state'],
    ['Lantern switched to the BSD license.', 'lantern | trait:licence | bsd | change'],
    ['Northgate FC competes in Division One.', 'northgate fc | league | division one | state'],
    ['Please remember that the capital of Malta is Bern.', 'malta | capital | bern | state'],
  ])('%s', (text, claim) => expect(told(text)).toEqual([claim]))
  test.each([
    ['Ich bin bei der Concordia versichert.', ' | insurer | concordia | state'],
    [
      'Karl Winkler hat die Geschäftsführung von Kallisto übernommen.',
      'kallisto | chief_executive | karl winkler | change',
    ],
    ['TSV Hollerau hat Emre Yilmaz als Trainer verpflichtet.', 'tsv hollerau | head_coach | emre yilmaz | change'],
    ['Zur Bürgermeisterin von Graz wurde Mira Schuster gewählt.', 'graz | mayor | mira schuster | change'],
  ])('in German, too: %s', (text, claim) => expect(told(text, 'de')).toEqual([claim]))
  test.each([
    ['Is that true? The mayor of Leeds is Aoife Brennan.', 'en'],
    ["The mayor of Leeds is Aoife Brennan. I don't believe it.", 'en'],
    ['Der Trainer von SC Nordhafen ist Emre Yilmaz. Ich glaube es nicht.', 'de'],
    ['Elena Petrova holds the door.', 'en'],
    ['Ticket 91 was closed last week.', 'en'],
    ['The board meeting is in room 214 today.', 'en'],
    ['Die Vorstandssitzung ist heute in Raum 214.', 'de'],
    ['The price of Halo is $30 in Denmark.', 'en'],
    ['The price of Halo is $30 off this week.', 'en'],
  ] as const)('but not: %s', (text, language) => expect(told(text, language)).toEqual([]))
})
