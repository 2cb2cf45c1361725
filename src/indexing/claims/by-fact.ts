import { ART, VEHICLE } from './alike-facts.js'
import { isHue, ofNamed } from './by-likeness.js'
import { alikeState, codeOfThing } from './code-states.js'
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
import { ARTICLES, isTelling } from './names.js'
import { normalised } from './normalise.js'
import { isPlace } from './places.js'
import { type Subject, subjectOf } from './subject.js'
import { isQuoted } from './tokens.js'
import { isOccupation, words } from './vocabulary.js'

const LEGAL =
  /\b(?:gmbh|ag|se|kg|ug|ohg|gbr|eg|ltd|llc|llp|plc|inc|spa|srl|bv|nv|sa|partnership|foundation|cooperative|co-operative|company|corporation|association|charity|trust|proprietorship|proprietor|society|mutual|club|non-profit|nonprofit|subsidiary)$/u
const DEGREES = /^(-?\d+(?:[., ]\d+)?) ?(?:degrees?|°|°c|grad)(?: celsius)?$/u
const ROOMS =
  /\b(?:room|hall|auditorium|classroom|canteen|office|lab|studio|nursery|kitchen|cellar|basement|attic|lounge|lobby|ward|suite|gym|sauna|greenhouse|garage|library|workshop|bedroom|bathroom|warehouse|archive|bibliothek|raum|saal|zimmer|büro|buro|labor|keller|halle|küche|kuche|werkstatt|lager|aula)\b/u
/** What is in a room is as warm as it is: "the kiln in the workshop". */
const HEATING = / (?:in|of|at|on|im|von|am) |thermostat|heating|heater|radiator|fridge|freezer|oven|boiler|heizung/u
const TEAM = /^(?:the )?(?:team (\S+)|(.+? (?:team|squad|guild|crew|chapter)))$/u
const PLACE_OF_RUN = words('production prod staging live testing')
const NAMED_VERSION = /^(\S*[a-z]\S*) (?:version |v)?(\d+(?:[. ]\d+)+)$/u
const ROLES: ReadonlyMap<string, string> = new Map([
  ...'protagonist hero heroine'.split(' ').map((word) => [word, 'protagonist'] as const),
  ...'villain antagonist'.split(' ').map((word) => [word, 'villain'] as const),
  ['narrator', 'narrator'],
])
const SPOT =
  /^(?:(?:parking )?(?:space|spot|bay|place|lot|slot|number) )?((?:(?:garage|carport|level|row|box) )?[a-z]{0,2}-?\d{1,4}[a-z]?)$/u
const SHELF =
  /^(?:the )?(shelf|aisle|bin|pallet|drawer|shelving unit|crate) (?:number |no )?([a-z]{0,2}-?\d{1,4}[a-z]?)$/u
const CURRENCY =
  /^(?:\p{L}+ )?(?:euro|dollar|pound|krone|krona|crown|peso|shilling|lira|franc|rupee|yen|yuan|won|real|rand|zloty|forint|dinar|dirham|ruble|rouble|baht|koruna|lev|leu|rupiah|ringgit|sol|naira|cedi|shekel|riyal|rial|dong|hryvnia|kuna|kwacha)s?$/u
const ROOM = /^(?:the )?(?:room|zimmer|raum) (\S+(?: \d+)?)$/u
const FIELD =
  /handwerk$|^(?:pflege|krankenpflege|altenpflege|bau|cockpit|küche|backstube|schuldienst|lehramt|polizeidienst|justiz|verkauf|einzelhandel|gastronomie|landwirtschaft|gartenbau|medizin|seefahrt|fischerei|forstwirtschaft|kanzlei|apotheke|lehrkraft|fotografie|schifffahrt)$/u

const told = (subject: Subject, attribute: string, value: string): readonly Draft[] => [
  { subject, attribute, value, needs: 'nothing' },
]

const spoken = (fitting: Fitting): string => normalised(spokenValue(fitting))

/** A room, a hall and the like: of a town it says nothing that lasts. */
const warm = (subject: Subject, said: string): readonly Draft[] | null => {
  const degrees = DEGREES.exec(said)?.[1]
  if (degrees === undefined || subject.is !== 'named' || !ROOMS.test(subject.key) || HEATING.test(subject.key))
    return null
  return told(subject, 'measure:room temperature', degrees.replace(/[, ]/u, '.'))
}

const SHOWN = words('display show shown exhibited displayed')
const passiveShow = ({ clause }: Fitting): boolean => clause.tokens.some(({ word }) => SHOWN.has(word))

const SPLIT = /^(.+?) (-?\d+(?:[.,]\d+)? ?(?:degrees?|°|°c|grad)(?: celsius)?)$/u

/** A job, where the words behind "is a" are one. */
const professed: Particular = (fitting, subject) =>
  subject.is !== 'belonging' &&
  (isOccupation(spoken(fitting)) || fitting.clause.tokens.some(({ word }) => TRADE.has(word)))
    ? plain(fitting, subject, 'job')
    : null
const TRADE = words('profession occupation trade living beruflich')

