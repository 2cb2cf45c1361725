import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

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
    // After these words it means the morning.
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

export const dutchSigns: Signs = {
  future: words(
    'zal|zullen|gaat|ga|gaan|moet|moeten|wil|willen|komt|komen|kom|begint|eindigt|vertrekt|vertrekken|vliegt|vliegen|vlieg|verhuist|verhuizen|trouwt|trouwen|gepland|afspraak|deadline|heeft .{0,20}verjaardag|vervalt|moesten we nog|herinner|graag|bezoekt|bezoeken we|zie je|word[te]?n? .{0,30}(?:geleverd|verwacht)',
  ),
  past: words(
    'was|waren|had|hadden|werd|werden|ging|gingen|kwam|kwamen|zag|zagen|deed|deden|kreeg|bleef|vond|las|schreef|sprak|stierf|trok|riep|at|liep|begon|zei|zeiden|maakte|kocht|kochten|trouwde|werkte|woonde|bezocht|bezochten|vierde|vierden|bracht|dacht|wist|kon|moest|wilde|vertelde|leerde|reed|reden|vloog|vlogen|belde|geboren',
    String.raw`(?:heb|hebt|heeft|hebben|ben|bent|is|zijn)(?!\p{L})[^.!?;]{0,120}?(?<!\p{L})(?!(?:gepland|geen|genoeg|gemeen|gelukkig|gesloten|gezond|getrouwd|bekend|verwacht)(?!\p{L}))(?:\p{L}{0,8}ge\p{L}{2,}(?:t|d|en)|(?:be|ver|er|ont)\p{L}{2,}(?:t|d|en))`,
  ),
  moved: {
    verb: words('(?:verzet|verplaatst|verschoven|uitgesteld|vervroegd|verlengd|omgeboekt)'),
    to: endsWith('naar|tot'),
  },
  present: words('is|zijn'),
}

export const dutchTies: Ties = {
  every: 'elke|iedere|alle',
  onWeekend: 'in het weekend',
  to: 'tot|tot en met|t/m',
  between: 'tussen',
  and: 'en',
  ordinals: 'eerste|1e, tweede|2e, derde|3e, vierde|4e|laatste',
  quarter: 'kwartaal',
  theDay: String.raw`(?:op de|vanaf de|tot de|sinds de) (?<date>\d{1,2})(?:e|ste|de)(?! [a-z])`,
  beforeYear: 'in|sinds|sedert|tot|van|voor|na|rond|jaar|het jaar|begin|eind|medio|uit|vanaf',
  decadeOf: 'jaren|de jaren',
}
