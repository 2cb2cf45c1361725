import { type Draft, type Fitting, type Particular, plain, subjectTokens } from './draft.js'
import { needsInPlace } from './frame-needs.js'
import type { Subject } from './subject.js'
import { KEPT } from './vocabulary.js'
import { numberOfPlace, placeBehind, placeIn } from './whereabouts.js'

/** The attribute of where a thing was put. */
const SPOT = 'framed_name:place'

/** "The hiding place of the key is …". */
const PLACE_OF =
  /^(?:(?:usual |regular |normal |fixed )?(?:hiding |storage |sleeping |parking )?(?:place|spot|location)) (?:of|for) (?:the )?(?=.)/u

/** Where a thing was put, if V is such a place: "in the drawer". Null where it is none. */
export const atSpot = ({ clause, found }: Fitting, subject: Subject): Draft | null => {
  const { S: about, V: place } = found
  if (about === undefined || place === undefined || subject.is === 'speaker' || subject.is === 'relative') return null
  const tokens = clause.tokens.slice(place[0] - 1, place[1])
  const value = placeBehind(tokens) ?? placeIn(tokens.slice(1))
  const needs = value === null ? null : needsInPlace(clause.tokens.slice(...about), value)
  if (value === null || needs === null) return null
  const key = subject.key.replace(PLACE_OF, '')
  const usual = key !== subject.key && subject.needs === 'nothing'
  return {
    subject: { ...subject, key },
    ...(numberOfPlace(value) ?? { attribute: SPOT, value }),
    needs: subject.is === 'belonging' ? 'change' : usual ? 'nothing' : needs,
  }
}

/** "The key is in the drawer": in a place for such things, or in another one that somebody tells. */
export const kept: Particular = (fitting, subject) => {
  const spot = atSpot(fitting, subject)
  if (spot !== null) return [spot]
  return subjectTokens(fitting).some(({ word }) => KEPT.has(word)) ? plain(fitting, subject, 'kept') : null
}
