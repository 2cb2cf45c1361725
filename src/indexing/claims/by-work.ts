import { BY_FACT } from './by-fact.js'
import { BY_HOME } from './by-home.js'
import { ordinalOf } from './by-kind.js'
import { ofNamed } from './by-likeness.js'
import { BY_TERM } from './by-term.js'
import { aboutOf, certain, type Particular, plain, spokenValue, subjectTokens, told } from './draft.js'
import { normalised } from './normalise.js'
import { isNumberedPaper } from './papers.js'
import { isOccupation, words } from './vocabulary.js'

const SPOTS = words('bay space spot place berth slot pitch box stall locker desk seat platz stellplatz')
const NUMBER = /^\p{L}{0,2}-?\d{1,4}\p{L}?$/u
const WEEK = /^(\d{1,2}(?:[.,]\d)?)[- ]?(?:hour|hours|h|stunden-woche|std-woche)$/u
const GRADE = /^(?:(.+?)[- ](?:grader|former|year pupil|grade pupil))$/u
const CARS =
  /\b(?:car|van|truck|lorry|bus|bike|motorbike|bicycle|scooter|camper|tractor|vehicle|transporter|wagen|auto|lkw|trailer|minibus|model|transit|caddy|golf|passat|polo|octavia|panda|corolla|civic|focus|fiesta|clio|twingo|yaris|astra|corsa|sprinter|vito|volvo|vw|bmw|audi|mercedes|toyota|ford|fiat|skoda|opel|renault|peugeot|tesla|mini|seat|dacia|hyundai|kia|mazda|honda|nissan|citroen|porsche|jaguar|saab|suzuki|subaru|kangoo|berlingo|ducato)\b/u

/** "Grade five", "the fifth", "5." */
const gradeOf = (said: string): string | undefined => {
  const plain = normalised(said)
  const grade = ordinalOf(plain) ?? ordinalOf(WORDS.get(plain) ?? '')
  return grade !== undefined && Number(grade) <= MOST_GRADES ? grade : undefined
}
const MOST_GRADES = 13
const WORDS: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen'
    .split(' ')
    .map((word, i) => [word, `${i + 1}`] as const)
    .concat(
      'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten'
        .split(' ')
        .map((word, i) => [normalised(word), `${i + 1}`] as const),
      'erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte'
        .split(' ')
        .map((word, i) => [normalised(word), `${i + 1}`] as const),
    ),
)

/** Ways to say what is told of contracts, invoices, cars and pupils, by what the value looks like. */
export const BY_WORK: Readonly<Record<string, Particular>> = {
  ...BY_FACT,
  ...BY_TERM,
  ...BY_HOME,
  amountOf: (fitting, subject) =>
    subject.is === 'named' && isNumberedPaper(subject.key) ? plain(fitting, subject, 'measure:amount') : null,
  weekOf: ofNamed((fitting, subject) => {
    const hours = WEEK.exec(spokenValue(fitting))?.[1]
    return hours === undefined ? null : told(subject, 'measure:weekly hours', hours.replace(',', '.'))
  }),
  bayOf: (fitting, subject) => {
    const spot = aboutOf(fitting, 2)?.split(' ').at(-1) ?? ''
    const value = normalised(spokenValue(fitting))
    if (!SPOTS.has(spot) || !NUMBER.test(value) || subject.is === 'speaker') return null
    return told(subject, fitting.codeOf(spot) ?? `number:${spot}`, value)
  },
  // A car is taken to one garage, and a firm looks after many things.
  garageOf: (fitting, subject) =>
    subject.is !== 'speaker' && CARS.test(subject.key) ? certain(plain(fitting, subject, 'firm:repair shop')) : null,
  schoolYear: ofNamed((fitting, subject) => {
    const said = spokenValue(fitting)
    const grade = gradeOf(GRADE.exec(said)?.[1] ?? said)
    const person = subjectTokens(fitting).every(({ proper }, i, all) => proper || i < all.length - 1)
    return grade === undefined || !person ? null : told(subject, 'trait:school year', grade)
  }),
  // "Als Tierarzt hat Rocky Dr. Kern": the vet.
  asDoer: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 2)
    if (about?.startsWith('liebling') === true) return null
    const code = about === null ? undefined : (fitting.codeOf(about) ?? `unlisted:${about}`)
    return code === undefined ? null : plain(fitting, subject, code)
  }),
  meetsRoom: (fitting, subject) => {
    const room = /^(?:raum|zimmer|saal) (\S*\d\S*)$/u.exec(spokenValue(fitting))?.[1]
    return room === undefined || subject.is !== 'named' ? null : told(subject, 'room', room)
  },
  mentor: ofNamed((fitting, subject) => plain(fitting, subject, 'mentor')),
  kindOfJob: ofNamed((fitting, subject) =>
    isOccupation(spokenValue(fitting)) || fitting.clause.tokens.length < LONGEST_POST
      ? told(subject, 'job', normalised(spokenValue(fitting)))
      : null,
  ),
}
const LONGEST_POST = 16
