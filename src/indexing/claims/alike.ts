import { FACT_STEPS } from './alike-facts.js'
import { HOME_STEPS } from './alike-home.js'
import { TERM_STEPS } from './alike-terms.js'
import { PROGRAMMING } from './by-value.js'
import { isNumberedPaper } from './papers.js'
import { dateOf, timeOf } from './periods.js'
import { isPlace } from './places.js'
import { tokensOf } from './tokens.js'
import type { Step, Told } from './told.js'

const FAMILY = /^(?:unlisted|measure|date|day|hour|firm|reference|trait|office):/u
/** In front of a noun they make no other attribute. */
const BLAND =
  /:(?:scheduled|standing|fixed|regular|usual|agreed|contractual|assigned|permanent|dedicated|normal)(?: (?=\S))(?!rate|price|income|cost|asset|line|menu|season|customer)/u

const withoutBland: Step = (told) =>
  FAMILY.test(told.attribute) && BLAND.test(told.attribute)
    ? { ...told, attribute: told.attribute.replace(BLAND, ':') }
    : told

const REMOTE =
  /^(?:date|unlisted|day):(?:weekly )?(?:home[- ]?office|remote|remote work|remote working|work[- ]from[- ]home|wfh|telework|homeworking|day of remote work)(?: day)?$/u
const REPAIRS = /^(?:unlisted|firm):(?:repair shop|garage|workshop|car workshop|body shop)$/u
const AMOUNT =
  /^(?:measure|unlisted):(?:amount|total|sum|total amount|gross amount|net amount|invoice amount|final amount|betrag|summe|gesamtbetrag|rechnungsbetrag|endbetrag|rechnungssumme)$/u
const USER = /^unlisted:(?:current )?user$/u
const MAIN_LANGUAGE =
  /^(?:unlisted|trait):(?:main|primary|principal) (?:(programming|implementation|coding|development) )?language$/u

/** The one word for attributes that are told by several nouns. */
const withoutSynonym: Step = (told) => {
  const { attribute, value, key } = told
  if (REMOTE.test(attribute)) return { ...told, attribute: 'date:home office' }
  if (REPAIRS.test(attribute)) return { ...told, attribute: 'firm:repair shop' }
  if (attribute === 'trait:pet food' || attribute === 'unlisted:food') return { ...told, attribute: 'trait:food' }
  if (USER.test(attribute) && /\d/.test(key)) return { ...told, attribute: 'assignee' }
  if (AMOUNT.test(attribute)) return { ...told, attribute: 'measure:amount' }
  const main = MAIN_LANGUAGE.exec(attribute)
  if (main !== null && (main[1] !== undefined || PROGRAMMING.has(value)))
    return { ...told, attribute: 'trait:programming language' }
  return told
}

const DAYS = /^(?:net )?(\d+)(?: (?:days?|tagen?))?(?: net(?:to)?)?$/u

/** What is counted in one unit, without it. */
const withoutUnit: Step = (told) => {
  const { attribute, value } = told
  if (
    attribute === 'measure:annual leave' ||
    attribute === 'measure:weekly hours' ||
    attribute === 'measure:working days'
  )
    return { ...told, value: value.replace(/ .*$/u, '') }
  const days = /^(?:measure:payment term|trait:payment terms)$/u.test(attribute) ? DAYS.exec(value)?.[1] : undefined
  return days === undefined ? told : { ...told, attribute: 'trait:payment terms', value: `${days} days` }
}

const ENDS =
  /^day:(?:endet|läuft|ist|gilt|geht|ends|runs|lasts|is valid|is good)(?: (?:am|bis|bis zum|zum|aus|ab|befristet|gültig|datiert|on|until|till|through|to))* #/u
const HELD_ON =
  /^day:(?:is|ist|findet|takes place|is held)(?: (?:always|immer|held|regularly))?(?: (?:on|am|every|jeden|einen|a))? #(?: statt)?$/u

/** What is told by its own words of days, sums and states, as what has a noun. */
const withNoun: Step = (told) => {
  const { attribute, value, key } = told
  if (attribute.startsWith('day:')) {
    if (HELD_ON.test(attribute) && /(?:day|tag|woch)$/u.test(value)) return { ...told, attribute: 'date' }
    return ENDS.test(attribute) && /\d\d-\d\d$/u.test(value) ? { ...told, attribute: 'day:end date' } : told
  }
  const currency = /^frame:(?:is|is for|lautet auf|totals) # (eur|usd|gbp|chf)$/u.exec(attribute)?.[1]
  if (currency !== undefined && isNumberedPaper(key))
    return { ...told, attribute: 'measure:amount', value: `${value} ${currency}` }
  if (attribute === 'frame:runs at #' && /backup|job|sync|scan|dump/u.test(key)) return { ...told, attribute: 'time' }
  if (/^frame:is state \d+$/u.test(attribute) && /^(?:online|offline)$/u.test(value))
    return { ...told, attribute: 'status' }
  return told
}

const RUNS =
  /^unlisted:(.*(?:backup|job|run|sync|scan|build|restart|reboot|update|deployment|maintenance|dump|import|export))$/u
const HOUR = /^(\d{1,2})(?: (\d\d))?(?: (am|pm))?(?: uhr)?$/u

const OF_TIME = /(?:date|day|tag|termin|datum|time|zeit)$/u
const MONTHS =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)\b|day$/u

const FIXED = /^(?:scheduled|set|fixed|due|booked|planned|down) (?:for|on|to) /u
/** "The handover of X is on 4 December": then it is held. */
const withDate: Step = (told) => {
  const event = /^unlisted:(.+)$/u.exec(told.attribute)?.[1]
  if (event === undefined || OF_TIME.test(event) || !MONTHS.test(told.value)) return told
  const date = dateOf(tokensOf(told.value.replace(FIXED, '')))
  return date === null ? told : { key: `${event} of ${told.key}`, attribute: 'date', value: date }
}

