import type { Step } from './told.js'

const COUNTED = /^(?:count:(?:cpu )?(.+)|measure:(.+) count)$/u
const PLACES = /^(?:measure:)?number of (?:places|seats|persons)$|^capacity$|^count:(?:places|seats)$/u
const TEAM = /\b(?:team|squad|department|crew|group|choir|committee|board|club)$/u
const HEADS =
  / (?:people|persons?|seats?|places?|participants?|guests?|visitors?|users?|subscribers|followers|licen[cs]es|members)$/u

const CORES = /^frame:(?:runs on|has|uses) # (?:cpu )?cores$/u

/** How many there are of what, in one form: "12 places", "12". */
const withoutCounted: Step = (told) => {
  const { attribute, value, key } = told
  if (PLACES.test(attribute) || attribute === 'measure:number of seats')
    return {
      ...told,
      attribute: attribute === 'measure:number of seats' ? attribute : 'capacity',
      value: value.replace(HEADS, ''),
    }
  if (
    (attribute === 'population' || attribute === 'size' || attribute === 'measure:number of people') &&
    TEAM.test(key)
  )
    return { ...told, attribute: 'measure:number of members', value: value.replace(HEADS, '') }
  if (
    /^measure:number of (?:cores|subscribers|followers|licences|members|tables)$/u.test(attribute) &&
    /^\d/u.test(value)
  )
    return { ...told, value: value.split(' ')[0] ?? value }
  if (CORES.test(attribute)) return { ...told, attribute: 'measure:number of cores' }
  const [, counted, noun] = COUNTED.exec(attribute) ?? []
  if (counted === undefined && noun === undefined) return told
  const things = counted ?? `${noun}s`
  return { ...told, attribute: `measure:number of ${things}`, value: value.split(' ')[0] ?? value }
}

const NEXT =
  /^day:next-(?!release$|meeting$|issue$|edition$|session$|sprint$|milestone$|concert$|show$|game$|match$|election$)(.+)$/u
const STARTS = /^day:(?:starts|begins) (?:work )?on #$/u
const PAID_UNTIL = /^day:is (?:registered|paid|licensed|valid|covered) (?:until|till|through) #$/u
const DATED = /^(?:day:end date|expiry_date)$/u
const FOR =
  /^(\S*(?:warranty|certificate|lease|licence|license|permit|visa|passport|insurance|membership|subscription|guarantee)) for (?:the )?(?=\S)/u

/** On which day it starts, is due and ends. */
const withDay: Step = (told) => {
  const { attribute, key } = told
  const next = NEXT.exec(attribute)?.[1]
  if (next !== undefined)
    return { ...told, attribute: next === 'appointment' ? 'day:next appointment' : `day:${next} date` }
  if (STARTS.test(attribute)) return { ...told, attribute: 'start_date' }
  const ends = PAID_UNTIL.test(attribute) ? { ...told, attribute: 'expiry_date' } : told
  if (!DATED.test(ends.attribute)) return ends
  return {
    ...ends,
    key: key
      .replace(FOR, '$1 of ')
      .replace(/^(probation|warranty|trial) (?:period|time) of /u, '$1 of ')
      .replace(/^domain (?=\S)/u, ''),
  }
}

const BACKUPS = /^(?:unlisted|trait):backup (?:rhythm|frequency|interval|cadence|schedule)$/u
const MEETS = /^(?:unlisted|trait):(?:meeting )?(?:rhythm|frequency|interval|cadence)$/u
const WARM = /^frame:(?:is on|runs at|is at|is kept at|is set at|stays at) # (?:degrees|°c)$/u
const HEATED = /\b(?:heating|thermostat|radiator|boiler|fridge|freezer)\b/u
const REPOSITORY = /^(?:repository|repo|code|source code|source|git repository) of (?=\S)/u
const HOSTED = /^(?:provider:cloud|home|location|unlisted:host|host)$/u
const SITE = /\b(?:website|site|shop|blog|homepage|portal|intranet|webshop)\b/u
const PRIORITY = /^(\w+) priority$/u
const MAIN_PORT = /^port:(?:(?:current|only) )?(?:main|primary|default)$/u
const PLATED = /^(?:van|car|truck|lorry|bus|trailer|camper|transporter)\b|\b(?:van|car|truck|lorry|bus|trailer)$/u

/** What a thing is on, and what it runs with. */
const withTool: Step = (told) => {
  const { attribute, key, value } = told
  if (BACKUPS.test(attribute)) return { ...told, attribute: 'trait:backup schedule' }
  if (MEETS.test(attribute)) return { ...told, attribute: 'trait:meeting rhythm' }
  if (WARM.test(attribute) && HEATED.test(key)) return { ...told, attribute: 'setpoint', value: `${value} degrees` }
  if (REPOSITORY.test(key) && HOSTED.test(attribute))
    return { ...told, key: key.replace(REPOSITORY, ''), attribute: 'provider:repository' }
  if (MAIN_PORT.test(attribute)) return { ...told, attribute: 'port' }
  if (attribute === 'unlisted:repository') return { ...told, attribute: 'provider:repository' }
  const priority = attribute === 'status' ? PRIORITY.exec(value)?.[1] : undefined
  if (priority !== undefined) return { ...told, attribute: 'priority', value: priority }
  if (attribute === 'number:registration' && PLATED.test(key)) return { ...told, attribute: 'reference:licence plate' }
  if (attribute === 'broadcaster' && SITE.test(key)) return { ...told, attribute: 'trait:cms' }
  if (attribute === 'office:cleaner') return { ...told, attribute: 'firm:cleaning company' }
  if (attribute === 'trait:shift') return { ...told, value: value.replace(/ shift$/u, '') }
  if (attribute === 'unlisted:stellplatz') return { ...told, attribute: 'number:parking' }
  return attribute === 'firm:registrar' ? { ...told, key: key.replace(/^domain (?=\S)/u, '') } : told
}

const STORES = /^(disk|hard disk|mailbox|drive|cache|partition|screen|tank) of (.+)$/u
const SIZED = /^frame:(?:is|has|holds|is limited to) # ([gmt]b|litres?|inch(?:es)?)$/u
const SIZE = /^(?:measure|size):(disk|hard disk|mailbox|drive|cache|partition|screen|tank)(?: size| quota| limit)?$/u

/** "The disk of X has 2 TB", "X has a disk of 2 TB": its size. */
const withSize: Step = (told) => {
  const { attribute, key, value } = told
  const sized = SIZE.exec(attribute)?.[1]
  if (sized !== undefined) return { ...told, attribute: `measure:${sized} size` }
  const [, part, whole] = STORES.exec(key) ?? []
  if (part === undefined || whole === undefined) return told
  const unit = SIZED.exec(attribute)?.[1]
  if (unit === undefined && attribute !== 'size') return told
  return { key: whole, attribute: `measure:${part} size`, value: unit === undefined ? value : `${value} ${unit}` }
}

const MEAL = /^(lunch|dinner|breakfast|parking|coffee|supper) (?:in|at) (?:the )?(.+)$/u

/** "Lunch in the canteen costs …": the lunch price of the canteen. */
const withMeal: Step = (told) => {
  const [, meal, house] = told.attribute === 'price' ? (MEAL.exec(told.key) ?? []) : []
  return meal === undefined || house === undefined ? told : { ...told, key: house, attribute: `price:${meal}` }
}

export const TERM_STEPS: readonly Step[] = [withoutCounted, withDay, withTool, withSize, withMeal]
