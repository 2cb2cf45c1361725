import { describe } from 'vitest'
import { type Table, tells } from './spans.js'

/** A Wednesday. */
const today = '2026-06-10'
const [endOfMonth, halfOf2024, firstWeek, threeDaysAgo] = [
  '2026-06-21..2026-06-30',
  '2024-07-01..2024-12-31',
  '2024-06-01..2024-06-07',
  '2026-06-07',
]

const tables: Readonly<Record<string, Table>> = {
  en: {
    'The rent is due at the end of the month': endOfMonth,
    'We want to move at the start of the year': '2026-01-01..2026-03-31',
    'The report comes in the middle of the week': '2026-06-10..2026-06-11',
    'At the end of the day it is a matter of taste': '',
    'We lived there in the second half of 2024': halfOf2024,
    'We will travel in the first week of June 2027': '2027-06-01..2027-06-07',
    'We travelled in the first week of June': '2026-06-01..2026-06-07',
    'It rained in the second half of April': '2026-04-16..2026-04-30',
    'It rained in the last week of February 2024': '2024-02-25..2024-02-29',
    'I called her two days before yesterday': threeDaysAgo,
    'I fly 2 days after tomorrow': '2026-06-13',
    'I called her the day before yesterday': '2026-06-08',
    'The party is on 12/24': '2026-12-24',
    'She was born on 24/12': '2025-12-24',
    'The party was on 5/6': '',
    'They are open 24/7': '',
    'We answer calls on 24/7 duty': '',
    'I scored 15/20': '',
  },
  de: {
    'Die Miete ist Ende des Monats fällig': endOfMonth,
    'In der zweiten Hälfte 2024 wohnten wir dort': halfOf2024,
    'In der ersten Woche im Juni 2024 waren wir weg': firstWeek,
    'Ich habe sie zwei Tage vor gestern angerufen': threeDaysAgo,
  },
  es: {
    'El alquiler se paga a finales de mes': endOfMonth,
    'Vivimos allí en la segunda mitad de 2024': halfOf2024,
    'Viajamos en la primera semana de junio 2024': firstWeek,
    'La llamé dos días antes de ayer': threeDaysAgo,
    'La fiesta es el 24/12': '2026-12-24',
  },
  fr: {
    'Le loyer est dû à la fin du mois': endOfMonth,
    'Nous y vivions dans la seconde moitié de 2024': halfOf2024,
    'Nous étions absents la première semaine de juin 2024': firstWeek,
    "Je l'ai appelée deux jours avant hier": threeDaysAgo,
  },
  it: {
    "L'affitto si paga alla fine del mese": endOfMonth,
    'Abitavamo lì nella seconda metà del 2024': halfOf2024,
    'Eravamo via la prima settimana di giugno 2024': firstWeek,
    'La chiamai due giorni prima di ieri': threeDaysAgo,
  },
  pt: {
    'O aluguel vence no fim do mês': endOfMonth,
    'Morávamos lá na segunda metade de 2024': halfOf2024,
    'Viajamos na primeira semana de junho 2024': firstWeek,
    'Liguei para ela dois dias antes de ontem': threeDaysAgo,
  },
  nl: {
    'De huur moet op het einde van de maand betaald zijn': endOfMonth,
    'We woonden daar in de tweede helft van 2024': halfOf2024,
    'We waren weg in de eerste week van juni 2024': firstWeek,
    'Ik belde haar twee dagen voor gisteren': threeDaysAgo,
  },
}

describe.each(Object.entries(tables))(
  'parts of months and years, and days counted from a day, in %s',
  (language, table) => tells(table, today, language),
)
