import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

export const french: DayWords = {
  months: 'janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre',
  // "Mars" is a planet, "été" is "been".
  doubtful: 'mars|étés?',
  near: 'entre|entre le|en|de|début|fin|mi|depuis|et|à|dès|avant|après|jusqu.en|courant|pour',
  nearSeason: `l['’]|d['’]|en|un|chaque|cet`,
  short: 'janv, févr?, , avr, , , juil, , sept, oct, nov, déc',
  weekdays: 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
  seasons: ['printemps', 'étés?', 'automnes?', 'hivers?'],
  feasts: [
    ['noël', 12, null],
    ['nouvel an|jour de l.an', 1, null],
    ['saint.valentin', 2, null],
    ['halloween', 10, null],
  ],
  days: [
    ['avant.hier', -2],
    ['hier', -1],
    ['après.demain', 2],
    ['demain', 1],
    [`aujourd['’]hui|ce matin|ce soir|cet après.midi`, 0],
  ],
  units: { day: 'jours?', week: 'semaines?', weekend: 'week.?ends?', month: 'mois', year: 'ans?|années?' },
  before: [['cette|cet|ce', 0]],
  after: [
    ['dernière?|passée?|précédente?', -1],
    ['prochaine?', 1],
  ],
  lately: 'derniers|dernières',
  numbers: 'une?, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze',
  few: 'quelques|plusieurs',
  ago: { before: 'il y a|y a' },
  ahead: 'dans',
}

export const frenchSigns: Signs = {
  future: words(
    String.raw`(?:vais|vas|va|allons|allez|vont) (?:\p{L}+ |l['’])?\p{L}+(?:er|ir|re|oir)|vient|viens|viennent|arrive|arrivent|part|pars|partons|partent|commence|commencent|termine|dois|doit|devons|faut|veux|veut|voulons|prévue?s?|rendez-vous|échéance|sera|seront|serai|aura|auront|aurai|ira|iront|irai|irons|viendra|viendront|viendrai|fera|feront|ferai|partira|partirai|partirons|\p{L}{3,}(?:erai|eras|era|erons|erez|eront|irai|ira|irons|iront)|se marie|déménage|déménageons|rentre|visite|on se voit|rappelle`,
  ),
  past: words(
    'était|étaient|étais|étions|avait|avaient|avais|avions|faisait|allait|fut|fit|eut',
    String.raw`(?:j['’]ai|ai|as|a|avons|avez|ont|suis|es|est|sommes|êtes|sont)(?: (?:pas|bien|déjà|tous|toutes|enfin|encore|aussi|beaucoup|été))? (?!(?:ici|aussi|lundi|mardi|mercredi|jeudi|vendredi|samedi|midi|du|au|prévue?s?|aprè?s)(?!\p{L}))(?:\p{L}{2,}(?:é|ée|és|ées|i|ie|is|it|u|ue|us|ert|rt)|né|née|eu|fait|mis|pris|vu|lu|dit)`,
  ),
  moved: {
    verb: words('(?:reportée?s?|déplacée?s?|décalée?s?|repoussée?s?|avancée?s?|changée?s?|prolongée?s?|remise?s?)'),
    to: endsWith('à|au|jusqu.à|jusqu.au|pour'),
  },
  present: words('est|sont'),
}

export const frenchTies: Ties = {
  every: 'chaque|tous les|toutes les|le|les',
  onWeekend: 'ce week.?end',
  to: 'à|au|jusqu.à|jusqu.au',
  between: 'entre(?: le)?',
  and: 'et(?: le)?',
  ordinals: 'premier|1er, deuxième|second|2e|2ème, troisième|3e|3ème, quatrième|4e|4ème|dernier',
  quarter: 'trimestre',
  theDay: String.raw`(?:le|du|au|dès le|depuis le|pour le) (?<date>\d{1,2})(?= (?:à|au soir|au matin|et|mais|j|on|nous|il|elle)\b|\s*[.,;!?)]|\s*$)`,
  beforeYear: `en|depuis|jusqu.en|de|d['’]|dès|avant|après|vers|année|l['’]année|l['’]an|début|fin|courant`,
  decadeOf: 'années|les années|des années',
  fromNow: 'plus tard',
}
