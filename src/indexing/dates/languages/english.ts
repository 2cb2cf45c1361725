import type { DayWords } from '../vocabulary.js'

export const english: DayWords = {
  months:
    'january|jan, february|feb, march|mar, april|apr, may, june|jun, july|jul, august|aug, ' +
    'september|sept|sep, october|oct, november|nov, december|dec',
  doubtful: 'may|march|mar|jan|apr|jun|falls?',
  near: 'between|in|of|on|during|since|by|until|till|from|before|after|early|late|mid|end of|start of|beginning of|this coming',
  nearSeason: 'in|the|of|during|since|every|each|early|late|by|until|before|after',
  link: 'of',
  weekdays: 'monday, tuesday, wednesday, thursday, friday, saturday, sunday',
  seasons: ['springs?', 'summers?', 'autumns?|falls?', 'winters?'],
  feasts: [
    ['christmas|xmas', 12, null],
    ['halloween', 10, null],
    ['thanksgiving', 11, null],
    [`valentine['’]?s|valentine day`, 2, null],
    [`new year['’]?s? eve`, 12, 31],
    [`new year['’]?s?`, 1, null],
    ['independence day', 7, null],
  ],
  days: [
    ['day[ -]before[ -]yesterday|(?:night|evening|day) before last', -2],
    ['day[ -]after[ -]tomorrow', 2],
    ['yesterday|last night', -1],
    ['tomorrow', 1],
    ['today|tonight|this (?:morning|afternoon|evening)', 0],
  ],
  units: { day: 'days?', week: 'weeks?', weekend: 'weekends?', month: 'months?', year: 'years?' },
  before: [
    ['last|previous', -1],
    ['this', 0],
    ['next|coming', 1],
  ],
  after: [
    ['before last', -2],
    ['after next', 2],
  ],
  lately: 'last|past|previous',
  rolling: 'past|this past',
  on: 'on|by|until|till|from|since|for|before|after',
  numbers: 'an?|one, two|couple of|couple, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  few: 'few|several',
  ago: { after: String.raw`ago|(?<=s\s)back` },
  ahead: 'in',
  short: 'jan, feb, mar, apr, , jun, jul, aug, sept?, oct, nov, dec',
  shortWeekdays: 'mon, tues?, wed, thurs?|thu, fri, sat, sun',
  doubtfulWeekdays: 'mon|tues?|wed|thurs?|thu|fri|sat|sun',
  ofNextWeek: 'next',
}
