import type { Ties } from '../vocabulary.js'

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
