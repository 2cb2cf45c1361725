import type { DayWords } from '../vocabulary.js'

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