/** Plain statements of fact whose attribute is told by what they are about, or by the value. */
export const BY_FACT: Readonly<Record<string, Particular>> = {
  professed,
  legally: ofNamed((fitting, subject) =>
    LEGAL.test(spoken(fitting)) ? told(subject, 'trait:legal form', spoken(fitting)) : null,
  ),
  roomWarm: (fitting, subject) => warm(subject, spoken(fitting)),
  roomWarmIn: (fitting) => {
    const { V } = fitting.found
    const [, , degrees] = SPLIT.exec(spokenValue(fitting)) ?? []
    if (V === undefined || degrees === undefined) return null
    const subject = subjectOf(fitting.clause.tokens, [V[0], V[1] - degrees.split(' ').length], fitting.speaker)
    return subject === null ? null : warm(subject, normalised(degrees))
  },
  // A person may belong to several teams, a service to one.
  teamOwner: (fitting, subject) => {
    const [, name, whole] = TEAM.exec(spoken(fitting)) ?? []
    const team = name === undefined ? whole : `${name} team`
    return team === undefined || !codeOfThing(fitting, subject) ? null : told(subject, 'owner', team)
  },
  runsVersion: (fitting) => {
    const where =
      aboutOf(fitting, 3)?.replace(/^(?:the )?(\S+)(?: (?:system|server|environment|cluster))?$/u, '$1') ?? ''
    const [, name, version] = NAMED_VERSION.exec(spokenValue(fitting)) ?? []
    if (name === undefined || version === undefined || !PLACE_OF_RUN.has(where)) return null
    const key = /^(?:production|prod|live)$/.test(where) ? normalised(name) : `${normalised(name)} in ${where}`
    return told({ key, is: 'named', needs: 'nothing' }, 'version', version.replaceAll(' ', '.'))
  },
  mainRole: ofNamed((fitting, subject) => {
    const role = ROLES.get(aboutOf(fitting, 1) ?? '')
    const value = spoken(fitting).replace(/^(?:an?|the) /u, '')
    const short = value.split(' ').length < 6 && !/^(?:not|very|so|really|too)\b/u.test(value)
    return role === undefined || !short ? null : told(subject, `trait:${role}`, value)
  }),
  parked: (fitting, subject) => {
    const spot = SPOT.exec(spoken(fitting))?.[1]
    const vehicle = VEHICLE.test(subject.key) || fitting.clause.tokens.some(({ word }) => word === 'parking')
    return spot === undefined || !vehicle || subject.is === 'speaker' || subject.is === 'relative'
      ? null
      : told(subject, 'reference:parking space', spot)
  },
  shelved: (fitting, subject) => {
    const [, thing, code] = SHELF.exec(spoken(fitting)) ?? []
    return thing === undefined || (subject.is !== 'named' && subject.is !== 'belonging')
      ? null
      : [{ subject, attribute: 'framed_name:place', value: `${thing} ${code}`, needs: subject.needs }]
  },
  paysIn: ofNamed((fitting, subject) =>
    CURRENCY.test(spoken(fitting)) && isPlace(subject.key) ? plain(fitting, subject, 'currency') : null,
  ),
  homeShirt: ofNamed((fitting, subject) =>
    isHue(spokenValue(fitting)) ? plain(fitting, { ...subject, key: `home shirt of ${subject.key}` }, 'colour') : null,
  ),
  heldIn: ofNamed((fitting, subject) => {
    const [from, to] = fitting.found.V ?? [0, 0]
    const house = ARTICLES.has(fitting.clause.tokens[from]?.word ?? '') && isTelling(fitting.clause.tokens, from, to)
    return house ? certain(plain(fitting, subject, 'venue')) : null
  }),
  myRoom: (fitting, subject) => {
    const room = ROOM.exec(spoken(fitting))?.[1]?.replace(/(?<=\d)[ .](?=\d)/u, '')
    return room === undefined || subject.is !== 'speaker' ? null : told(subject, 'trait:room of the office', room)
  },
  // "Reach me at 030 7788": no address of mail.
  mailed: (fitting, subject) => (spokenValue(fitting).includes('@') ? plain(fitting, subject, 'email') : null),
  displayed: (fitting, subject) => {
    const [from, to] = fitting.found.V ?? [0, 0]
    const house = ARTICLES.has(fitting.clause.tokens[from]?.word ?? '') && isTelling(fitting.clause.tokens, from, to)
    const title = ART.test(subject.key) || subjectTokens(fitting).some(isQuoted)
    return subject.is === 'named' && house && (title || passiveShow(fitting))
      ? certain(plain(fitting, subject, 'framed_name:place'))
      : null
  },
  myNumber: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about !== null && /^\S*\d\S*$/u.test(spokenValue(fitting))
      ? plain(fitting, subject, `number:${about}`)
      : null
  },
  postAt: ofNamed((fitting, subject) =>
    spokenValue(fitting).split(' ').length < 5 ? plain(fitting, subject, 'job') : null,
  ),
  tableEnd: ofNamed((fitting, subject) => {
    const place = aboutOf(fitting, 1) ?? ''
    return /^(?:last|bottom|top)$/.test(place) ? told(subject, 'measure:league position', place) : null
  }),
  inField: (fitting, subject) =>
    FIELD.test(spokenValue(fitting)) && (subject.is === 'named' || subject.is === 'speaker')
      ? [{ subject, attribute: 'job', value: spoken(fitting), needs: subject.needs }]
      : null,
  // "Der Brief ist von Anna geschrieben": one of several.
  writtenBy: (fitting, subject) => {
    const [first] = subjectTokens(fitting)
    const title = subjectTokens(fitting).some(isQuoted) || !ARTICLES.has(first?.word ?? '')
    return subject.is === 'named' && title ? certain(plain(fitting, subject, 'author')) : null
  },
  liesWith: (fitting, subject) =>
    /^(?:ticket|fall|vorgang|akte|aufgabe|auftrag|anfrage|bug|issue) \S*\d/u.test(subject.key)
      ? certain(plain(fitting, subject, 'assignee'))
      : null,
  codeState: (fitting, subject) => {
    const state = alikeState(spokenValue(fitting))
    return state === undefined || !codeOfThing(fitting, subject) ? null : told(subject, 'status', state)
  },
}
