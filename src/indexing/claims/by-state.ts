import { amountOf } from './amounts.js'
import { animalIn, ofNamed } from './by-likeness.js'
import { SYSTEM } from './by-value.js'
import { COUNTS } from './counts.js'
import {
  aboutOf,
  certain,
  type Draft,
  draftOf,
  type Fitting,
  isTown,
  needing,
  onFloor,
  type Particular,
  plain,
  spokenValue,
  subjectTokens,
} from './draft.js'
import { ARTICLES } from './names.js'
import { NOT_ONE, NOT_ONE_OWNED } from './not-one.js'
import { dateOf } from './periods.js'
import type { Subject } from './subject.js'
import { EVENTS, KEPT, words } from './vocabulary.js'

const FOUNDED = /^\d{4}$/u

const FLOORS =
  /^(?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|top|lower|upper|\d+(?:st|nd|rd|th)?)$/u
const NUMBER = /^[A-Za-z]?\d{1,4}[A-Za-z]?$/
/** Somebody has one such number. */
const NUMBERED_OWNED = words('shirt account team group class')
const NOT_NUMBERED =
  /^(?:room|gate|page|chapter|version|age|day|week|month|year|minute|hour|about|around|nearly|over|under|least|most|just|only|top|part|step|episode|round)s?$/u

const isName = ({ clause, found }: Fitting): boolean =>
  found.V !== undefined &&
  clause.tokens.slice(...found.V).some(({ proper }) => proper) &&
  dateOf(clause.tokens.slice(...found.V)) === null

const dayIn = (fitting: Fitting, subject: Subject, attribute: string): readonly Draft[] | null => {
  const day = /^(mon|tues|wednes|thurs|fri|satur|sun)days?$/u.exec(spokenValue(fitting))?.[1]
  return day === undefined ? null : [{ subject, attribute, value: `${day}day`, needs: 'nothing' }]
}

/** Where a thing is: in a place or a house with a name. */
const stationed = ofNamed((fitting, subject) => {
  const { clause, found } = fitting
  const value = found.V === undefined ? [] : clause.tokens.slice(...found.V)
  const last = value.at(-1)
  if (!isName(fitting) || last?.proper !== true || value.some(({ word }) => /\d/.test(word))) return null
  return certain(plain(fitting, subject, 'location'))
})

/** Verbs that say of a thing, and of somebody who is there for a while, that it is somewhere. */
const GROUPS =
  /\b(?:club|team|group|circle|choir|society|committee|board|council|class|band|forum|orchestra|league|parish|union|association)\b/u
const SAYS_WHERE = words(
  `hangs display show view loan exhibited displayed housed moored docked berthed anchored parked garaged stabled stationed stored archived shelved installed
  mounted kept racked preserved posted garrisoned hosted hung sited houses exhibits displays`,
)

/** "atlas-prod is in Oslo". */
const isMachineIn = ({ clause, found }: Fitting, { key }: Subject): boolean =>
  /^[a-z]+(?:[-_][a-z\d]+)+$/u.test(key) && found.V !== undefined && isTown(clause.tokens, found.V)

/** "The app runs on Android", "Mapleaf runs on Debian": and on others. A machine runs on one. */
export const runsOnMany = ({ key }: Subject): boolean =>
  !/[\d_-]|server|cluster|router|node|kiosk|laptop|phone|machine|desktop|tablet|computer|workstation/u.test(key)

/** "orion runs Debian 12": a name in small letters with the version of a system is that of a machine. */
export const isHost = (fitting: Fitting): boolean => {
  const [name, ...more] = subjectTokens(fitting)
  return more.length === 0 && /^[a-z]{4,}$/.test(name?.raw ?? '') && /\d/.test(spokenValue(fitting))
}

/** Those of which one says that many do them. */
const DONE_BY_MANY = words(
  `used loved liked hated visited read seen watched known followed attended supported inspired influenced surrounded bordered joined shared caused
  affected hit struck attacked damaged criticised criticized praised recommended mentioned quoted cited played eaten bought worn made named called
  shown told asked met taken given brought sold beaten killed injured written directed painted sung composed designed founded created invented discovered
  awarded nominated endorsed adored admired respected feared needed wanted required preferred enjoyed favoured favored impressed bored annoyed
  threatened challenged replaced succeeded preceded accompanied joined connected linked divided separated crossed served reached delayed blocked
  stopped noticed spotted found rented hired borrowed ordered requested reported viewed tested opposed rejected approved signed supposed`,
)
const PARTICIPLE = /^[a-z]{3,}(?:ed|[^e]en|ught|ung|un|aid)$/u

/** Whether a word is the participle of what one does for a thing at a time: "catered", "audited". */
const isDoneByOne = (word: string): boolean => PARTICIPLE.test(word) && !DONE_BY_MANY.has(word)

/** Who does it: "audited" by an auditor, "catered" by a caterer. */
const doerOf = (participle: string): string => {
  const stem = participle.replace(/(?:ed|en)$/u, '')
  return stem + (/(?:at|it|ct|ess|vis)$/u.test(stem) ? 'or' : 'er')
}

