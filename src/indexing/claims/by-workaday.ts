import { smallNumber } from './amounts.js'
import { isHue, ofNamed } from './by-likeness.js'
import {
  aboutOf,
  certain,
  type Draft,
  type Fitting,
  type Particular,
  plain,
  spokenValue,
  subjectTokens,
} from './draft.js'
import { ARTICLES, textOf } from './names.js'
import { normalised } from './normalise.js'
import { isColour, stateOf } from './states.js'
import type { Subject } from './subject.js'
import { words } from './vocabulary.js'

/** What somebody teaches from the first day to the last. */
const COURSES = words('course class seminar workshop lecture training module kurs lehrgang')
/** "Statistics II", "Algebra 1". */
const LEVEL = /^(?:[ivx]+|\d{1,3})$/u

/** Whether a subject is one course: people teach several languages, and a language is taught by many. */
const isCourse = (fitting: Fitting, { key }: Subject): boolean => {
  const last = subjectTokens(fitting).at(-1)?.word ?? ''
  return (
    key.includes(' ') &&
    (COURSES.has(last) || LEVEL.test(last) || (passive(fitting) && /^introduction |^foundations /u.test(key)))
  )
}

const passive = ({ clause }: Fitting): boolean => clause.tokens.some(({ word }) => word === 'taught')

/** What hangs, stands or is worn in one colour, and of which a thing has one. */
const PARTS = words('facade façade logo jersey cover roof livery hull front door')

const isPart = (part: string): boolean => PARTS.has(part.split(' ').at(-1) ?? '')

const coloured = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const { clause, found, end } = fitting
  // "A plain grey facade": what is grey stands behind the value.
  const part = aboutOf(fitting, 2) ?? normalised(textOf(clause.tokens, found.V?.[1] ?? end, end))
  if (!isPart(part) || !isHue(spokenValue(fitting))) return null
  return certain(plain(fitting, { ...subject, key: `${part} of ${subject.key}` }, 'colour'))
}

const RACKED = words('rack cabinet slot bay row cage')
const CODED = /^\p{L}{0,2}\d{1,4}\p{L}?$/u
const SHADES = words('orange violett bordeaux oliv')
const GROUPS = words('team department squad crew choir band club committee board')
const RACK = /^(rack|schrank|regal|reihe) (\p{L}{0,2}\d{1,4}\p{L}?)$/u
const COUNTY = /(?:\bcounty|shire)$/u

/** Ways of every day whose attribute is told by what they are about, or by the value. */
export const BY_WORKADAY: Readonly<Record<string, Particular>> = {
  taught: (fitting, subject) =>
    subject.is === 'named' && isCourse(fitting, subject) ? plain(fitting, subject, 'office:instructor') : null,
  hasPart: ofNamed(coloured),
  partOfHue: ofNamed(coloured),
  // "The account is held by Anna": a record or a meeting is held in another sense.
  heldAccount: (fitting, subject) =>
    subject.is === 'named' && subjectTokens(fitting).some(({ word }) => word === 'account')
      ? plain(fitting, subject, 'office:account holder')
      : null,
  placedAt: (fitting, subject) => {
    const about = aboutOf(fitting, 1)
    return about !== null && RACKED.has(about) && CODED.test(spokenValue(fitting)) && subject.is === 'named'
      ? plain(fitting, subject, `number:${about}`)
      : null
  },
  departmentHead: ofNamed((fitting, subject) => {
    const code = fitting.codeOf(`head of ${aboutOf(fitting, 2) ?? ''}`)
    return code === undefined ? null : plain(fitting, subject, code)
  }),
  countyOf: ofNamed((fitting, subject) =>
    COUNTY.test(spokenValue(fitting)) ? plain(fitting, subject, 'site:county') : null,
  ),
  // A project is done for one client, a firm has many.
  'firm:client': (fitting, subject) =>
    subject.is === 'named' && /\bproject\b/u.test(subject.key) ? plain(fitting, subject, 'firm:client') : null,
  racked: (fitting, subject) => {
    const [, thing, code] = RACK.exec(spokenValue(fitting)) ?? []
    return thing === undefined || subject.is !== 'named'
      ? null
      : [{ subject, attribute: `number:${thing}`, value: code ?? '', needs: subject.needs }]
  },
  // "Der Termin von Anna": one of hers; an event has one.
  termin: (fitting, subject) =>
    subject.is === 'named' && subject.needs === 'nothing' ? plain(fitting, subject, 'date') : null,
  partHuedIn: ofNamed((fitting, subject) => {
    const part = aboutOf(fitting, 2)
    const colour = stateOf(spokenValue(fitting))
    if (part === null || ((colour === undefined || !isColour(colour.of)) && !SHADES.has(spokenValue(fitting))))
      return null
    return certain(plain(fitting, { ...subject, key: `${part} von ${subject.key}` }, 'colour'))
  }),
  // "Die Schranke an der Mole öffnet um 6": no shop.
  opensAt: ofNamed((fitting, subject) =>
    ARTICLES.has(subjectTokens(fitting)[0]?.word ?? '') ? null : plain(fitting, subject, 'hour:öffnungszeit'),
  ),
  // A team has one number of members, though it has no name.
  counted: (fitting, subject) =>
    subject.is === 'named' && GROUPS.has(subject.key.split(' ').at(-1) ?? '') && subject.key.includes(' ')
      ? certain(plain(fitting, subject, 'measure:number of members'))
      : null,
  // "With" stands before the value, and not before somebody else's.
  comesWith: (fitting, subject) =>
    fitting.noun === null || subject.is !== 'named'
      ? null
      : plain({ ...fitting, noun: null }, subject, fitting.noun.code),
  listedOn: ofNamed((fitting, subject) =>
    /exchange|euronext|nasdaq|nyse|xetra|börse/u.test(spokenValue(fitting))
      ? plain(fitting, subject, 'firm:stock exchange')
      : null,
  ),
  'measure:average rating': (fitting, subject) => {
    const stars = /^(\w+) stars?$/u.exec(spokenValue(fitting))?.[1] ?? ''
    const number = smallNumber(stars)
    const isHouse = /\b(?:hotel|inn|lodge|resort|guesthouse|hostel|spa)\b/u.test(subject.key)
    return number !== undefined && isHouse && subject.is === 'named'
      ? [{ subject, attribute: 'measure:star rating', value: `${number} stars`, needs: subject.needs }]
      : plain(fitting, subject, 'measure:average rating')
  },
  // "In winter it is set to 8 °C": not always.
  setpoint: (fitting, subject) =>
    fitting.clause.timed && !fitting.clause.now && fitting.clause.from === null
      ? null
      : plain(fitting, subject, 'setpoint'),
  platformOf: (fitting, subject) =>
    subject.is === 'named' && CODED.test(spokenValue(fitting))
      ? certain(plain(fitting, subject, 'number:platform'))
      : null,
}