const ROOM_NUMBER = /^(?:(?:room|raum|zimmer) )?(\S*\d\S*(?: \d+)?)$/u
/** "Room 3.07", "Raum 307" and "in Raum 3.07": one room. */
const withRoom: Step = (told) => {
  const framed = /^frame:(?:ist|liegt|steht|findet) in (?:raum|zimmer|saal) #/u.test(told.attribute)
  if (!framed && told.attribute !== 'room' && told.attribute !== 'framed_name:place') return told
  const number = ROOM_NUMBER.exec(told.value)?.[1]?.replace(/(?<=\d)[ .](?=\d)/u, '')
  if (number === undefined || (told.attribute === 'framed_name:place' && !/^(?:room|raum|zimmer) /u.test(told.value)))
    return told
  // A thing with a number lies in a room, people and meetings have one.
  const thing = told.attribute === 'framed_name:place' || /-?\d/u.test(told.key)
  return { ...told, attribute: thing ? 'framed_name:place' : 'room', value: `room ${number}` }
}

/** "The nightly backup of X runs at 4 am": it starts then. */
const withHour: Step = (told) => {
  const [, run] = RUNS.exec(told.attribute) ?? []
  const [, hours, minutes = '00', half = ''] = run === undefined ? [] : (HOUR.exec(told.value) ?? [])
  const time = hours === undefined ? null : timeOf([`${hours}:${minutes}${half}`])
  return time === null ? told : { key: `${run} of ${told.key}`, attribute: 'time', value: time }
}

const CUSTOMER = /^(?:kunden?|kundin|customer|client) (?=\S)/u
const SERVED =
  /^(?:head_coach|maintainer|contact_person|account_manager|manager|head|office:person in charge|unlisted:betreuer(?:in)?|unlisted:ansprechpartner(?:in)?|framed_name:wird von @ betreut)$/u
const FLAT = /^(?:flat|apartment|house|home|room|place|office|wohnung|haus|zimmer) of user$/u
const OFFICES = /^(?:offices?|desks?|rooms?|premises|büros?) (?:of|von) (?=\S)/u
const CERTIFICATE =
  /^(?:tls|ssl|https|security|server|web|wildcard|x 509)[- ](?=(?:tls |ssl )?certificate (?:of|for) )/u
const LOCATION = /^(?:location|place|whereabouts|standort) (?:of|von) (?=\S)/u
const SUM = /^(?:amount|total|sum|total amount|betrag|summe|gesamtbetrag) (?:of|von|der|on) (?=\S)/u

/** Of what it is told, by one name. */
const withPlainKey: Step = (told) => {
  const { key, attribute } = told
  if (CUSTOMER.test(key) && SERVED.test(attribute))
    return { ...told, key: key.replace(CUSTOMER, ''), attribute: 'account_manager' }
  if (attribute === 'landlord' && FLAT.test(key)) return { ...told, key: '' }
  if (attribute === 'trait:floor') return { ...told, key: key.replace(OFFICES, '') }
  if (attribute === 'expiry_date') return { ...told, key: key.replace(CERTIFICATE, '') }
  if (attribute === 'number:room' && LOCATION.test(key))
    return {
      key: key.replace(LOCATION, ''),
      attribute: 'framed_name:place',
      value: `room ${told.value.replace(/(?<=\d)[ .](?=\d)/u, '')}`,
    }
  if ((attribute === 'price' || attribute === 'measure:amount') && SUM.test(key))
    return { ...told, key: key.replace(SUM, ''), attribute: 'measure:amount' }
  const supplied = attribute === 'firm:supplier' ? /^(\S+) of user$/u.exec(key)?.[1] : undefined
  return supplied === undefined ? told : { ...told, key: '', attribute: `unlisted:${supplied} supplier` }
}

const ALL: readonly Step[] = [
  withoutBland,
  withoutSynonym,
  withoutUnit,
  withNoun,
  withHour,
  withDate,
  withRoom,
  withPlainKey,
  ...TERM_STEPS,
  ...HOME_STEPS,
  ...FACT_STEPS,
]

/** The same, in the one form in which it is known that is told in several words: "the standing discount" is the discount. */
export const alike = (told: Told): Told => ALL.reduce((each, step) => step(each), told)

/** Whose customers say that they are with it, too. */
const SERVES =
  /bank|sparkasse|versicherung|insurance|insurer|telecom|telekom|mobile|energy|gas|broadband|airline|\b(?:aok|tk|axa|allianz|barmer|vodafone|o2|bupa|swica|helvetia|dak)\b/u
const FIRM =
  /\b(?:printing|media|ltd|limited|inc|llc|plc|gmbh|ag|kg|airlines|foods?|systems|software|group|partners|pharma|optics|logistics|industries|labs?|consulting|solutions|robotics|steel|health|catering|furniture|aerospace|outdoor|technologies|tech|motors|works|studios?|brewery|freight|design|services|company|co|corp|corporation|associates|hospital|university|school|institute|agency|holdings?|international|engineering|electronics|chemicals|textiles|hotels?|publishing|records|news|press|council|ministry)$|&/u
/** "Leo is now with Orbis Foods": he works there, and has no account with it. */
export const isOfNewFirm = ({ attribute, value, key }: Told): boolean =>
  attribute === 'framed_name:is with @' &&
  !/\d| of /.test(key) &&
  !SERVES.test(value) &&
  FIRM.test(value) &&
  !isPlace(value)