/** Ways to say where something is, what it has, and who does something for it. */
export const BY_STATE: Readonly<Record<string, Particular>> = {
  platform: (fitting, subject) =>
    SYSTEM.test(spokenValue(fitting)) && subject.is === 'named'
      ? needing(
          runsOnMany(subject) && !isHost(fitting) ? 'change' : 'nothing',
          plain(fitting, subject, 'trait:operating system'),
        )
      : null,
  'trait:floor': (fitting, subject) =>
    subject.is === 'named' && FLOORS.test(spokenValue(fitting)) ? onFloor(fitting, subject) : null,
  roomOf: ofNamed((fitting, subject) => {
    const key = subject.key.replace(/^office of /u, '')
    const isRoom = /^\S*\d\S*$/u.test(spokenValue(fitting))
    return isRoom ? plain(fitting, { ...subject, key }, 'reference:room number') : null
  }),
  running: ofNamed((fitting, subject) => byLength(fitting, subject, true)),
  'measure:length': (fitting, subject) => byLength(fitting, subject, false),
  stationed: (fitting, subject) =>
    fitting.clause.tokens.some(({ word }) => SAYS_WHERE.has(word)) || isMachineIn(fitting, subject)
      ? stationed(fitting, subject)
      : null,
  numbered: ofNamed((fitting, subject) => {
    const { clause, found } = fitting
    const thing = clause.tokens[found.X?.[0] ?? 0]
    const alone = found.X !== undefined && found.X[1] - found.X[0] === 1 && thing !== undefined
    if (
      !alone ||
      ARTICLES.has(thing.word) ||
      !/^[a-z]{3,}$/.test(thing.raw) ||
      !NUMBER.test(clause.tokens[found.V?.[0] ?? 0]?.raw ?? '')
    )
      return null
    const several = NOT_ONE.has(thing.word) || (NOT_ONE_OWNED.has(thing.word) && !NUMBERED_OWNED.has(thing.word))
    if (several && clause.tokens[(found.X?.[0] ?? 0) - 1]?.word === 'has') return null
    if (spokenValue(fitting).includes(' ') || NOT_NUMBERED.test(thing.word) || EVENTS.has(thing.word)) return null
    return plain(fitting, subject, fitting.codeOf(thing.word) ?? `number:${thing.word}`)
  }),
  inNoun: ofNamed((fitting, subject) =>
    subjectTokens(fitting).some(({ word }) => EVENTS.has(word)) || fitting.noun === null
      ? null
      : plain(fitting, subject, fitting.noun.code),
  ),
  headOf: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 2)
    if (about === null || !isName(fitting)) return null
    const code = fitting.codeOf(`head of ${about}`)
    return code === undefined
      ? plain(fitting, { ...subject, key: `${about} at ${subject.key}` }, 'head')
      : plain(fitting, subject, code)
  }),
  keptAt: (fitting, subject) => {
    const last = subjectTokens(fitting).findIndex(({ word }) => KEPT.has(word))
    return last > 0 && subject.is === 'named' && subject.key.includes(' ')
      ? plain(fitting, subject, 'trait:place where it is kept')
      : null
  },
  ends: (fitting, subject) =>
    subject.is === 'named' && subject.key.includes(' ') ? plain(fitting, subject, 'day:end date') : null,
  foundedIn: ofNamed((fitting, subject) =>
    FOUNDED.test(spokenValue(fitting)) ? plain(fitting, subject, 'measure:founding year') : null,
  ),
  meetsOn: (fitting, subject) =>
    subject.is === 'named' && subject.needs === 'nothing' ? dayIn(fitting, subject, 'trait:meeting day') : null,
  closedOn: ofNamed((fitting, subject) => dayIn(fitting, subject, 'day:closing day')),
  meetsAt: ofNamed((fitting, subject) =>
    GROUPS.test(subject.key) && isName(fitting) ? plain(fitting, subject, 'site:meeting point') : null,
  ),
  petNamed: ofNamed((fitting, subject) => {
    const animal = animalIn(fitting)
    return isName(fitting)
      ? plain(fitting, { ...subject, key: `${animal} of ${subject.key}` }, 'framed_name:called')
      : null
  }),
  suppliedBy: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about === null || !isName(fitting) ? null : plain(fitting, subject, supplierOf(fitting, about))
  }),
  doneBy: ofNamed((fitting, subject) => {
    const done = aboutOf(fitting, 1) ?? ''
    if (!isDoneByOne(done) || !isName(fitting)) return null
    const draft = draftOf(fitting, subject, 'office:doer')
    return draft === null ? null : [{ ...draft, attribute: fitting.codeOf(doerOf(done)) ?? `unlisted:${doerOf(done)}` }]
  }),
}

/** Who supplies electricity or the internet is known by other words, too. */
const supplierOf = ({ codeOf }: Fitting, what: string): string =>
  codeOf(`${what} supplier`) ?? codeOf(`${what} provider`) ?? `unlisted:${what} supplier`

const byLength = (fitting: Fitting, subject: Subject, timed: boolean): readonly Draft[] | null => {
  const amount = fitting.found.V === undefined ? null : amountOf(fitting.clause.tokens.slice(...fitting.found.V))
  const attribute = COUNTS[amount?.split(' ')[1] ?? '']
  if (attribute === undefined) return timed ? null : plain(fitting, subject, 'measure:length')
  return plain(fitting, subject, attribute)
}
