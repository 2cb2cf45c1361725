import { amountOf } from './amounts.js'
import { isThing } from './by-form.js'
import { type Draft, type Fitting, loosely, needsOf, type Particular, spokenValue, plain as told } from './draft.js'
import { ARTICLES, isTelling, textOf } from './names.js'
import { normalised } from './normalise.js'
import { dateOf } from './periods.js'
import { isCondition, isProgress } from './progress.js'
import type { Subject } from './subject.js'
import { isOccupation, POSITIONS, TRACKED } from './vocabulary.js'

/** What is told in a unit, of whatever has one of it. */
const BY_UNIT: Readonly<Record<string, string>> = {
  m2: 'measure:area',
  m: 'height',
  ft: 'height',
  kg: 'weight',
  lb: 'weight',
  'km/h': 'measure:top speed',
  mph: 'measure:top speed',
  inhabitants: 'population',
  residents: 'population',
  employees: 'measure:headcount',
  staff: 'measure:headcount',
  seats: 'capacity',
  spectators: 'capacity',
}
const PRIORITIES =
  /^(?:p\d|prio(?:rity)? ?\d|low|medium|high|critical|urgent|normal|minor|major|blocker)(?: priority)?$/u
const STARS = /^\d(?:\.\d+)?(?: ?(?:\/|out of|of) ?\d+)?(?: (?:stars?|points?|percent|%))?$/u

const unitOf = ({ clause, found }: Fitting): string => {
  const amount = found.V === undefined ? null : amountOf(clause.tokens.slice(...found.V))
  return amount?.split(' ').slice(1).join(' ') ?? ''
}

/** Of something that has a name: the speaker's are read by other ways. */
const ofNamed =
  (make: (fitting: Fitting, subject: Subject) => readonly Draft[] | null): Particular =>
  (fitting, subject) => {
    const { clause, found } = fitting
    const named = found.S !== undefined && isTelling(clause.tokens, ...found.S)
    return subject.is === 'named' && named ? make(fitting, subject) : null
  }

/** Where the value looks like one. */
const whenValue = (attribute: string, fits: (value: string) => boolean): Particular =>
  ofNamed((fitting, subject) => (fits(spokenValue(fitting)) ? told(fitting, subject, attribute) : null))

/** "The cottage costs 800 euros a month". */
const isRent = (fitting: Fitting, { key }: Subject): boolean =>
  /\b(?:flat|apartment|house|cottage|studio|villa|cabin|bungalow|bedsit|garage)\b/u.test(key) &&
  /\b(?:month|week)$/u.test(spokenValue(fitting))

/** "The plan cost 5 euros": a single thing costs. */
const isPast = ({ clause: { tokens }, found: { S } }: Fitting): boolean =>
  S !== undefined &&
  tokens[S[1]]?.word === 'cost' &&
  ARTICLES.has(tokens[S[0]]?.word ?? '') &&
  !tokens.slice(...S).some(({ word }) => word === 'and' || (word.length > 3 && word.endsWith('s')))

