import type { DayWords } from '../vocabulary.js'

export const german: DayWords = {
  months:
    'januar|jänner, februar|feber, märz|maerz, april, mai, juni, juli, august, september, oktober, ' +
    'november, dezember',
  short: 'jan, feb, mär|mrz, apr, , jun, jul, aug, sept?, okt, nov, dez',
  near: 'zwischen|zwischen dem|im|ab|bis|seit|anfang|mitte|ende|von|zum|bis ende|bis anfang|seit anfang|seit ende',
  weekdays: 'montag, dienstag, mittwoch, donnerstag, freitag, samstag|sonnabend, sonntag',
  seasons: ['frühling|frühjahr', 'sommern?', 'herbst', 'wintern?'],
  feasts: [
    ['weihnachten|heiligabend', 12, null],
    ['silvester', 12, 31],
    ['neujahr', 1, null],
    ['halloween', 10, null],
    ['valentinstag', 2, null],
  ],
  days: [
    ['vorvorgestern', -3],
    ['vorgestern', -2],
    ['gestern', -1],
    ['übermorgen', 2],
    // The morning is a noun behind these, and a greeting before a comma.
    [String.raw`(?<!(?:guten|heute|gestern|jeden|am|der|den|dem|diesen|eines|schönen) )morgen(?!\s?[!,]|s)`, 1],
    ['heute|heut', 0],
  ],
  units: {
    day: 'tag(?:e[ns]?)?',
    week: 'wochen?',
    weekend: 'wochenenden?|wochenendes',
    month: 'monat(?:e[ns]?)?',
    year: 'jahr(?:e[ns]?)?',
  },
  before: [
    ['vorletzte[nmrs]?', -2],
    ['letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?', -1],
    ['diese[nmrs]?', 0],
    ['nächste[nmrs]?|kommende[nmrs]?', 1],
  ],
  after: [],
  lately: 'letzten|vergangenen',
  on: 'am|bis|ab|seit|kommenden|zum',
  numbers: 'eine?[mnr]?, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf',
  few: 'ein paar|einigen|wenigen|mehreren',
  ago: { before: 'vor' },
  ahead: 'in',
}
