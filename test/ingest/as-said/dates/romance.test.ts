import { describe } from 'vitest'
import { tells } from './spans.js'

/** A Wednesday. */
const today = '2026-06-10'

describe('Spanish', () =>
  tells(
    {
      'Anteayer estuve enfermo': '2026-06-08',
      'Ayer estuve enfermo': '2026-06-09',
      'Pasado mañana viajo': '2026-06-12',
      'Mañana viajo': '2026-06-11',
      'Por la mañana corro': '',
      'Hace tres días llamó': '2026-06-07',
      'Dentro de dos semanas nos mudamos': '2026-06-22..2026-06-28',
      'La semana pasada fuimos a la playa': '2026-06-01..2026-06-07',
      'El mes que viene termina': '2026-07-01..2026-07-31',
      'Su cumpleaños es el 24 de diciembre': '2026-12-24',
      'Nos mudamos el 12 de agosto de 2025': '2025-08-12',
      'La boda fue el 12 de agosto': '2025-08-12',
      'del 3 al 5 de mayo de 2024': '2024-05-03..2024-05-05',
      'de mayo a julio de 2024': '2024-05-01..2024-07-31',
      'de 2015 a 2018': '2015-01-01..2018-12-31',
      'entre 2015 y 2018': '2015-01-01..2018-12-31',
      'Vivo aquí desde 2019': '2019-01-01..2019-12-31',
      'el primer trimestre de 2025': '2025-01-01..2025-03-31',
      'el verano de 2021': '2021-06-01..2021-08-31',
      'música de los años 90': '1990-01-01..1999-12-31',
      'viernes 3 de mayo de 2024': '2024-05-03',
      'La cita fue el día 15': '2026-05-15',
      'el 15 por ciento': '',
    },
    today,
    'es',
  ))

describe('French', () =>
  tells(
    {
      "Avant-hier j'étais malade": '2026-06-08',
      'Après-demain je pars': '2026-06-12',
      'Demain je pars': '2026-06-11',
      'Il y a trois jours elle a appelé': '2026-06-07',
      'Dans deux semaines nous déménageons': '2026-06-22..2026-06-28',
      'La semaine dernière nous étions en vacances': '2026-06-01..2026-06-07',
      'Le mois prochain': '2026-07-01..2026-07-31',
      'Son anniversaire est le 24 décembre': '2026-12-24',
      'Nous avons emménagé le 12 août': '2025-08-12',
      'du 3 au 5 mai 2024': '2024-05-03..2024-05-05',
      'de mai à juillet 2024': '2024-05-01..2024-07-31',
      'de 2015 à 2018': '2015-01-01..2018-12-31',
      "J'habite ici depuis 2019": '2019-01-01..2019-12-31',
      'le premier trimestre 2025': '2025-01-01..2025-03-31',
      "l'été 2021": '2021-06-01..2021-08-31',
      'la musique des années 90': '1990-01-01..1999-12-31',
      'En mai de l’année dernière': '2025-05-01..2025-05-31',
      'vendredi 3 mai 2024': '2024-05-03',
      'le lundi 6 mai 2024': '2024-05-06',
      'le 1er mai 2024': '2024-05-01',
    },
    today,
    'fr',
  ))

describe('Portuguese', () =>
  tells(
    {
      'Anteontem fiquei doente': '2026-06-08',
      'Depois de amanhã viajo': '2026-06-12',
      'Amanhã viajo': '2026-06-11',
      'Há três dias ela ligou': '2026-06-07',
      'Daqui a duas semanas': '2026-06-22..2026-06-28',
      'Na semana passada fomos à praia': '2026-06-01..2026-06-07',
      'O aniversário dela é em 24 de dezembro': '2026-12-24',
      'Nós chegamos em 12 de agosto': '2025-08-12',
      'de 3 a 5 de maio de 2024': '2024-05-03..2024-05-05',
      'de 2015 a 2018': '2015-01-01..2018-12-31',
      'Moro aqui desde 2019': '2019-01-01..2019-12-31',
      'o primeiro trimestre de 2025': '2025-01-01..2025-03-31',
      'o verão de 2021': '2021-06-01..2021-08-31',
      'música dos anos 90': '1990-01-01..1999-12-31',
    },
    today,
    'pt',
  ))

describe('Italian', () =>
  tells(
    {
      "L'altro ieri ero malato": '2026-06-08',
      'Dopodomani parto': '2026-06-12',
      'Domani parto': '2026-06-11',
      'Tre giorni fa ha chiamato': '2026-06-07',
      'Tra due settimane partiamo': '2026-06-22..2026-06-28',
      'La settimana scorsa eravamo al mare': '2026-06-01..2026-06-07',
      'Il suo compleanno è il 24 dicembre': '2026-12-24',
      'Ci siamo trasferiti il 12 agosto': '2025-08-12',
      'dal 3 al 5 maggio 2024': '2024-05-03..2024-05-05',
      'da maggio a luglio 2024': '2024-05-01..2024-07-31',
      'dal 2015 al 2018': '2015-01-01..2018-12-31',
      'Vivo qui dal 2019': '2019-01-01..2019-12-31',
      'il primo trimestre del 2025': '2025-01-01..2025-03-31',
      "l'estate del 2021": '2021-06-01..2021-08-31',
      'musica degli anni ’90': '1990-01-01..1999-12-31',
      'Nel maggio dell’anno scorso': '2025-05-01..2025-05-31',
      'venerdì 3 maggio 2024': '2024-05-03',
    },
    today,
    'it',
  ))
