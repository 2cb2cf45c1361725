import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

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

export const italianSigns: Signs = {
  future: words(
    String.raw`viene|vengono|vengo|arriva|arrivano|parte|parto|partiamo|partono|comincia|inizia|finisce|devo|deve|dobbiamo|voglio|vogliamo|vuole|scade|scadenza|previst[oaie]|fissat[oaie]|programmat[oaie]|appuntamento|sarà|saranno|sarò|avrà|avrò|andrò|andrà|andremo|verrà|verranno|farò|farà|faremo|\p{L}{2,}(?:erò|irò|erà|irà|eremo|iremo|eranno|iranno)|vado|andiamo|va|vanno|si sposa|ci vediamo|torna|torno|stiamo per|ricordami`,
  ),
  past: words(
    String.raw`era|erano|eravamo|ero|aveva|avevano|avevo|avevamo|c['’]era|faceva|fu|fece|ebbe|\p{L}{2,}(?:avo|ava|avano|evano|ivano|ivamo|avamo)`,
    String.raw`(?:ho|hai|ha|abbiamo|avete|hanno|sono|sei|è|siamo|siete)(?: (?:già|mai|tutti|anche|appena|sempre|stat[oaie]))? \p{L}{1,}(?:at[oaie]|ut[oaie]|it[oaie]|tt[oaie]|rs[oaie]|s[oaie]|st[oaie]|nt[oaie]|rt[oaie])|(?:ci siamo|mi sono|si è|si sono) \p{L}+`,
  ),
  moved: {
    verb: words(
      '(?:spostat[oaie]|rinviat[oaie]|rimandat[oaie]|posticipat[oaie]|anticipat[oaie]|cambiat[oaie]|prorogat[oaie])',
    ),
    to: endsWith('a|al|alla|fino a|fino al|per'),
  },
  present: words('è|sono'),
}

export const italianTies: Ties = {
  every: 'ogni|il|la|di|tutti i|tutte le',
  onWeekend: 'nel weekend|nel fine settimana',
  to: 'a|al|fino a|fino al',
  between: 'tra(?: il)?|fra(?: il)?',
  and: 'e(?: il)?',
  ordinals: 'primo|1º, secondo|2º, terzo|3º, quarto|4º|ultimo',
  quarter: 'trimestre',
  theDay: String.raw`(?:il giorno (?<date>\d{1,2})(?![\d.,:/%]\d|%)|(?:il|entro il|dal|fino al|per il) (?<other>\d{1,2})(?= (?:alle|e|ma|di questo mese)\b|\s*[.,;!?)]|\s*$))`,
  beforeYear: 'nel|dal|al|del|fino al|prima del|dopo il|verso il|anno|il|inizio|fine|entro il',
  decadeOf: `anni|gli anni|negli anni`,
}
