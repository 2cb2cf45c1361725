import { ofNamed } from './by-likeness.js'
import { aboutOf, type Fitting, type Particular, plain, spokenValue, told } from './draft.js'
import { normalised } from './normalise.js'
import { dateOf } from './periods.js'
import { IP_ADDRESS } from './values.js'
import { isOccupation, MARITAL, words } from './vocabulary.js'

const ENDANGERED =
  /^(?:(?:critically )?endangered|vulnerable|near[ -]threatened|(?:of )?least concern|extinct(?: in the wild)?|threatened|data deficient|lower risk)$/u
const MOBILE =
  /^(?:bedbound|bedridden|housebound|(?:fully |partly |independently )?(?:mobile|ambulant)(?: with .+)?|wheelchair-(?:dependent|bound)|wheelchair dependent|chair-bound)$/u
const VOICES = words(
  'soprano mezzo mezzo-soprano alto contralto countertenor tenor baritone bass bass-baritone treble sopran alt bariton',
)
const ROOM = /\b(?:room|office|hall|annexe?|floor|lab|studio|wing|suite|library|building|zimmer|raum|saal|büro)\b/u
const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:mon|diens|donners|frei|sams|sonn)tag$|^mittwoch$/u
const WEIGHT = /^[\d.]+ (?:kg|g|lb|lbs|mg|t)$/u

const valueTokens = ({ clause, found }: Fitting) => clause.tokens.slice(...(found.V ?? [0, 0]))

/** A day of the week, told of something named. */
const onDay =
  (attribute: string): Particular =>
  (fitting, subject) => {
    const day = dateOf(valueTokens(fitting).filter(({ word }) => !/^(?:an?|every|der|die|den|on)$/.test(word)))
    return subject.is === 'named' && day !== null && DAY.test(day) ? told(subject, attribute, day) : null
  }

/** The same room, whether it is told with the word for one or without. */
const roomOf = (value: string): string =>
  value.replace(/^(?:room|zimmer|raum) (?=\S*\d)/u, '').replace(/(?<=\d) (?=\d)/gu, '')

const inRoom = (attribute: string): Particular =>
  ofNamed((fitting, subject) => {
    const value = normalised(spokenValue(fitting))
    return ROOM.test(value) ? told(subject, attribute, roomOf(value)) : null
  })
const JOB =
  /(?: of |\b(?:counsel|officer|lead|inspector|coordinator|agent|buyer|planner|controller|supervisor|advisor|adviser|representative|specialist|executive|apprentice|foreman)$)/u

/** Ways to say what other ways tell by a noun, whose attribute is told by what the value looks like. */
export const BY_MORE: Readonly<Record<string, Particular>> = {
  deskOf: inRoom('trait:room of the desk'),
  officeRoom: inRoom('trait:room of the office'),
  sitsIn: inRoom('room'),
  mobileWith: ofNamed((fitting, subject) =>
    told(subject, 'trait:mobility', `mobile with ${normalised(spokenValue(fitting))}`),
  ),
  positionOf: ofNamed((fitting, subject) => {
    const value = spokenValue(fitting)
    return isOccupation(value) || JOB.test(value) ? plain(fitting, subject, 'job') : null
  }),
  leagueOf: ofNamed((fitting, subject) =>
    /\b(?:league|division|championship|serie|liga|bundesliga|premiership|conference)\b/u.test(spokenValue(fitting))
      ? plain(fitting, subject, 'league')
      : null,
  ),
  classified: (fitting, subject) => {
    const value = normalised(spokenValue(fitting)).replace(/^of (?=least)/u, '')
    return subject.is !== 'named'
      ? null
      : ENDANGERED.test(value)
        ? told(subject, 'trait:conservation status', value.replace(/^critically endangered$/u, 'critical'))
        : MARITAL.has(value)
          ? told(subject, 'marital_state', MARITAL.get(value) ?? value)
          : null
  },
  mobile: ofNamed((fitting, subject) => {
    const value = normalised(spokenValue(fitting)).replace('wheelchair dependent', 'wheelchair-dependent')
    return MOBILE.test(value) ? told(subject, 'trait:mobility', value) : null
  }),
  voicePart: ofNamed((fitting, subject) => {
    const value = spokenValue(fitting)
    const choir = aboutOf(fitting, 6)
    return VOICES.has(value) && choir !== null ? told(subject, `trait:voice:${choir}`, value) : null
  }),
  weighs: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'weight')
    return drafts?.every(({ value }) => WEIGHT.test(value)) === true ? drafts : null
  },
  dosed: ofNamed((fitting, subject) => {
    const drug = aboutOf(fitting, 3)
    return drug === null ? null : plain(fitting, subject, `measure:dose:${drug}`)
  }),
  feeFor: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about === null || /^(?:admission|entry|entrance|membership)/u.test(about)
      ? null
      : plain(fitting, subject, `measure:${about} fee`)
  }),
  byWhom: ofNamed((fitting, subject) => {
    const verb = fitting.clause.tokens[fitting.found.V?.[1] ?? 0]?.word
    return verb === undefined ? null : plain(fitting, subject, `framed_name:wird von @ ${verb}`)
  }),
  ipAt: (fitting, subject) => (IP_ADDRESS.test(spokenValue(fitting)) ? plain(fitting, subject, 'ip_address') : null),
  downAs: ofNamed((fitting, subject) => {
    const value = spokenValue(fitting)
    const state = MARITAL.get(value)
    if (state !== undefined) return told(subject, 'marital_state', state)
    return isOccupation(value) || JOB.test(value) ? plain(fitting, subject, 'job') : null
  }),
  attends: ofNamed((fitting, subject) =>
    /\b(?:school|college|academy|primary|comprehensive|grammar|secondary|kindergarten|nursery)\b/u.test(
      spokenValue(fitting),
    )
      ? plain(fitting, subject, 'school')
      : null,
  ),
  alwaysOn: onDay('date'),
  // What is recycled is emptied on another day.
  binDay: (fitting, subject) =>
    onDay(
      fitting.clause.tokens.some(({ word }) => word === 'recycling')
        ? 'day:collection day:recycling'
        : 'day:collection day:bin',
    )(fitting, subject),
  closedAlways: onDay('day:closing day'),
  phoneModel: (fitting, subject) => {
    const tokens = valueTokens(fitting)
    const model = /^an?$/.test(tokens[0]?.word ?? '') && tokens[1]?.proper === true
    return model ? told(subject, 'trait:phone model', normalised(spokenValue(fitting))) : null
  },
  terms: ofNamed((fitting, subject) => told(subject, 'trait:payment terms', normalised(spokenValue(fitting)))),
  priorityItem: (fitting, subject) => {
    const [, value] = /^(\w+)[- ]priority$/u.exec(spokenValue(fitting)) ?? []
    return value === undefined ? null : told(subject, 'priority', value)
  },
  hourOpen: ofNamed((fitting, subject) => plain(fitting, subject, 'hour:opening time')),
  hourClose: ofNamed((fitting, subject) => plain(fitting, subject, 'hour:closing time')),
  bedAt: ofNamed((fitting, subject) => plain(fitting, subject, 'hour:bedtime')),
  bookNow: (fitting, subject) => {
    const value = normalised(spokenValue(fitting))
    const title = valueTokens(fitting).some(({ proper }) => proper)
    return subject.is === 'named' && title ? told(subject, 'trait:current book', value) : null
  },
}
