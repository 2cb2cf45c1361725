import { describe } from 'vitest'
import { tells } from './spans.js'

/** A Wednesday. */
const today = '2026-06-10'

describe('German', () =>
  tells(
    {
      'Vorgestern war ich krank': '2026-06-08',
      'Gestern war ich krank': '2026-06-09',
      'Übermorgen fliege ich': '2026-06-12',
      'Wir treffen uns morgen': '2026-06-11',
      'Guten Morgen!': '',
      'Heute Morgen regnete es': '2026-06-10',
      'Vor drei Tagen rief sie an': '2026-06-07',
      'In zwei Wochen ziehe ich um': '2026-06-22..2026-06-28',
      'Letzte Woche waren wir wandern': '2026-06-01..2026-06-07',
      'Nächsten Monat endet der Vertrag': '2026-07-01..2026-07-31',
      'Am Wochenende waren wir wandern': '2026-06-06..2026-06-07',
      'Am Wochenende gehen wir wandern': '2026-06-13..2026-06-14',
      'Geburtstag hat sie am 24. Dezember': '2026-12-24',
      'Am 12. August sind wir eingezogen': '2025-08-12',
      'Die Miete ist am 3.7. fällig': '2026-07-03',
      'Am 15. war ich beim Arzt': '2026-05-15',
      'Der Termin ist am 15.': '2026-06-15',
      'geboren am 7.5.1988': '1988-05-07',
      'am 7.5.88 geboren': '',
      'Freitag, den 3. Mai 2024': '2024-05-03',
      'vom 3. bis 5. Mai 2024': '2024-05-03..2024-05-05',
      'zwischen dem 3. und 5. Mai 2024': '2024-05-03..2024-05-05',
      'von Mai bis Juli 2024': '2024-05-01..2024-07-31',
      'von 2015 bis 2018': '2015-01-01..2018-12-31',
      'Seit 2019 wohne ich hier': '2019-01-01..2019-12-31',
      'Im Sommer 2021 eröffnete es': '2021-06-01..2021-08-31',
      'im ersten Quartal 2025': '2025-01-01..2025-03-31',
      'erstes Quartal 2025': '2025-01-01..2025-03-31',
      'Musik der 90er': '1990-01-01..1999-12-31',
      'Musik aus den 90er Jahren': '1990-01-01..1999-12-31',
      'Musik der 1990er': '1990-01-01..1999-12-31',
      'Im Mai waren wir in Rom': '2026-05-01..2026-05-31',
      'Jan kommt zum Essen': '',
      'Version 5.3.': '',
    },
    today,
    'de',
  ))

describe('Dutch', () =>
  tells(
    {
      'Eergisteren was ik ziek': '2026-06-08',
      'Overmorgen vlieg ik': '2026-06-12',
      'Morgen ga ik zwemmen': '2026-06-11',
      'Goede morgen!': '',
      'Drie dagen geleden belde ze': '2026-06-07',
      'Over twee weken verhuizen we': '2026-06-22..2026-06-28',
      'Vorige week waren we ziek': '2026-06-01..2026-06-07',
      'Haar verjaardag is op 24 december': '2026-12-24',
      'Op 12 augustus zijn we verhuisd': '2025-08-12',
      'van 3 tot 5 mei 2024': '2024-05-03..2024-05-05',
      'van 2015 tot 2018': '2015-01-01..2018-12-31',
      'Sinds 2019 woon ik hier': '2019-01-01..2019-12-31',
      'in het eerste kwartaal van 2025': '2025-01-01..2025-03-31',
      'in de zomer van 2021': '2021-06-01..2021-08-31',
      'muziek uit de jaren 90': '1990-01-01..1999-12-31',
      'vrijdag 3 mei 2024': '2024-05-03',
    },
    today,
    'nl',
  ))
