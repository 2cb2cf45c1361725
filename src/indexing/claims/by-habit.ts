import { ofNamed } from './by-likeness.js'
import { PARTIES } from './by-value.js'
import { aboutOf, certain, type Fitting, onFloor, type Particular, plain, spokenValue } from './draft.js'
import { isTelling } from './names.js'
import { normalised } from './normalise.js'
import { type Subject, subjectOf } from './subject.js'

/** Who is told of: a person by name, or the speaker. A thing that has a name in capitals may be taken for one. */
const isSomebody = ({ clause, found }: Fitting, subject: Subject): boolean =>
  subject.is === 'speaker' ||
  subject.is === 'relative' ||
  (subject.is === 'named' && found.S !== undefined && isTelling(clause.tokens, ...found.S))

const ofSomebody =
  (attribute: string): Particular =>
  (fitting, subject) =>
    isSomebody(fitting, subject) ? plain(fitting, subject, attribute) : null

/** What comes from one supplier, by the words for it. */
const SUPPLIED: Readonly<Record<string, string>> = {
  'provider:energy': 'electricity,power,energy,electric,strom,stromvertrag',
  'firm:gas supplier': 'gas,gasvertrag',
  'firm:water supplier': 'water',
  'provider:heating': 'heating,heat,heating oil',
  'provider:internet':
    'internet,broadband,wi-fi,wifi,internet connection,fibre,fiber,home internet,internetanschluss,internetvertrag',
  'provider:phone':
    'phone,mobile,cell,mobile phone,cell phone,phone contract,mobile contract,phone plan,mobile plan,sim,sim card,handyvertrag,mobilfunkvertrag',
  'provider:landline': 'landline,home phone',
  'provider:tv': 'tv,cable,cable tv',
  insurer: 'insurance,health insurance,medical insurance,health',
  ...Object.fromEntries(
    ['car', 'home', 'travel', 'pet', 'life', 'liability', 'dental', 'contents', 'household'].map((kind) => [
      `provider:${kind} insurance`,
      `${kind} insurance`,
    ]),
  ),
  'provider:mortgage': 'mortgage',
  'provider:pension': 'pension,pension plan',
  'provider:savings account': 'savings account,savings',
  'provider:credit card': 'credit card',
}
const supplied = new Map(
  Object.entries(SUPPLIED).flatMap(([code, all]) => all.split(',').map((word) => [word, code] as const)),
)

/** Where people sit and keep what is theirs, by number. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ...[
    'desk',
    'locker',
    'mailbox',
    'pigeonhole',
    'cubicle',
    'booth',
    'workstation',
    'berth',
    'pitch',
    'stall',
    'allotment',
    'garage',
    'hook',
    'peg',
  ].map((noun) => [noun, `number:${noun}`] as const),
  ...['schreibtisch', 'spind', 'schließfach', 'postfach', 'arbeitsplatz', 'liegeplatz'].map(
    (noun) => [noun, `number:${noun}`] as const,
  ),
  ...['platz', 'stellplatz', 'parkplatz'].map((noun) => [noun, 'number:parking'] as const),
  ...['space', 'parking space', 'parking spot', 'parking bay', 'bay', 'spot', 'parking place', 'parking lot'].map(
    (noun) => [noun, 'reference:parking space'] as const,
  ),
])
const NUMBER = /^[a-z]{0,2}-?\d{1,4}[a-z]?$/u
const MONEY = /^[\d.]+ (?:eur|usd|gbp|chf|jpy)$/u
const VEHICLES =
  /^(?:bus|car|train|tram|bike|bicycle|ferry|underground|subway|metro|tube|motorbike|scooter|foot|boat|auto|rad|fahrrad|bahn|u-bahn|s-bahn|straßenbahn|zug|fähre)$/u
const FLOOR =
  /^(?:ground|top|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th)|\p{L}+ten)$/u
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/^walk/, 'foot'],
  [/^(?:cycle|bike)/, 'bike'],
  [/^drive/, 'car'],
]
const STREET = /^\d+[a-z]? \p{L}|\p{L} \d+[a-z]?$/u

/** "Am liebsten mag Anna Kern Gelb": who likes it best stands in front of the last word. */
const likedBest =
  (attribute: string): Particular =>
  (fitting) => {
    const [from, to] = fitting.found.V ?? [0, 0]
    const subject = to - from < 2 ? null : subjectOf(fitting.clause.tokens, [from, to - 1], fitting.speaker)
    return subject?.is === 'named' ? plain({ ...fitting, found: { V: [to - 1, to] } }, subject, attribute) : null
  }

