import { isPlace } from './places.js'
import type { Step } from './told.js'

const OWN = /^(?:own|very own|one and(?: only)?|sole) of (?=\S)/u

/** "My one and only car", "his own car": the car. */
const withoutOwn: Step = (told) => {
  const key = told.key.replace(OWN, '')
  return key === told.key ? told : { ...told, key: key === 'user' ? '' : key }
}

const TRACK = /^(?:unlisted:(?:abfahrts)?gleis|number:platform)$/u
const SET = /^(?:set|switched|configured|fixed|turned|pinned) (?:to|at|on) (?=\S)/u
const WEB = /^address:(?:(?:current|official|main|new) )?(?:web|internet|website|homepage)$/u
const RUNS_WITH =
  /^frame:(?:runs with|runs on|runs|is running with|has|uses|works with|operates with|is scaled to|is deployed with|consists of) # (replicas|instances|pods|workers|nodes|threads|shards|partitions|containers)$/u
const ASSIGNED = /^frame:is (?:assigned to|allocated|given|allotted) (desk|locker|workstation|mailbox|cubicle) #$/u
const GRADED = /^frame:is (?:in|on|under) ((?:[a-z]+ )?(?:class|bracket|group|tier|band|zone|category|grade)) #$/u
const SHIRT = /^frame:has number # on (?:the |his |her |their )?(?:shirt|back|jersey)$/u
const PUPILS = /^measure:(?:enrolment|enrollment|student numbers?|number of (?:pupils|enrolled students))$/u
const LEGAL =
  /^(?:gmbh|ag|kg|ug|ohg|llc|ltd|plc|partnership|foundation|cooperative|co-operative|association|limited partnership|public limited company|(?:private )?limited company|non-profit)$/u
const FLOORS = /^[\d.]+ (?:floors?|storeys?|stories|levels?)$/u

/** The one noun for what several say. */
const withFactNoun: Step = (told) => {
  const { attribute, value } = told
  if (/^(?:trait|unlisted):/u.test(attribute) && SET.test(value)) return { ...told, value: value.replace(SET, '') }
  if (WEB.test(attribute)) return { ...told, attribute: 'website' }
  if (SHIRT.test(attribute)) return { ...told, attribute: 'number:shirt' }
  if (PUPILS.test(attribute)) return { ...told, attribute: 'measure:number of students', value: bare(value) }
  if (attribute === 'measure:number of students' || attribute === 'measure:stock level' || FLOORS.test(value))
    return {
      ...told,
      attribute: attribute === 'height' ? 'measure:number of floors' : attribute,
      value: bare(value),
    }
  if (attribute === 'status' && LEGAL.test(value)) return { ...told, attribute: 'trait:legal form' }
  if (TRACK.test(attribute))
    return { ...told, attribute: 'number:platform', value: value.replace(/^(?:gleis|platform) /u, '') }
  if (attribute === 'measure:maximum speed') return { ...told, attribute: 'measure:top speed' }
  const graded = GRADED.exec(attribute)?.[1]
  if (graded !== undefined) return { ...told, attribute: `unlisted:${graded}` }
  const counted = RUNS_WITH.exec(attribute)?.[1]
  if (counted !== undefined) return { ...told, attribute: `measure:number of ${counted}` }
  const given = ASSIGNED.exec(attribute)?.[1]
  return given === undefined ? told : { ...told, attribute: `number:${given}` }
}

const bare = (value: string): string =>
  value.replace(/ (?:students|pupils|units?|pieces?|items?|floors?|storeys?|stories|levels?|places)$/u, '')

const MUSIC = /^(?:score|music|soundtrack|film score|theme|film music|title music) (?:of|for|to|in) (?:the )?(?=\S)/u
const OFFICE = /^office of (?=\S)/u
const VENUE = /^venue of (?=\S)/u
/** What is shown in a museum. */
export const ART =
  /^(?:the )?(?:painting|bronze|portrait|tapestry|sculpture|statue|bust|fresco|drawing|etching|vase|manuscript|mosaic|relief|carving|engraving|figurine)\b/u

/** What a part of it is told of, as of the whole. */
const withFactKey: Step = (told) => {
  const { attribute, key, value } = told
  if (/^office:(?:composer|maker)$/u.test(attribute) && MUSIC.test(key))
    return { ...told, key: key.replace(MUSIC, ''), attribute: 'office:composer' }
  if (VENUE.test(key) && attribute === 'number:room')
    return { key: key.replace(VENUE, ''), attribute: 'venue', value: `room ${value}` }
  const housed = OFFICE.test(key) && /^(?:room|framed_name:place)$/u.test(attribute)
  if (housed && key !== 'office of user')
    return {
      key: key.replace(OFFICE, ''),
      attribute: 'trait:room of the office',
      value: value.replace(/^room (?=\S*\d)/u, ''),
    }
  const shown = (attribute === 'home' || attribute === 'location') && !isPlace(value)
  return shown && ART.test(key) ? { ...told, attribute: 'framed_name:place' } : told
}

/** What is parked. */
export const VEHICLE =
  /\b(?:van|car|truck|lorry|bus|trailer|camper|forklift|bike|motorbike|scooter|golf|volvo|fiat|tesla|audi|mini|bmw|ford|skoda|toyota|renault|peugeot|opel|mercedes|honda|mazda|seat|tractor|minibus|taxi|ambulance)\b/u
const SHELVED = /^number:(shelf|aisle|bin|pallet|drawer)$/u
const SPOTTED = /^(?:number:(?:space|parking space|parking spot|parking|spot|lot)|reference:parking space)$/u
const GARAGE = /^(?:garage|carport|box) \S*\d/u
const PARKING = /\bparking (?:spot|space|place|bay|lot) of (?=\S)/u

/** Where a thing is put, by the shelf and by the space. */
const withSpot: Step = (told) => {
  const { attribute, key, value } = told
  const shelf = SHELVED.exec(attribute)?.[1]
  if (shelf !== undefined) return { ...told, attribute: 'framed_name:place', value: `${shelf} ${value}` }
  const bay = attribute === 'number:bay' && VEHICLE.test(key)
  if (bay || SPOTTED.test(attribute) || (attribute === 'frame:is space #' && PARKING.test(key)))
    return {
      key: key.replace(/^(?:\w+ )?parking (?:spot|space|place|bay|lot) of (?=\S)/u, ''),
      attribute: 'reference:parking space',
      value: value.replace(/^(?:space|spot|bay|place|number) /u, ''),
    }
  return attribute === 'framed_name:place' && GARAGE.test(value)
    ? { ...told, attribute: 'reference:parking space' }
    : told
}

export const FACT_STEPS: readonly Step[] = [withoutOwn, withFactNoun, withFactKey, withSpot]
