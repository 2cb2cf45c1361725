import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

export const german: DayWords = {
  months:
    'januar|jänner, februar|feber, märz|maerz, april, mai, juni, juli, august, september, oktober, ' +
    'november, dezember',
  short: 'jan, feb, mär|mrz, apr, , jun, jul, aug, sept?, okt, nov, dez',
  near: 'zwischen|zwischen dem|im|ab|bis|seit|anfang|mitte|ende|von|zum|bis ende|bis anfang|seit anfang|seit ende',
  weekdays: 'montag, dienstag, mittwoch, donnerstag, freitag, samstag|sonnabend, sonntag',
  seasons: ['frühling|frühjahr', 'sommern?', 'herbst', 'wintern?'],
  feasts: [
    ['heiligabend', 12, 24],
    ['weihnachten', 12, null],
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
    // After these words it means the morning; before a comma it is a greeting.
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

export const germanSigns: Signs = {
  future: words(
    'wird|werde|werden|wirst|werdet|will|wollen|möchten?|muss|müssen|soll|sollen|sollte|kommt|kommen|fährt|fahren|fahre|fliegt|fliegen|fliege|beginnt|startet|endet|findet|geplant|fällig|frist|termin|bis spätestens|bitte|erinnere|geht|gehe|gehen|treffe|treffen wir|ziehe|ziehen|zieht|bringt|besucht|besuche|heiratet|heiraten|feiert|feiern|öffnet|hat .{0,30}geburtstag|steht an|habe? .{0,20}termin',
  ),
  past: words(
    'war|waren|warst|hatte|hatten|hattest|wurde|wurden|ging|gingen|kam|kamen|sah|sahen|traf|trafen|fuhr|fuhren|flog|flogen|gab|bekam|blieb|fand|fanden|las|schrieb|sprach|starb|zog|zogen|rief|aß|lief|begann|sagte|sagten|machte|machten|kaufte|kauften|heiratete|arbeitete|wohnte|besuchte|besuchten|feierte|feierten|brachte|dachte|wusste|konnte|musste|wollte|durfte|erzählte|lernte|gestern|geboren',
    String.raw`(?:habe?n?|habt|hast|hat|bin|bist|ist|sind|seid)(?!\p{L})[^.!?;]{0,120}?(?<!\p{L})(?!(?:ersten?|besten|ernst|gestern|gegen|gehen|geht|genau|gemeinsam|gesund|gerät|gebiet|gesicht|geplant|geöffnet|geschlossen|gebucht|gebeten|gern|gewohnt|gut|bekannt|bereit|verabredet)(?!\p{L}))(?:\p{L}{0,8}ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|zer|unter|über)\p{L}{2,}(?:t|en)|\p{L}+iert)`,
  ),
  moved: {
    verb: words('(?:verschoben|verlegt|vertagt|vorverlegt|vorgezogen|verlängert|umgelegt|umgebucht|geändert)'),
    to: endsWith('auf|auf den|auf die|bis|bis zum'),
  },
  present: words('ist|sind'),
}

export const germanTies: Ties = {
  every: 'jede[nmrs]?|immer',
  onWeekend: 'am wochenende|übers wochenende|über das wochenende',
  to: 'bis(?: zum)?',
  between: 'zwischen(?: dem)?',
  and: 'und(?: dem)?',
  ordinals: 'erste[nmrs]?|1\\., zweite[nmrs]?|2\\., dritte[nmrs]?|3\\., vierte[nmrs]?|4\\.|letzte[nmrs]?',
  quarter: 'quartals?',
  theDay: String.raw`(?:am|zum|bis zum|vom|seit dem|ab dem|der|den) (?<date>\d{1,2})\.(?! ?\d| (?!um|war|ist|wird|kommt|und|habe?n?|hatten?|sind|gehe?n?|da|dann)[a-zäöü])`,
  beforeYear:
    'in|im jahre?|seit|ab|bis|vor|nach|von|um|jahre?|anfang|mitte|ende|gegen|schon|zum|sommersemester|wintersemester',
  beforeDecade: 'die|den|der|in den|anfang der|ende der',
}
