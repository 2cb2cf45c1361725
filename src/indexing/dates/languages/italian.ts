import type { DayWords } from '../vocabulary.js'

export const italian: DayWords = {
  months:
    'gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, ' + 'dicembre',
  link: 'di|del',
  short: 'gen, feb, mar, apr, mag, giu, lug, ago, sett?, ott, nov, dic',
  near: 'tra|tra il|fra|fra il|a|ad|in|di|da|dal|fino a|entro|per|inizio|fine|metà',
  weekdays: 'lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica',
  seasons: ['primavera', 'estati|estate', 'autunn[oi]', 'invern[oi]'],
  feasts: [
    ['natale', 12, null],
    ['vigilia di capodanno|notte di san silvestro', 12, 31],
    ['capodanno', 1, null],
    ['ferragosto', 8, 15],
    ['halloween', 10, null],
    ['san valentino', 2, null],
  ],
  days: [
    [`l['’]altro ?ieri|altro ?ieri|ieri l['’]altro|avantieri`, -2],
    ['ieri|ieri sera|stanotte', -1],
    ['dopodomani', 2],
    ['domani', 1],
    ['oggi|stamattina|stasera|questa (?:mattina|sera)', 0],
  ],
  units: {
    day: 'giorn[oi]',
    week: 'settiman[ae]',
    weekend: 'fine settimana|weekend',
    month: 'mes[ei]',
    year: 'ann[oi]',
  },
  before: [
    ['scors[oa]|passat[oa]|ultim[oa]', -1],
    [`quest[oa]|quest['’]`, 0],
    ['prossim[oa]', 1],
  ],
  after: [
    ['scors[oa]|passat[oa]', -1],
    ['prossim[oa]', 1],
  ],
  lately: 'ultim[ie]|scors[ie]',
  numbers: `un['’]|un[oa]?, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici`,
  few: 'alcun[ie]|qualche|un paio di|parecch(?:i|ie)|poch[ie]',
  ago: { after: 'fa|or sono' },
  ahead: 'tra|fra',
}
