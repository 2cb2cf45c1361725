import type { Ties } from '../vocabulary.js'

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