/** Ways to say something whose attribute is told by the unit or the kind of its value. */
export const BY_MEASURE: Readonly<Record<string, Particular>> = {
  // "30 dollars in Denmark" and "30 dollars off" are not the price.
  price: (fitting, subject) =>
    subject.is === 'speaker' || isPast(fitting) || /\b(?:off|in|with|without|discount)\b/u.test(spokenValue(fitting))
      ? null
      : told(fitting, subject, isRent(fitting, subject) ? 'rent' : 'price'),
  guthaben: (fitting, subject) => (subject.is === 'belonging' ? null : told(fitting, subject, 'balance')),
  extent: ofNamed((fitting, subject) => {
    const attribute = BY_UNIT[unitOf(fitting)]
    return attribute === undefined ? null : told(fitting, subject, attribute)
  }),
  'measure:elevation': (fitting, subject) =>
    fitting.noun !== null || unitOf(fitting) === 'm' || unitOf(fitting) === 'ft'
      ? told(fitting, subject, 'measure:elevation')
      : null,
  put: ofNamed((fitting, subject) => {
    const { clause, found } = fitting
    if (found.V === undefined || dateOf(clause.tokens.slice(...found.V)) === null) return null
    return ['date', 'deadline', 'release_date', 'launch_date'].flatMap((each) => told(fitting, subject, each) ?? [])
  }),
  ticketed: ofNamed((fitting, subject) => {
    const { clause, found } = fitting
    const tracked = clause.tokens.slice(...(found.S ?? [0, 0])).some(({ word }) => TRACKED.has(word))
    return tracked ? told(fitting, subject, 'assignee') : null
  }),
  ranked: ofNamed((fitting, subject) => {
    const value = spokenValue(fitting)
    if (PRIORITIES.test(value)) return told(fitting, subject, 'priority')
    return isCondition(value) ? told(fitting, subject, 'status') : null
  }),
  // "The mug is now $25": money is what a thing costs.
  pricedNow: (fitting, subject) =>
    fitting.clause.now && subject.is === 'named' && /^(?:usd|eur|gbp|chf)$/.test(unitOf(fitting))
      ? told(fitting, subject, 'price')
      : null,
  // Who serves as treasurer may be a nurse by profession.
  serving: (fitting, subject) => {
    const { clause, found } = fitting
    const office = found.V !== undefined && clause.tokens.slice(...found.V).every(({ proper }) => !proper)
    return office && subject.is !== 'belonging' && !isThing(fitting) ? loosely(told(fitting, subject, 'job')) : null
  },
  // "Moved to the back" is a place.
  newPost: (fitting, subject) => {
    const value = spokenValue(fitting)
    const isPost = POSITIONS.has(value.split(' ').at(-1) ?? '') && !value.startsWith('the ')
    return isPost && subject.is !== 'belonging' ? told(fitting, subject, 'position') : null
  },
  // A thing "works as intended".
  worksAs: (fitting, subject) =>
    isOccupation(spokenValue(fitting)) && subject.is !== 'belonging' ? told(fitting, subject, 'job') : null,
  nowIs: ofNamed((fitting, subject) => {
    const value = spokenValue(fitting)
    return fitting.clause.now && isOccupation(value) ? told(fitting, subject, 'job') : null
  }),
  // Who has gone over to another works or plays there.
  goneOver: (fitting, subject) =>
    subject.is === 'belonging' ? null : ['employer', 'team'].flatMap((each) => told(fitting, subject, each) ?? []),
  rated: whenValue('measure:average rating', (value) => STARS.test(value)),
}

/** What a machine or a service is in, one at a time. */
const OPERATING = new Set(['running', 'stopped', 'paused', 'online', 'offline', 'on', 'off', 'up', 'down'])

/** In which state something is that is tracked or worked on. */
export const condition: Particular = (fitting, subject) => {
  const { clause, found } = fitting
  if (found.V === undefined || found.S === undefined || subject.is === 'speaker') return null
  const shows = clause.tokens.slice(...found.S).some(({ word }) => /^(?:light|lamp|led|signal|screen)$/.test(word))
  if (shows) return null
  const tracked = clause.tokens
    .slice(...found.S)
    .some(({ word, raw }) => TRACKED.has(word) || /^\p{Lu}{2,}-\d+$|^\p{Ll}+-\d{1,3}$/u.test(raw))
  const value = textOf(clause.tokens, ...found.V).replace(/^(?:switched|turned|powered) (?=o)/u, '')
  const one = isTelling(clause.tokens, ...found.S) || (OPERATING.has(value) && subject.key.includes(' '))
  // "The website relaunch is at risk": of what is worked on, whatever it is called.
  const worked = subject.is === 'named' && subject.key.includes(' ') && isThing(fitting) && isProgress(value)
  if (!worked && (!tracked || !isCondition(value) || !one)) return null
  return [{ subject, attribute: 'status', value: normalised(value), needs: needsOf(fitting, subject) }]
}
