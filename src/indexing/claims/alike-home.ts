import { heldBy } from './by-home-days.js'
import type { Step } from './told.js'

const EVENT = /^(?:date|time|venue|room|location|place|framed_name:place)$/u
/** "The Falcon team retro": the retro of the team. */
const withEvent: Step = (told) => {
  if (!EVENT.test(told.attribute)) return told
  const [event, team] = heldBy(told.key) ?? []
  const key = event === undefined ? told.key : `${event} of ${team}`
  const of = /^(\S+) of (.+)$/u.exec(key)
  const held = of === null ? null : heldBy(`${of[2]} ${of[1]}`)
  if (held === null) return { ...told, key }
  return /^(?:date|time)$/u.test(told.attribute)
    ? { ...told, key }
    : { key, attribute: 'room', value: told.value.replace(/^room (?!\d)/u, '') }
}

/** "The Elm Street flat": the flat in Elm Street. */
const HOUSE =
  /\b((?!the )\p{L}+(?: \p{L}+)? (?:street|road|lane|avenue|drive|square|close|terrace|row|crescent|hill|gardens|court|way|place|boulevard)|kings?way|\p{L}{3,}(?:strasse|weg|allee|gasse|platz)) (flat|house|apartment|studio|bungalow|cottage|office|place)$/u
const withStreet: Step = (told) => {
  const [whole, street, house] = HOUSE.exec(told.key) ?? []
  if (whole === undefined) return told
  const before = told.key.slice(0, -whole.length)
  // "The garden path to the …": of what stands in front nothing belongs to the street.
  return { ...told, key: `${before}${house} in ${street}` }
}

const KEPT = /^(?:only |single |one |last )(?=.*\bkeys? )/u
const PAPER =
  /^(?:file|files|record|records|notes|passport|contract|employment contract|work contract|vertrag|arbeitsvertrag|akte|patientenakte|medical file|chart) (?:of|von) (?=\S)/u
const IN_PAPERS =
  /^(?:blood_type|birthday|measure:(?:notice period|annual leave|weekly hours|working days|blood pressure|height)|salary|weight|phone|address|job|allergy)$/u
const CARRIED = /^(?:phone|mobile|mobile phone|cell phone|sim|sim card|handy) (?:of|von) (?=\S)/u
const CAR = /^(?:car|auto|wagen) (?:of|von) (?=\S)|(?<=\p{L})(?:s|')? auto$/u
const SPEAKER = /^user$/u

/** Of whom it is told, by one name. */
const withPerson: Step = (told) => {
  const { attribute, key } = told
  const bare =
    attribute === 'office:keeper'
      ? key.replace(KEPT, '')
      : IN_PAPERS.test(attribute)
        ? key.replace(PAPER, '')
        : attribute === 'provider:phone'
          ? key.replace(CARRIED, '')
          : attribute === 'reference:licence plate'
            ? key.replace(CAR, '').replace(/(?<=\p{L})'$/u, '')
            : key
  return bare === key ? told : { ...told, key: SPEAKER.test(bare) ? '' : bare }
}

const PLATE = /^(?=.*\d)[a-z]{1,3}[ -]?[a-z\d]{1,4}(?:[ -][a-z\d]{1,4})?$/u
const CHANNEL = /^(?:unlisted|trait):(?:main|primary|principal) (?:(?:chat|team|slack|teams|discord) )?channel$/u
const ALERT = /^(.+?) (?:alert|alarm|warning)(?: threshold| limit| level)? (?:for|of|on|at) (.+)$/u
const THRESHOLD =
  /^measure:(disk|memory|cpu|load|ram|storage|battery|latency|swap) (?:alert |alarm |warning )?(?:threshold|limit|level)$/u
const MONEY_A_TIME = /^measure:(?:(?:weekly|monthly|yearly|daily) )?(pocket money|allowance|spending money)$/u
const PERIOD = / (?:a|per|der|pro|im|die|woche|day|week|month|year)$/u
const LOAN = /(?:kredit|darlehen|hypothek|konto|sparbuch|baufinanzierung|bausparvertrag)$/u
const SALARY = /^salary account of (.+)$/u

const withOneNoun: Step = (told) => {
  const { attribute, key, value } = told
  if (attribute === 'number:registration' && PLATE.test(value)) return { ...told, attribute: 'reference:licence plate' }
  const main = attribute === 'trait:chat channel' ? /^(?:main|primary|principal) of (.+)$/u.exec(key)?.[1] : undefined
  if (main !== undefined) return { ...told, key: main, attribute: 'unlisted:main channel' }
  if (CHANNEL.test(attribute)) return { ...told, attribute: 'unlisted:main channel' }
  const [, what, where] = attribute === 'setpoint' ? (ALERT.exec(key) ?? []) : []
  if (what !== undefined && where !== undefined)
    return { ...told, key: where.replace(/^the /u, ''), attribute: `measure:${what} alert threshold` }
  const threshold = THRESHOLD.exec(attribute)?.[1]
  if (threshold !== undefined) return { ...told, attribute: `measure:${threshold} alert threshold` }
  if (attribute === 'measure:zins' && LOAN.test(key)) return { ...told, attribute: 'rate' }
  if (attribute === 'day:collection day') return { ...told, attribute: 'day:collection day:bin' }
  const account = attribute === 'bank' ? SALARY.exec(key)?.[1] : undefined
  if (account !== undefined)
    return { ...told, key: account === 'user' ? '' : account, attribute: 'provider:salary account' }
  return withPeriod(told)
}

/** "Her weekly pocket money is 5 euros", "5 euros a week". */
const withPeriod: Step = (told) => {
  const money = MONEY_A_TIME.exec(told.attribute)?.[1]
  if (money === undefined) return told
  return { ...told, attribute: `measure:${money}`, value: told.value.replace(PERIOD, '').replace(PERIOD, '') }
}

/** The same told in several words, of families, flats, teams and their things. */
export const HOME_STEPS: readonly Step[] = [withEvent, withStreet, withPerson, withOneNoun]
