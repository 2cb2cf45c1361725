import type { DayWords } from '../vocabulary.js'

export const dutch: DayWords = {
  months: 'januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december',
  link: 'van',
  short: 'jan, feb, mrt, apr, , jun, jul, aug, sept?, okt, nov, dec',
  near: 'tussen|in|van|sinds|tot|begin|eind|half|medio|vanaf|voor|na',
  weekdays: 'maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag',
  seasons: ['lentes?|voorjaar|voorjaren', 'zomers?', 'herfst|najaar', 'winters?'],
  feasts: [
    ['kerst|kerstmis|kerstavond', 12, null],
    ['oudejaarsavond|oud en nieuw', 12, 31],
    ['nieuwjaar', 1, null],
    ['sinterklaas', 12, null],
    ['halloween', 10, null],
    ['valentijnsdag', 2, null],
  ],
  days: [
    ['eergisteren', -2],
    ['gisteren|gisteravond', -1],
    ['overmorgen', 2],
    // Behind these it is the morning.
    [`(?<!(?:goede|de|deze|elke|iedere|gister|van) )morgen(?!s?[!,])`, 1],
    ['vandaag|vanmorgen|vanochtend|vanmiddag|vanavond', 0],
  ],
  units: {
    day: 'dag(?:en)?',
    week: 'weken|week',
    weekend: 'weekend(?:en|s)?',
    month: 'maand(?:en)?',
    year: 'jaren|jaar',
  },
  before: [
    ['vorige?|afgelopen|verleden|laatste', -1],
    ['deze|dit', 0],
    ['volgende?|komende?', 1],
  ],
  after: [],
  lately: 'afgelopen|laatste',
  on: 'op|tot|vanaf|sinds|voor',
  numbers: 'een, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf',
  few: 'een paar|paar|enkele|enige|verschillende',
  ago: { after: 'geleden|terug' },
  ahead: 'over',
}