/** Ways to say what people do every day, and where they have their places. */
export const BY_HABIT: Readonly<Record<string, Particular>> = {
  // "The office": of that whoever says it has one, with one such network.
  wifi: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'wifi')
    return subject.is === 'named' ? certain(drafts) : drafts
  },
  wakesAt: ofSomebody('hour:wake-up time'),
  workFrom: ofSomebody('hour:start of work'),
  workTo: ofSomebody('hour:end of work'),
  alarmAt: ofSomebody('hour:alarm time'),
  // "Size 40 trousers" are no shoes.
  size: (fitting, subject) =>
    fitting.clause.tokens.some(({ word }) => /^(?:wears?|takes?)$/.test(word)) &&
    /^\d\S* (?!eu$|uk$|us$|(?:in )?(?:shoes|boots)$)/u.test(spokenValue(fitting))
      ? null
      : plain(fitting, subject, 'size'),
  // "12 hours a week as a volunteer": besides.
  workHours: (fitting, subject) =>
    isSomebody(fitting, subject) && !fitting.clause.tokens.some(({ word }) => /^(?:as|for|on|at)$/.test(word))
      ? plain(fitting, subject, 'measure:weekly hours')
      : null,
  commutes: (fitting, subject) =>
    VEHICLES.test(spokenValue(fitting)) && isSomebody(fitting, subject)
      ? plain(fitting, subject, 'trait:commute')
      : null,
  paidHourly: (fitting, subject) =>
    MONEY.test(plain(fitting, subject, 'rate')?.[0]?.value ?? '') ? plain(fitting, subject, 'rate') : null,
  'take-home': ofSomebody('salary:net'),
  placedBy: (fitting, subject) => {
    const attribute = PLACES.get(aboutOf(fitting, 2) ?? '')
    return attribute !== undefined && NUMBER.test(spokenValue(fitting)) && isSomebody(fitting, subject)
      ? plain(fitting, subject, attribute)
      : null
  },
  ownNumber: (fitting, subject) => {
    const attribute = PLACES.get(aboutOf(fitting, 2) ?? '')
    return attribute !== undefined && NUMBER.test(spokenValue(fitting)) && isSomebody(fitting, subject)
      ? plain(fitting, subject, attribute)
      : null
  },
  hasFrom: (fitting, subject) => {
    const attribute = supplied.get(aboutOf(fitting, 2) ?? '')
    return attribute === undefined ? null : plain(fitting, subject, attribute)
  },
  'likedBest:farbe': likedBest('favourite:farbe'),
  'likedBest:essen': likedBest('favourite:essen'),
  'likedBest:getränk': likedBest('favourite:getränk'),
  ownFloor: (fitting, subject) =>
    FLOOR.test(spokenValue(fitting)) && isSomebody(fitting, subject) ? onFloor(fitting, subject) : null,
  ownFlat: (fitting, subject) =>
    NUMBER.test(spokenValue(fitting)) && isSomebody(fitting, subject)
      ? plain(fitting, subject, 'reference:apartment number')
      : null,
  groceries: ofSomebody('firm:supermarket'),
  doctorOf: (fitting, subject) =>
    /^dr\b/u.test(spokenValue(fitting)) && isSomebody(fitting, subject) ? plain(fitting, subject, 'doctor') : null,
  goesTo: (fitting, subject) => {
    const verb = fitting.clause.tokens[fitting.found.S?.[1] ?? 1]?.word ?? ''
    const way = WAYS.find(([form]) => form.test(verb))?.[1]
    return way === undefined || !isSomebody(fitting, subject)
      ? null
      : [{ subject, attribute: 'trait:commute', value: way, needs: subject.needs }]
  },
  driven: (fitting, subject) => plain(fitting, subject, 'car'),
  regionOf: (fitting, subject) => (subject.is === 'speaker' ? null : plain(fitting, subject, 'region')),
  // "Can be found at the fair": where it is for a while.
  foundAt: ofNamed((fitting, subject) =>
    STREET.test(normalised(spokenValue(fitting))) ? plain(fitting, subject, 'address') : null,
  ),
  shopped: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about === null || !isSomebody(fitting, subject) ? null : plain(fitting, subject, `firm:${about}`)
  },
  votes: (fitting, subject) =>
    PARTIES.test(spokenValue(fitting)) ? plain(fitting, subject, 'firm:party voted for') : null,
  fanOf: (fitting, subject) => (TEAM.test(spokenValue(fitting)) ? plain(fitting, subject, 'favourite:team') : null),
}
const TEAM = /^(?:fc|afc|vfb|sv|sc) |\b(?:fc|united|city|rovers|wanderers|athletic|rangers|albion|town|county)$/u
